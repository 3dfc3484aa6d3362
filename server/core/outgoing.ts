export class AnswerTooLong extends Error {
  constructor() {
    super('The answer was longer than 8 MB.');
    this.name = 'AnswerTooLong';
  }
}

const mostBytes = 8_000_000;

/**
 * Follows no redirect, which could send the key and prompts elsewhere, and fails a
 * response of more than 8 MB.
 */
export const limitedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  if (!response.body) return response;
  let bytes = 0;
  const limited = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > mostBytes) controller.error(new AnswerTooLong());
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(limited, response);
};

/** Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Milliseconds to wait for the first sign of a response, and for each further one. */
export interface Patience {
  firstMs: number;
  furtherMs: number;
}

/**
 * A server that only keeps the connection open gets this many times as long as a silent
 * one.
 */
const keptAliveFactor = 5;

/**
 * Returns a signal that aborts with the caller's, or if nothing is received for too long.
 * `begin` waits for a first sign again. `alive` reports that the server kept the
 * connection open without a sign: waiting starts again, up to a limit.
 */
export function patient({ firstMs, furtherMs }: Patience, signal?: AbortSignal) {
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let patienceMs = firstMs;
  let signAt = performance.now();
  const wait = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(
      () => over.abort(new DOMException('Nothing was heard.', 'TimeoutError')),
      ms,
    );
  };
  const waitAgain = (ms: number) => {
    patienceMs = ms;
    signAt = performance.now();
    wait(ms);
  };
  return {
    signal: signal ? AbortSignal.any([over.signal, signal]) : over.signal,
    begin: () => waitAgain(firstMs),
    sign: () => waitAgain(furtherMs),
    alive() {
      const left = signAt + firstMs * keptAliveFactor - performance.now();
      wait(Math.max(0, Math.min(patienceMs, left)));
    },
    end: () => clearTimeout(timer),
    isOver: () => over.signal.aborted,
  };
}

/** Milliseconds after the response, or a point in time. */
export type RetryAfter = number | Date;

/**
 * Reads a Retry-After header in seconds or as an HTTP date. Returns null if it is missing
 * or malformed.
 */
export function readRetryAfter(headers: unknown): RetryAfter | null {
  const value = isHeaders(headers) ? headers.get('retry-after')?.trim() : null;
  if (!value) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  // HTTP dates begin with a weekday; Date would read "-5" as a day in 2001.
  const at = new Date(/^[A-Za-z]/.test(value) ? value : Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at;
}

export const msUntil = (retryAfter: RetryAfter, now: Date): number =>
  Math.max(
    0,
    retryAfter instanceof Date ? retryAfter.getTime() - now.getTime() : retryAfter,
  );

/** Does not check the class, because the Google client brings its own fetch. */
function isHeaders(headers: unknown): headers is Pick<Headers, 'get'> {
  return (
    typeof headers === 'object' &&
    headers !== null &&
    'get' in headers &&
    typeof headers.get === 'function'
  );
}
