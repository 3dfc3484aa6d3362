import { setTimeout as delay } from 'node:timers/promises';
import type { Comment } from '#shared/contracts/comments.ts';
import type { QueueItem } from '#shared/contracts/queue.ts';
import type { Stage } from './stage.ts';

const minute = 60_000;
const patienceMs = 240_000;

const isMoving = ({ comment, dueAt }: QueueItem) =>
  comment.posting !== null || (dueAt !== null && comment.status === 'approved');

/** Lets what is due or unconfirmed come to rest, a minute of the app's each second, and reads all comments. */
export async function settle(
  stage: Stage,
  { process, api }: Awaited<ReturnType<Stage['start']>>,
): Promise<Comment[]> {
  const until = Date.now() + patienceMs;
  let sent = -1;
  while (Date.now() < until && (await api.queue()).some(isMoving)) {
    const before = sent;
    sent = stage.sandbox.admin.comments().length;
    // While comments go out they need no later hour; what is unconfirmed is looked for after minutes.
    if (sent === before) {
      process.advance(minute);
      stage.letPass(minute);
    }
    await delay(1_000);
  }
  return api.comments();
}
