/** Milliseconds to wait for a first sign of an answer, and for each further one. */
export interface Patience {
  firstMs: number;
  furtherMs: number;
}

/** A signal that ends with the caller's, or when nothing is heard for too long. `begin` waits for a first sign again. */
export function patient({ firstMs, furtherMs }: Patience, signal?: AbortSignal) {
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const wait = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => over.abort(new DOMException('Nothing was heard.', 'TimeoutError')), ms);
  };
  return {
    signal: signal ? AbortSignal.any([over.signal, signal]) : over.signal,
    begin: () => wait(firstMs),
    sign: () => wait(furtherMs),
    end: () => clearTimeout(timer),
    isOver: () => over.signal.aborted,
  };
}
