/** Milliseconds from the answer, or an instant. */
export type RetryAfter = number | Date;

/** Reads seconds or an HTTP date; null if missing or malformed. */
export function readRetryAfter(headers: unknown): RetryAfter | null {
  const value = isHeaders(headers) ? headers.get('retry-after')?.trim() : null;
  if (!value) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  // HTTP dates begin with a weekday; Date would read "-5" as a day in 2001.
  const at = new Date(/^[A-Za-z]/.test(value) ? value : Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at;
}

export const msUntil = (retryAfter: RetryAfter, now: Date): number =>
  Math.max(0, retryAfter instanceof Date ? retryAfter.getTime() - now.getTime() : retryAfter);

/** Not by class: the Google client brings its own fetch. */
function isHeaders(headers: unknown): headers is Pick<Headers, 'get'> {
  return (
    typeof headers === 'object' && headers !== null && 'get' in headers && typeof headers.get === 'function'
  );
}
