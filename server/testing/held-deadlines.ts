import { onTestFinished, vi } from 'vitest';

/**
 * Until the test ends AbortSignal.timeout runs by the test instead of by the clock: on a busy machine a short
 * deadline can be over before its request was sent.
 */
export function heldDeadlines() {
  /** Every deadline that was set, in milliseconds. */
  const lengths: number[] = [];
  let waiting: AbortController[] = [];
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const deadline = new AbortController();
    lengths.push(ms);
    waiting.push(deadline);
    return deadline.signal;
  });
  onTestFinished(() => timeout.mockRestore());
  return {
    lengths,
    /** All that were set so far are over now. */
    pass(): void {
      for (const deadline of waiting) deadline.abort(new DOMException('The time is over.', 'TimeoutError'));
      waiting = [];
    },
  };
}
