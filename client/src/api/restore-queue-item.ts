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

/**
 * Undo: brings an item back to how it was, with its place, status, schedule and autoPost. The text stays as
 * it is: what somebody typed is never taken back. A time that has passed meanwhile is not set again.
 * The caller refreshes the lists.
 */
export async function restoreQueueItem(client: QueryClient, before: QueueItem, now: Date): Promise<void> {
  const { commentId, priority, autoPost, scheduledFor, createdAt } = before;
  const add = () => addToQueue({ commentId, priority, autoPost, queuedAt: createdAt });
  const known = client
    .getQueryData<QueueItem[]>(queueQuery.queryKey)
    ?.find((item) => item.commentId === commentId);
  const item = known ?? (await add());
  for (const status of wayBack(item.comment.status, before.comment.status)) {
    await updateComment(commentId, { status });
  }
  if (scheduledFor && new Date(scheduledFor) > now) await scheduleQueueItem(item.id, scheduledFor);
  else if (item.scheduledFor) await unscheduleQueueItem(item.id);
  // Leaving "approved" or the schedule switched it off on the server.
  if (autoPost && !scheduledFor && known) await add();
}
