import type { QueryClient } from '@tanstack/react-query';
import type { CommentStatus } from '#shared/contracts/enums.ts';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { mayChangeStatus } from '#shared/rules/comment-status.ts';
import { updateComment } from './comments.ts';
import { addToQueue, queueQuery, scheduleQueueItem, unscheduleQueueItem } from './queue.ts';

/** Returns the statuses to pass through. A failure cannot be restored: it ends in review. */
export function wayBack(from: CommentStatus, to: CommentStatus): ('approved' | 'rejected' | 'pending')[] {
  if (from === to || to === 'posted') return [];
  if (to !== 'failed' && mayChangeStatus(from, to)) return [to];
  if (!mayChangeStatus(from, 'pending')) return [];
  return to !== 'failed' && mayChangeStatus('pending', to) ? ['pending', to] : ['pending'];
}

/** A queue item as the step left it; null if the step removed it. */
export type Left = Pick<QueueItem, 'scheduledFor'> & { status: CommentStatus };

export const leftAs = ({ scheduledFor, comment }: QueueItem): Left => ({
  scheduledFor,
  status: comment.status,
});

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

/** Restores all but the text; the caller refreshes the lists. @throws if the item changed since the step. */
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
  // The server clears autoPost when an item leaves "approved" or its schedule.
  if (autoPost && !scheduledFor && known) await add();
}
