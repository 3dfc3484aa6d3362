import type { Response } from 'express';

/** Ends when the caller leaves before the answer is out. */
export function goneOf(res: Response): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) gone.abort();
  });
  return gone.signal;
}
