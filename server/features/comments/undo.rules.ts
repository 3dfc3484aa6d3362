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
  const to = restoredStatus(comment.status, before.status);
  const isRestored = to !== comment.status;
  const at = before.scheduledFor === null ? null : new Date(before.scheduledFor);
  if (at && to !== 'approved') throw conflict('not_approved', postingReason('not_approved'));
  const autoPost = at === null && (before.autoPost ?? queueItem?.autoPost ?? false);
  const isAhead = at !== null && at > now;
  if (to === 'approved' && (isRestored || autoPost)) refuseText(comment, posted.lately);
  if (isAhead) refuseText(comment, posted.beforeItsTime);
  const createdAt = restoredPlace(view, before, now);
  const restored = { ...view, comment: { ...comment, status: to } };
  const withoutTime = {
    ...unscheduled(restored, autoPost, createdAt, now),
    blockedReason: losesTime(view, at) ? 'unscheduled' : null,
  };
  return {
    ...(isRestored && { comment: decided(comment, to, now) }),
    queueItem: {
      priority: before.priority ?? queueItem?.priority ?? 0,
      createdAt,
      ...(isAhead ? onSchedule(at) : withoutTime),
    },
  };
}

/** Returns true if the comment has a time now, or had one that has passed since. */
const losesTime = ({ queueItem }: CommentView, at: Date | null): boolean =>
  at !== null || (queueItem?.scheduledFor ?? null) !== null;

type Status = CommentView['comment']['status'];

/** Returns the status that the comment gets. Throws 409 if it cannot leave its present status. */
function restoredStatus(from: Status, before: Status): Status {
  // The status “failed” cannot be restored: the comment goes to review instead.
  const to = before === 'failed' && from !== 'failed' ? 'pending' : before;
  const isRestored = to !== from;
  const isFixed = from === 'failed' || from === 'posted' || to === 'posted';
  if (isRestored && isFixed) throw conflict('status_conflict', refusedChange(from, to));
  if (from === 'posted') throw conflict('already_posted', postingReason('already_posted'));
  return to;
}

const decided = ({ revision }: CommentView['comment'], status: Status, now: Date) => ({
  status,
  revision: revision + 1,
  ...(status !== 'pending' && { reviewedAt: now }),
  ...(status === 'approved' && checkedOnYouTube),
});

/** Returns when the comment was queued, which decides its place in the queue; never a time in the future. */
function restoredPlace({ queueItem }: CommentView, { queuedAt }: Undo['before'], now: Date): Date {
  const before = queuedAt ? new Date(queuedAt) : (queueItem?.createdAt ?? now);
  return before < now ? before : now;
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
