import { useSyncExternalStore } from 'react';

let isReached = true;
let isChecking = false;
const listeners = new Set<() => void>();

/** Records whether the last request reached the server. */
export function noteServerReach(isReachedNow: boolean): void {
  if (isReached === isReachedNow) return;
  isReached = isReachedNow;
  for (const listener of listeners) listener();
}

/** Whether a proxy answered because the server behind it is down: the server's own errors are JSON. */
export function isFromProxyAlone({ status, headers }: Response): boolean {
  return status > 501 && status < 505 && !headers.get('content-type')?.includes('json');
}

/** Checks for at most five seconds whether the server answers, unless a check is under way. Never rejects. */
export async function checkServer(): Promise<void> {
  if (isChecking) return;
  isChecking = true;
  const wasReached = isReached;
  const request = fetch('/healthz', { signal: AbortSignal.timeout(5_000) });
  const isAnswered = await request.then(
    (answer) => !isFromProxyAlone(answer),
    () => false,
  );
  isChecking = false;
  // Otherwise there is nothing new, and a request that was answered meanwhile tells more.
  if (isAnswered || wasReached) noteServerReach(isAnswered);
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
  }, 5_000);
  return () => clearInterval(timer);
}
