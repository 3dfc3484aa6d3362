import type { QueryClient } from '@tanstack/react-query';
import type { CommentStatus } from '#shared/contracts/enums.ts';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { mayChangeStatus } from '#shared/rules/comment-status.ts';
import { updateComment } from './comments.ts';
import { addToQueue, queueQuery, scheduleQueueItem, unscheduleQueueItem } from './queue.ts';

/** The statuses to pass through on the way back. A failure cannot be brought back: it ends in review. */
export function wayBack(from: CommentStatus, to: CommentStatus): ('approved' | 'rejected' | 'pending')[] {
  if (from === to || to === 'posted') return [];
  if (to !== 'failed' && mayChangeStatus(from, to)) return [to];
  if (!mayChangeStatus(from, 'pending')) return [];
  return to !== 'failed' && mayChangeStatus('pending', to) ? ['pending', to] : ['pending'];
}

/** What a step made of an item; null where it took it out of the queue. */
export type Left = Pick<QueueItem, 'scheduledFor'> & { status: CommentStatus };

export const leftAs = ({ scheduledFor, comment }: QueueItem): Left => ({
  scheduledFor,
  status: comment.status,
});

/** @throws where the item is no longer as the step left it: what came after is not taken back with it. */
function assertAsLeft(before: QueueItem, known: QueueItem | undefined, left: Left | null): void {
  const isAsLeft =
    left === null
      ? known === undefined
      : known?.comment.status === left.status && known.scheduledFor === left.scheduledFor;
  if (isAsLeft) return;
  const title = `“${before.comment.video.title}”`;
  if (!known) throw new Error(`${title} is no longer in the queue. Nothing was undone.`);
  const state = known.scheduledFor ? 'scheduled' : known.comment.status;
  throw new Error(`${title} changed since: it is ${state} now. Nothing was undone.`);
}

/**
 * Undo: brings an item back to how it was, with its place, status, schedule and autoPost. The text stays as
 * it is: what somebody typed is never taken back. A time that has passed meanwhile is not set again.
 * The caller refreshes the lists.
 * @throws where the item is no longer as the step left it.
 */
export async function restoreQueueItem(
  client: QueryClient,
  before: QueueItem,
  left: Left | null,
  now: Date,
): Promise<void> {
  const { commentId, priority, autoPost, scheduledFor, createdAt } = before;
  const add = () => addToQueue({ commentId, priority, autoPost, queuedAt: createdAt });
  const known = client
    .getQueryData<QueueItem[]>(queueQuery.queryKey)
    ?.find((item) => item.commentId === commentId);
  assertAsLeft(before, known, left);
  const item = known ?? (await add());
  for (const status of wayBack(item.comment.status, before.comment.status)) {
    await updateComment(commentId, { status });
  }
  if (scheduledFor && new Date(scheduledFor) > now) await scheduleQueueItem(item.id, scheduledFor);
  else if (item.scheduledFor) await unscheduleQueueItem(item.id);
  // Leaving "approved" or the schedule switched it off on the server.
  if (autoPost && !scheduledFor && known) await add();
}
