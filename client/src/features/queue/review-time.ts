import type { QueueItem } from '#shared/contracts/queue.ts';

/** About what people read in most alphabets. Counting the words of thousands of comments takes 25 ms. */
const CHARACTERS_PER_MINUTE = 1_000;
/** To look at the video's title and to decide. */
const DECISION_MINUTES = 0.25;

/** How many wait for a decision, and about how long it will take, in whole minutes. */
export function reviewLeft(items: readonly QueueItem[]): { count: number; minutes: number } {
  const pending = items.filter(({ comment }) => comment.status === 'pending');
  const minutes = pending.reduce(
    (sum, { comment }) => sum + comment.content.length / CHARACTERS_PER_MINUTE + DECISION_MINUTES,
    0,
  );
  return { count: pending.length, minutes: pending.length === 0 ? 0 : Math.max(1, Math.round(minutes)) };
}
