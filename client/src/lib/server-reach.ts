import { useSyncExternalStore } from 'react';

const CHECK_MS = 5_000;

let isReached = true;
const listeners = new Set<() => void>();

/** Records whether the last request reached the server. */
export function noteServerReach(isReachedNow: boolean): void {
  if (isReached === isReachedNow) return;
  isReached = isReachedNow;
  for (const listener of listeners) listener();
}

/** Whether a proxy answered because the server behind it is down: the server's own errors are JSON. */
export function isFromProxyAlone({ status, headers }: Response): boolean {
  const isGateway = [502, 503, 504].includes(status);
  return isGateway && !headers.get('content-type')?.includes('json');
}

/** Checks whether the server answers. Never rejects. */
export async function checkServer(): Promise<void> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  noteServerReach(answer !== null && !isFromProxyAlone(answer));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the server answered the last request. While it does not, what the page shows may be out of date. */
export const useServerReach = (): boolean => useSyncExternalStore(subscribe, () => isReached);

/** Checks the server every five seconds while it cannot be reached. Returns a function that stops the checks. */
export function watchServerReach(): () => void {
  const timer = setInterval(() => {
    if (!isReached) void checkServer();
  }, CHECK_MS);
  return () => clearInterval(timer);
}
