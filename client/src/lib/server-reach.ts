import { useSyncExternalStore } from 'react';

const CHECK_MS = 5_000;
/** Shorter than the time between two checks. */
const TIMEOUT_MS = 4_000;

let isReached = true;
/** Counts what requests told, so that a slow check does not overrule a newer answer. */
let newsCount = 0;
let checkUnderWay: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** Records whether the last request reached the server. */
export function noteServerReach(isReachedNow: boolean): void {
  newsCount += 1;
  if (isReached === isReachedNow) return;
  isReached = isReachedNow;
  for (const listener of listeners) listener();
}

/** Whether a proxy answered because the server behind it is down: the server's own errors are JSON. */
export function isFromProxyAlone({ status, headers }: Response): boolean {
  const isGateway = [502, 503, 504].includes(status);
  return isGateway && !headers.get('content-type')?.includes('json');
}

/** Checks whether the server answers, with one request at a time. Never rejects. */
export function checkServer(): Promise<void> {
  checkUnderWay ??= check().finally(() => {
    checkUnderWay = null;
  });
  return checkUnderWay;
}

async function check(): Promise<void> {
  const newsBefore = newsCount;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  const request = fetch('/healthz', { cache: 'no-store', signal: timeout.signal });
  const answer = await request.catch(() => null);
  clearTimeout(timer);
  const isAnswered = answer !== null && !isFromProxyAlone(answer);
  if (isAnswered || newsCount === newsBefore) noteServerReach(isAnswered);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the server answered the last request. While it does not, what the page shows may be out of date. */
export const useServerReach = (): boolean => useSyncExternalStore(subscribe, () => isReached);

/**
 * Checks the server every five seconds while it cannot be reached, and at once when the network is back or the page is
 * shown again, since browsers slow down the timers of hidden pages. Returns a function that stops the checks.
 */
export function watchServerReach(): () => void {
  const checkIfAway = () => {
    if (!isReached) void checkServer();
  };
  const timer = setInterval(checkIfAway, CHECK_MS);
  window.addEventListener('online', checkIfAway);
  document.addEventListener('visibilitychange', checkIfAway);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', checkIfAway);
    document.removeEventListener('visibilitychange', checkIfAway);
  };
}
