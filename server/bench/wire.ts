import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';

const QUIET_MS = 500;

interface Call {
  headers: number;
  data: number;
  /** With the headers, once it is over. */
  total: number | null;
  isStream: boolean;
}

/** Counts what a page receives from /api, in bytes as Chromium's network received them. */
export async function watchWire(page: Page) {
  const calls = new Map<string, Call>();
  let lastAt = performance.now();
  const cdp = await page.context().newCDPSession(page);
  const note = (id: string, change: (call: Call) => void) => {
    const call = calls.get(id);
    if (!call) return;
    change(call);
    lastAt = performance.now();
  };
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith('/api/')) return;
    calls.set(requestId, { headers: 0, data: 0, total: null, isStream: pathname === '/api/events' });
    lastAt = performance.now();
  });
  cdp.on('Network.responseReceived', ({ requestId, response }) =>
    note(requestId, (call) => {
      call.headers = response.encodedDataLength;
    }),
  );
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) =>
    note(requestId, (call) => {
      call.data += encodedDataLength;
    }),
  );
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    note(requestId, (call) => {
      call.total = encodedDataLength;
    }),
  );
  cdp.on('Network.loadingFailed', ({ requestId }) =>
    note(requestId, (call) => {
      call.total = call.headers + call.data;
    }),
  );
  await cdp.send('Network.enable');

  const sum = (bytes: (call: Call) => number) =>
    [...calls.values()].reduce((total, call) => total + bytes(call), 0);
  return {
    /** Headers and bodies. */
    bytes: () => sum(({ headers, data, total }) => total ?? headers + data),
    /** Resolves when nothing is under way and nothing has come for half a second from now on. */
    async untilQuiet(): Promise<void> {
      lastAt = performance.now();
      const isBusy = () => [...calls.values()].some(({ total, isStream }) => total === null && !isStream);
      while (isBusy() || performance.now() - lastAt < QUIET_MS) await delay(20);
    },
  };
}
