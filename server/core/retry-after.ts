/** Milliseconds from the answer, or an instant. */
export type RetryAfter = number | Date;

/** Returns the Retry-After header, in seconds or as an HTTP date; null where it is missing or malformed. */
export function readRetryAfter(headers: unknown): RetryAfter | null {
  const value = isHeaders(headers) ? headers.get('retry-after')?.trim() : null;
  if (!value) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  // Every HTTP date begins with its weekday; Date would read "-5" or "1.5" as a day in 2001.
  const at = new Date(/^[A-Za-z]/.test(value) ? value : Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** Returns the milliseconds from `now`, never fewer than none. */
export const msUntil = (retryAfter: RetryAfter, now: Date): number =>
  Math.max(0, retryAfter instanceof Date ? retryAfter.getTime() - now.getTime() : retryAfter);

/** Not by its class: the Google client brings a fetch of its own. */
function isHeaders(headers: unknown): headers is Pick<Headers, 'get'> {
  return (
    typeof headers === 'object' && headers !== null && 'get' in headers && typeof headers.get === 'function'
  );
}
