import type { CommentStatus } from '#shared/contracts/enums.ts';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { mayChangeStatus } from '#shared/rules/comment-status.ts';
import { updateComment } from './comments.ts';
import { addToQueue, fetchQueueRow, scheduleQueueItem, unscheduleQueueItem } from './queue.ts';

/** A queue item before a step. What is missing the step left as it was. */
export interface Before extends Partial<Pick<QueueRow, 'priority' | 'autoPost' | 'createdAt'>> {
  commentId: number;
  videoTitle: string;
  status: CommentStatus;
  scheduledFor: string | null;
}

export const asBefore = ({ comment, ...item }: QueueRow): Before => ({
  ...item,
  videoTitle: comment.video.title,
  status: comment.status,
});

/** A queue item as the step left it; null if the step removed it. */
export type Left = Pick<Before, 'status' | 'scheduledFor'>;

/** Returns the statuses to pass through. A failure cannot be restored: it ends in review. */
export function wayBack(from: CommentStatus, to: CommentStatus): ('approved' | 'rejected' | 'pending')[] {
  if (from === to || to === 'posted') return [];
  if (to !== 'failed' && mayChangeStatus(from, to)) return [to];
  if (!mayChangeStatus(from, 'pending')) return [];
  return to !== 'failed' && mayChangeStatus('pending', to) ? ['pending', to] : ['pending'];
}

function assertAsLeft(before: Before, present: QueueRow | null, left: Left | null): void {
  const isAsLeft =
    left === null
      ? present === null
      : present?.comment.status === left.status && present.scheduledFor === left.scheduledFor;
  if (isAsLeft) return;
  const title = `“${before.videoTitle}”`;
  if (!present) throw new Error(`${title} is no longer in the queue. Nothing was undone.`);
  const state = present.scheduledFor ? 'scheduled' : present.comment.status;
  throw new Error(`${title} changed since: it is ${state} now. Nothing was undone.`);
}

/** Restores all but the text, and returns the row. @throws if the server's item changed since the step. */
export async function restoreQueueItem(before: Before, left: Left | null, now: Date): Promise<QueueRow> {
  const { commentId, scheduledFor } = before;
  const present = await fetchQueueRow(commentId);
  assertAsLeft(before, present, left);
  const { priority = 0, autoPost = false, createdAt = now.toISOString() } = { ...present, ...before };
  const add = () => addToQueue({ commentId, priority, autoPost, queuedAt: createdAt });
  let row = present ?? (await add());
  for (const status of wayBack(row.comment.status, before.status))
    row = { ...row, comment: await updateComment(commentId, { status }) };
  if (scheduledFor && new Date(scheduledFor) > now) row = await scheduleQueueItem(row.id, scheduledFor);
  else if (row.scheduledFor) row = await unscheduleQueueItem(row.id);
  // The server clears autoPost when an item leaves "approved" or its schedule.
  if (autoPost && !scheduledFor && present) row = await add();
  return row;
}
