import { onTestFinished, vi } from 'vitest';
import type { Clock } from '../core/clock.ts';

/**
 * The time at which tests begin by default: noon UTC, 04:00 in Pacific time, a Tuesday.
 */
export const testStart = '2026-03-03T12:00:00.000Z';

export interface FakeClock extends Clock {
  /** @param ms milliseconds; time never goes back. */
  advance(ms: number): void;
  set(iso: string): void;
}

/** Returns a clock that stands still until a test moves it. */
export function fakeClock(startIso: string = testStart): FakeClock {
  let ms = parse(startIso);
  return {
    now: () => new Date(ms),
    advance: (by) => {
      if (!(by >= 0)) throw new RangeError(`The clock cannot advance by ${by} ms.`);
      ms += by;
    },
    set: (iso) => {
      ms = parse(iso);
    },
  };
}

function parse(iso: string): number {
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) throw new RangeError(`${iso} is not an instant.`);
  return ms;
}

/**
 * Lets the test decide when AbortSignal.timeout expires, until the test ends. On a busy
 * machine a short real timeout can expire before the request is sent.
 */
export function heldDeadlines() {
  /** Every timeout that was set, in milliseconds. */
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
    /** Makes every timeout expire that was set so far. */
    pass(): void {
      for (const deadline of waiting)
        deadline.abort(new DOMException('The time is over.', 'TimeoutError'));
      waiting = [];
    },
  };
}
