import type { Undo } from '#shared/contracts/queue.ts';
import { refusedChange } from '#shared/rules/comment-status.ts';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import { type AppError, conflict } from '../../core/errors.ts';
import type { CommentChange, CommentView } from './comment.view.ts';
import {
  changedMeanwhile,
  checkedOnYouTube,
  onSchedule,
  type PostedTexts,
  refuseText,
  refuseWhilePosting,
  unscheduled,
} from './review.rules.ts';

/**
 * Restores everything except the text. Throws 409 if anything changed since the step, or if a rule forbids
 * the earlier state.
 */
export function undo(
  view: CommentView,
  { left, before }: Undo,
  posted: PostedTexts,
  now: Date,
): CommentChange {
  refuseWhilePosting(view);
  refuseUnlessAsLeft(view, left);
  return restoreState(view, before, posted, now);
}

/**
 * Restores status, place in the queue, schedule and auto-post, by the rules of approving and scheduling.
 * Throws 409 if one of these rules forbids it.
 */
export function restoreState(
  view: CommentView,
  before: Undo['before'],
  posted: PostedTexts,
  now: Date,
): CommentChange {
  const { comment, queueItem } = view;
  const from = comment.status;
  // The status “failed” cannot be restored: the comment goes to review instead.
  const to = before.status === 'failed' && from !== 'failed' ? 'pending' : before.status;
  const isRestored = to !== from;
  if (isRestored && (from === 'failed' || from === 'posted' || to === 'posted'))
    throw conflict('status_conflict', refusedChange(from, to));
  if (from === 'posted') throw conflict('already_posted', postingReason('already_posted'));

  const queuedAt = before.queuedAt ? new Date(before.queuedAt) : (queueItem?.createdAt ?? now);
  const createdAt = queuedAt < now ? queuedAt : now;
  const at = before.scheduledFor === null ? null : new Date(before.scheduledFor);
  if (at && to !== 'approved') throw conflict('not_approved', postingReason('not_approved'));
  const autoPost = at === null && (before.autoPost ?? queueItem?.autoPost ?? false);
  const isAhead = at !== null && at > now;
  if (to === 'approved' && (isRestored || autoPost)) refuseText(comment, posted.lately);
  if (isAhead) refuseText(comment, posted.beforeItsTime);
  const restored = { ...view, comment: { ...comment, status: to } };
  const decided = {
    status: to,
    revision: comment.revision + 1,
    ...(to !== 'pending' && { reviewedAt: now }),
    ...(to === 'approved' && checkedOnYouTube),
  };
  return {
    ...(isRestored && { comment: decided }),
    queueItem: {
      priority: before.priority ?? queueItem?.priority ?? 0,
      createdAt,
      ...(isAhead
        ? onSchedule(at)
        : {
            ...unscheduled(restored, autoPost, createdAt, now),
            blockedReason: at || queueItem?.scheduledFor ? 'unscheduled' : null,
          }),
    },
  };
}

function refuseUnlessAsLeft(view: CommentView, left: Undo['left']): void {
  const { comment, queueItem } = view;
  const isAsLeft =
    comment.revision === left.revision &&
    (queueItem !== null) === left.inQueue &&
    (queueItem?.scheduledFor?.getTime() ?? null) ===
      (left.scheduledFor === null ? null : Date.parse(left.scheduledFor));
  if (!isAsLeft) throw changedSinceStep(view, left);
}

/** Returns a 409 error that contains the current state of the comment. */
export function changedSinceStep(
  { comment, video, queueItem }: CommentView,
  left: Pick<Undo['left'], 'inQueue'>,
): AppError {
  const present = queueItem?.scheduledFor ? 'scheduled' : comment.status;
  return changedMeanwhile(
    comment,
    queueItem === null && left.inQueue
      ? `Nothing was undone: “${video.title}” is no longer in the queue.`
      : `Nothing was undone: “${video.title}” changed since. It is ${present} now, and its text may be another.`,
  );
}
