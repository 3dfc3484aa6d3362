import { render } from '@testing-library/react';
import { createQueryClient } from '../api/auth.ts';
import { App } from '../app/app.tsx';
import { aTokenStatus } from './factories.ts';
import { createFrameServer } from './fake-frame.ts';
import { type FakeServer, installFakeEventSource } from './fake-server.ts';

/**
 * Creates a server with an empty queue and an event stream, to which the user is signed
 * in.
 */
export function createAppServer(): FakeServer {
  installFakeEventSource();
  return createFrameServer().on('GET /api/auth/token-status', aTokenStatus());
}

/** Opens the whole app at this address. */
export function openApp(path: string): void {
  window.history.replaceState(null, '', path);
  render(<App client={createQueryClient()} />);
}
