import { setTimeout as delay } from 'node:timers/promises';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { Posting } from '#shared/contracts/comments.ts';
import type { QueueItem } from '#shared/contracts/queue-items.ts';
import type { Stage } from './stage.ts';

const minute = 60_000;
const patienceMs = 240_000;

const isMoving = ({ comment, dueAt }: QueueItem) =>
  comment.posting !== null || (dueAt !== null && comment.status === 'approved');

const isChecked = (posting: Posting) => posting?.state === 'confirming';

/** Waits until nothing is due or unconfirmed, and returns all comments. A second is a minute, or the time to the next check. */
export async function settle(
  stage: Stage,
  { process, api }: Awaited<ReturnType<Stage['start']>>,
): Promise<Comment[]> {
  const until = Date.now() + patienceMs;
  let sent = -1;
  while (Date.now() < until) {
    const open = (await api.comments()).flatMap(({ posting }) => posting ?? []);
    const isAnyDue = (await api.queue()).some((item) => isMoving(item) && !isChecked(item.comment.posting));
    if (open.length === 0 && !isAnyDue) break;
    const before = sent;
    sent = stage.sandbox.admin.comments().length;
    // Only unconfirmed comments need a later time.
    if (sent === before) {
      const nextCheck = Math.min(...open.map(({ nextTryAt }) => Date.parse(nextTryAt ?? '')));
      const wait = isAnyDue || !open.every(isChecked) ? minute : nextCheck - stage.clock.now().getTime();
      process.advance(Math.max(minute, wait));
      stage.letPass(Math.max(minute, wait));
    }
    await delay(1_000);
  }
  return api.comments();
}
