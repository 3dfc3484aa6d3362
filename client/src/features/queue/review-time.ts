import type { QueueItem } from '#shared/contracts/queue.ts';

/** An estimate for most alphabets; counting the words of 5,000 comments would take 25 ms. */
const CHARACTERS_PER_MINUTE = 1_000;
/** To read the title and decide. */
const DECISION_MINUTES = 0.25;

/** Returns how many are pending, and the time to review them in whole minutes. */
export function reviewLeft(items: readonly QueueItem[]): { count: number; minutes: number } {
  const pending = items.filter(({ comment }) => comment.status === 'pending');
  const minutes = pending.reduce(
    (sum, { comment }) => sum + comment.content.length / CHARACTERS_PER_MINUTE + DECISION_MINUTES,
    0,
  );
  return { count: pending.length, minutes: pending.length === 0 ? 0 : Math.max(1, Math.round(minutes)) };
}
