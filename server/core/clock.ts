/**
 * Passed to all code that depends on the time. Only entry points use the system's clock.
 */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Rejects with the message `late` if the work takes longer than `ms`. */
export async function within<T>(ms: number, work: Promise<T>, late: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(late)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Rejects with the signal's reason once it is aborted. The work itself continues, but its
 * result is ignored.
 */
export async function unlessAborted<T>(
  signal: AbortSignal,
  work: Promise<T>,
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/**
 * Returns a function whose calls with the same key share one run while it is in progress.
 */
export function sharedRun<Result, Key = void>() {
  const underWay = new Map<Key, Promise<Result>>();
  return (key: Key, start: () => Promise<Result>): Promise<Result> => {
    const running = underWay.get(key);
    if (running !== undefined) return running;
    const started = start().finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  };
}
