import { createStore } from './store.ts';

const reach = createStore(true);
let isChecking = false;

/** Records whether the last request reached the server. */
export const noteServerReach = reach.write;

/**
 * Returns whether a proxy answered because the server behind it is down: the server's own
 * errors are JSON.
 */
export function isFromProxyAlone({ status, headers }: Response): boolean {
  return status > 501 && status < 505 && !headers.get('content-type')?.includes('json');
}

/**
 * Checks whether the server answers, for at most five seconds.
 * Does nothing if a check is already running. Never rejects.
 */
export async function checkServer(): Promise<void> {
  if (isChecking) return;
  isChecking = true;
  const wasReached = reach.read();
  const request = fetch('/healthz', { signal: AbortSignal.timeout(5_000) });
  const isAnswered = await request.then(
    (answer) => !isFromProxyAlone(answer),
    () => false,
  );
  isChecking = false;
  // If the server was already out of reach, another failure is no news, and it must not
  // overwrite the success of a request that was answered in the meantime.
  if (isAnswered || wasReached) noteServerReach(isAnswered);
}

/**
 * Returns whether the server answered the last request. While it does not, the page may
 * show outdated data.
 */
export const useServerReach = reach.use;

/**
 * Checks the server every five seconds while it cannot be reached. Returns a function
 * that stops the checks.
 */
export function watchServerReach(): () => void {
  const timer = setInterval(() => {
    if (!reach.read()) void checkServer();
  }, 5_000);
  return () => clearInterval(timer);
}
