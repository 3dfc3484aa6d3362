import { useSyncExternalStore } from 'react';

const CHECK_MS = 5_000;

let isReached = true;
const listeners = new Set<() => void>();

/** Every answer of the server, and every request that found none, tells whether the server can be reached. */
export function noteServerReach(isReachedNow: boolean): void {
  if (isReached === isReachedNow) return;
  isReached = isReachedNow;
  for (const listener of listeners) listener();
}

/** A proxy in front of a server that is down answers by itself, and not in the server's own format. */
export function isFromProxyAlone({ status, headers }: Response): boolean {
  const isGateway = [502, 503, 504].includes(status);
  return isGateway && !headers.get('content-type')?.includes('json');
}

/** Asks for nothing but a sign of life. Never rejects. */
export async function checkServer(): Promise<void> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  noteServerReach(answer !== null && !isFromProxyAlone(answer));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the server answered last. While it does not, what the page shows of it may be out of date. */
export const useServerReach = (): boolean => useSyncExternalStore(subscribe, () => isReached);

/** Looks for the server every few seconds while it cannot be reached. Returns what ends that. */
export function watchServerReach(): () => void {
  const timer = setInterval(() => {
    if (!isReached) void checkServer();
  }, CHECK_MS);
  return () => clearInterval(timer);
}
