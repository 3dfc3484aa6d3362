import type { UpdateComment } from '#shared/contracts/comments.ts';
import { isEditable, mayChangeStatus, refusedChange, whyTextRests } from '#shared/rules/comment-status.ts';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import { autoPostDueAt } from '#shared/rules/schedule.ts';
import { conflict, invalid } from '../../core/errors.ts';
import type { CommentChange, CommentView } from '../comments/comment.view.ts';

type ContentChange = Extract<UpdateComment, { content: string }>;
type StatusChange = Extract<UpdateComment, { status: string }>;

/** Off the schedule, and not to be posted by itself; `blockedReason` says why. */
export const offSchedule = (blockedReason: string | null) => ({
  scheduledFor: null,
  dueAt: null,
  nextTryAt: null,
  autoPost: false,
  blockedReason,
});

/** While an attempt is open nothing about the comment may change (DESIGN §6). */
export function refuseWhilePosting({ openAttempt }: CommentView): void {
  if (openAttempt) throw conflict('being_posted', postingReason('being_posted'));
}

/** An edit by the owner; an approved comment stays approved. Null when the text is the same. */
export function editContent(view: CommentView, { content, revision }: ContentChange): CommentChange | null {
  const { comment } = view;
  if (content.trim() === '')
    throw invalid('The comment is empty. Write something, or reject it.', 'empty_text');
  if (!isEditable(comment.status))
    throw conflict('already_posted', 'This comment is already on YouTube and can no longer be edited here.');
  const rests = whyTextRests(comment, view.openAttempt);
  if (rests !== null) throw conflict(view.openAttempt ? 'being_posted' : 'unconfirmed', rests);
  refuseWhilePosting(view);
  if (content === comment.content) return null;
  refuseOlderView(view, revision, content);
  return { comment: { content, revision: comment.revision + 1 } };
}

/** A decision of the person, by the table in shared/rules/comment-status. Null when it already has the status. */
export function changeStatus(
  view: CommentView,
  { status, revision }: StatusChange,
  now: Date,
): CommentChange | null {
  const { comment, queueItem } = view;
  if (comment.status === status) return null;
  refuseWhilePosting(view);
  refuseOlderView(view, revision, null);
  if (!mayChangeStatus(comment.status, status))
    throw conflict('status_conflict', refusedChange(comment.status, status));
  const revised = { status, revision: comment.revision + 1 };
  if (status === 'approved')
    return {
      comment: { ...revised, reviewedAt: now, failureCode: null, failureReason: null },
      ...(queueItem && { queueItem: approvedQueueItem(queueItem, now) }),
    };
  return {
    comment: status === 'rejected' ? { ...revised, reviewedAt: now } : revised,
    ...(queueItem && comment.status === 'approved' && { queueItem: offSchedule('moved_to_review') }),
  };
}

/** autoPost without a schedule starts its countdown at approval (DESIGN §6). */
function approvedQueueItem(queueItem: NonNullable<CommentView['queueItem']>, now: Date) {
  return {
    blockedReason: null,
    nextTryAt: null,
    dueAt: queueItem.autoPost ? autoPostDueAt(queueItem.createdAt, now) : null,
  };
}

/** Two tabs cannot overwrite each other: both texts go back to the person. */
function refuseOlderView({ comment }: CommentView, revision: number | undefined, yours: string | null): void {
  if (revision === undefined || revision === comment.revision) return;
  throw conflict(
    'revision_conflict',
    'This comment was changed somewhere else meanwhile. Compare both texts and choose one.',
    {
      current: { content: comment.content, status: comment.status, revision: comment.revision },
      yours,
    },
  );
}
