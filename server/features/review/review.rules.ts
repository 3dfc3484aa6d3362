import type { UpdateComment } from '#shared/contracts/comments.ts';
import type { AddToQueue, Schedule } from '#shared/contracts/queue.ts';
import {
  isEditable,
  isUnconfirmed,
  mayChangeStatus,
  refusedChange,
  whyTextRests,
} from '#shared/rules/comment-status.ts';
import { isAmong } from '#shared/rules/comment-text.ts';
import { draftsOf, gapRefusal } from '#shared/rules/gaps.ts';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import { autoPostDueAt } from '#shared/rules/schedule.ts';
import { conflict, invalid } from '../../core/errors.ts';
import type { CommentChange, CommentView, Queued } from '../comments/comment.view.ts';

type ContentChange = Extract<UpdateComment, { content: string }>;
type StatusChange = Extract<UpdateComment, { status: string }>;

export const offSchedule = (blockedReason: string | null) => ({
  scheduledFor: null,
  dueAt: null,
  nextTryAt: null,
  autoPost: false,
  blockedReason,
});

export function refuseWhilePosting({ openAttempt }: CommentView): void {
  if (openAttempt) throw conflict('being_posted', postingReason('being_posted'));
}

/** Throws 409 unless nobody has changed, decided or queued the draft. */
export function discardDraft({ comment, queueItem }: CommentView): CommentChange {
  if (comment.revision > 1 || queueItem)
    throw conflict(
      'draft_kept',
      'This comment was edited, decided or queued, so it is kept. Reject it if you do not want it.',
    );
  return { discard: true };
}

/** Returns null when the text is the same. An approved comment stays approved. */
export function editContent(
  view: CommentView,
  { content, revision }: ContentChange,
  posted: readonly string[],
): CommentChange | null {
  const { comment } = view;
  if (content.trim() === '')
    throw invalid('The comment is empty. Write something, or reject it.', 'empty_text');
  refuseEdit(view);
  if (content === comment.content) return null;
  refuseOlderView(view, revision, content);
  if (comment.status === 'approved') refuseText(comment, posted, content);
  return { comment: { content, revision: comment.revision + 1 } };
}

/** Throws 409 while the text rests. */
export function refuseEdit(view: CommentView): void {
  const { comment } = view;
  if (!isEditable(comment.status))
    throw conflict('already_posted', 'This comment is already on YouTube and can no longer be edited here.');
  const rests = whyTextRests(comment, view.openAttempt);
  if (rests !== null) throw conflict(view.openAttempt ? 'being_posted' : 'unconfirmed', rests);
  refuseWhilePosting(view);
}

/** Throws 409: only the person can fill in what a gap stands for. */
export function refuseOpenGap(comment: CommentView['comment'], text = comment.content): void {
  const refusal = gapRefusal(text, draftsOf(comment));
  if (refusal !== null) throw conflict('open_gap', refusal);
}

/** Throws 409 for an open gap, and for one of the texts that were `posted` lately. */
function refuseText(
  comment: CommentView['comment'],
  posted: readonly string[],
  text = comment.content,
): void {
  refuseOpenGap(comment, text);
  if (isAmong(posted, text)) throw conflict('duplicate_text', postingReason('duplicate_text'));
}

/** Returns null when it is so already. */
export function markExample({ comment }: CommentView, isExample: boolean): CommentChange | null {
  if (comment.isExample === isExample) return null;
  if (isExample && comment.status !== 'approved' && comment.status !== 'posted')
    throw conflict(
      'not_approved',
      'Drafts learn only from comments that you approved or posted. Approve this one first.',
    );
  return { comment: { isExample } };
}

export function changeStatus(
  view: CommentView,
  { status, revision }: StatusChange,
  posted: readonly string[],
  now: Date,
): CommentChange | null {
  const { comment, queueItem } = view;
  if (comment.status === status) return null;
  refuseWhilePosting(view);
  refuseOlderView(view, revision, null);
  if (!mayChangeStatus(comment.status, status))
    throw conflict('status_conflict', refusedChange(comment.status, status));
  const revised = { status, revision: comment.revision + 1 };
  if (status === 'approved') {
    // An unconfirmed text rests until its Retry, so nobody could change it before.
    if (!isUnconfirmed(comment)) refuseText(comment, posted);
    return {
      comment: { ...revised, reviewedAt: now, failureCode: null, failureReason: null },
      ...(queueItem && { queueItem: approvedQueueItem(queueItem, now) }),
    };
  }
  return {
    comment: status === 'rejected' ? { ...revised, reviewedAt: now } : revised,
    ...(queueItem && comment.status === 'approved' && { queueItem: offSchedule('moved_to_review') }),
  };
}

/** Auto-post without a schedule is due from the approval on (rule 4.5). */
function approvedQueueItem(queueItem: NonNullable<CommentView['queueItem']>, now: Date) {
  return {
    blockedReason: null,
    nextTryAt: null,
    dueAt: queueItem.autoPost ? autoPostDueAt(queueItem.createdAt, now) : null,
  };
}

export function addToQueue(
  view: CommentView,
  { priority, autoPost }: Pick<AddToQueue, 'priority' | 'autoPost'>,
  now: Date,
): CommentChange | null {
  const { comment, queueItem } = view;
  if (comment.status === 'posted') throw conflict('already_posted', postingReason('already_posted'));
  if (!queueItem)
    return { queueItem: { priority, createdAt: now, ...unscheduled(view, autoPost, now, now) } };
  if (queueItem.scheduledFor || queueItem.autoPost === autoPost) return null;
  refuseWhilePosting(view);
  return { queueItem: unscheduled(view, autoPost, queueItem.createdAt, now) };
}

export function reschedule(
  view: Queued<CommentView>,
  { scheduledFor, autoPost }: Schedule,
  posted: readonly string[],
  now: Date,
): CommentChange {
  refuseWhilePosting(view);
  if (scheduledFor === null) {
    if (autoPost) return { queueItem: unscheduled(view, true, view.queueItem.createdAt, now) };
    return { queueItem: offSchedule(view.queueItem.scheduledFor ? 'unscheduled' : null) };
  }
  if (!autoPost)
    throw invalid(
      'A scheduled comment is posted automatically: send autoPost true with it.',
      'auto_post_required',
    );
  if (view.comment.status !== 'approved') throw conflict('not_approved', postingReason('not_approved'));
  refuseText(view.comment, posted);
  const at = new Date(scheduledFor);
  if (at.getTime() <= now.getTime())
    throw invalid('The scheduled time is in the past. Choose a time later than now.', 'schedule_in_past');
  return { queueItem: onSchedule(at) };
}

export const onSchedule = (at: Date) => ({
  scheduledFor: at,
  dueAt: at,
  autoPost: true,
  blockedReason: null,
  nextTryAt: null,
});

export function unscheduled({ comment }: CommentView, autoPost: boolean, queuedAt: Date, now: Date) {
  const waits = autoPost && comment.status === 'approved';
  return {
    ...offSchedule(null),
    autoPost,
    // From now, even if the approval is old: there must be time to undo.
    dueAt: waits ? autoPostDueAt(queuedAt, now) : null,
  };
}

/** Sends both texts back, so that two tabs cannot overwrite each other. */
export function refuseOlderView(
  { comment }: CommentView,
  revision: number | undefined,
  yours: string | null,
): void {
  if (revision === undefined || revision === comment.revision) return;
  throw conflict(
    'revision_conflict',
    'This comment was changed elsewhere in the meantime. Compare both texts and choose one.',
    {
      current: { content: comment.content, status: comment.status, revision: comment.revision },
      yours,
    },
  );
}
