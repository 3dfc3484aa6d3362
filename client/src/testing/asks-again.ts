import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { FakeServer } from './fake-server.ts';

/** Waits until the action has made the page read this path again. */
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
