import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';

/** The page repeats a failed search three times, within seconds; a minute outlasts that. */
const keptMs = 60_000;

interface Failure {
  error: AppError;
  until: number;
}

/** Failed searches of the last minute, which are answered without asking YouTube again. */
export function createFailedLookups(clock: Clock) {
  const failures = new Map<string, Failure>();
  return {
    /** Null when YouTube may be asked. */
    find(key: string): AppError | null {
      const failure = failures.get(key);
      return failure && clock.now().getTime() < failure.until ? failure.error : null;
    },

    /** Returns the error to answer with. Only a 5xx is kept: the page repeats no other answer. */
    keep(key: string, error: unknown): unknown {
      if (!(error instanceof AppError) || error.status < 500) return error;
      const now = clock.now().getTime();
      for (const [old, { until }] of failures) if (until <= now) failures.delete(old);
      const until = now + keptMs;
      const nextTryAt = new Date(until).toISOString();
      const kept = new AppError(error.status, error.code, error.message, { ...error.extra, nextTryAt });
      failures.set(key, { error: kept, until });
      return kept;
    },
  };
}
