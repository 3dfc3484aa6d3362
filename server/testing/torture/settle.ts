import { setTimeout as delay } from 'node:timers/promises';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { QueueItem } from '#shared/contracts/queue-items.ts';
import type { Stage } from './stage.ts';

const minute = 60_000;
const patienceMs = 240_000;

const isMoving = ({ comment, dueAt }: QueueItem) =>
  comment.posting !== null || (dueAt !== null && comment.status === 'approved');

/** Waits until nothing is due or unconfirmed, a minute of the app's time per second, and returns all comments. */
export async function settle(
  stage: Stage,
  { process, api }: Awaited<ReturnType<Stage['start']>>,
): Promise<Comment[]> {
  const isAnyMoving = async () =>
    (await api.queue()).some(isMoving) || (await api.comments()).some(({ posting }) => posting !== null);
  const until = Date.now() + patienceMs;
  let sent = -1;
  while (Date.now() < until && (await isAnyMoving())) {
    const before = sent;
    sent = stage.sandbox.admin.comments().length;
    // Only unconfirmed comments need a later time.
    if (sent === before) {
      process.advance(minute);
      stage.letPass(minute);
    }
    await delay(1_000);
  }
  return api.comments();
}
