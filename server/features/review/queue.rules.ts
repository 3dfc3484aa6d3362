import type { AddToQueue, Schedule } from '#shared/contracts/queue.ts';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import { autoPostDueAt } from '#shared/rules/schedule.ts';
import { conflict, invalid } from '../../core/errors.ts';
import type { CommentChange, CommentView, Queued } from '../comments/comment.view.ts';
import { offSchedule, refuseWhilePosting } from './review.rules.ts';

/** Puts a comment into the queue, or updates autoPost of one that is there (DESIGN §6). */
export function addToQueue(
  view: CommentView,
  { priority, autoPost, queuedAt }: Pick<AddToQueue, 'priority' | 'autoPost' | 'queuedAt'>,
  now: Date,
): CommentChange | null {
  const { comment, queueItem } = view;
  if (comment.status === 'posted') throw conflict('already_posted', postingReason('already_posted'));
  if (!queueItem) {
    // An undone removal gets its place and its review period back; the future cannot be claimed.
    const createdAt = queuedAt ? new Date(Math.min(Date.parse(queuedAt), now.getTime())) : now;
    return { queueItem: { priority, createdAt, ...unscheduled(view, autoPost, createdAt, now) } };
  }
  // A schedule is the stronger wish; only Unschedule ends it.
  if (queueItem.scheduledFor || queueItem.autoPost === autoPost) return null;
  refuseWhilePosting(view);
  return { queueItem: unscheduled(view, autoPost, queueItem.createdAt, now) };
}

/** Schedules an approved comment for an instant, or takes it off the schedule. */
export function reschedule(
  view: Queued<CommentView>,
  { scheduledFor, autoPost }: Schedule,
  now: Date,
): CommentChange {
  refuseWhilePosting(view);
  if (scheduledFor === null) {
    if (autoPost) return { queueItem: unscheduled(view, true, view.queueItem.createdAt, now) };
    return { queueItem: offSchedule(view.queueItem.scheduledFor ? 'unscheduled' : null) };
  }
  if (!autoPost)
    throw invalid(
      'A scheduled comment is posted by itself: send autoPost true with it.',
      'auto_post_required',
    );
  if (view.comment.status !== 'approved') throw conflict('not_approved', postingReason('not_approved'));
  const at = new Date(scheduledFor);
  if (at.getTime() <= now.getTime())
    throw invalid('The scheduled time is in the past. Choose a time later than now.', 'schedule_in_past');
  return {
    queueItem: { scheduledFor: at, dueAt: at, autoPost: true, blockedReason: null, nextTryAt: null },
  };
}

function unscheduled({ comment }: CommentView, autoPost: boolean, queuedAt: Date, now: Date) {
  const waits = autoPost && comment.status === 'approved';
  return {
    ...offSchedule(null),
    autoPost,
    // Switched on just now, it leaves the time for an undo, however long ago the approval was.
    dueAt: waits ? autoPostDueAt(queuedAt, now) : null,
  };
}
