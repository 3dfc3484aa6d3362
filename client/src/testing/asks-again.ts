import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { FakeServer } from './fake-server.ts';

/** Does it, and waits until this was read from the server once more. */
export async function expectAsksAgain(
  server: FakeServer,
  path: string,
  act: () => Promise<void>,
): Promise<void> {
  const reads = () => server.calls.filter((call) => call.method === 'GET' && call.path === path).length;
  const before = reads();
  await act();
  await waitFor(() => expect(reads()).toBeGreaterThan(before));
}
