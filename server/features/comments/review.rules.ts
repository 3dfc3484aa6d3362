import type { CommentAnalysis, VouchRequest } from '#shared/contracts/comment-detail.ts';
import type { UpdateComment } from '#shared/contracts/comments.ts';
import type { AddToQueue, ApproveAndSchedule, Schedule } from '#shared/contracts/queue.ts';
import {
  isEditable,
  isUnconfirmed,
  mayChangeStatus,
  refusedChange,
  whyNotEditable,
} from '#shared/rules/comment-status.ts';
import { draftsOf, gapRefusal, isAmong } from '#shared/rules/comment-text.ts';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import { autoPostDueAt } from '#shared/rules/schedule.ts';
import { conflict, invalid, notFound } from '../../core/errors.ts';
import type { ChangeDraftRecord, CommentChange, CommentView, Queued } from './comment.view.ts';

type ContentChange = Extract<UpdateComment, { content: string }>;
type StatusChange = Extract<UpdateComment, { status: string }>;

const offSchedule = (blockedReason: string | null) => ({
  scheduledFor: null,
  dueAt: null,
  nextTryAt: null,
  autoPost: false,
  blockedReason,
});

/**
 * Clears the mark of a comment restored from a backup: YouTube is checked for the comment before every
 * approval.
 */
export const checkedOnYouTube = { restoredFrom: null, restoredAsApproved: false };

export function refuseWhilePosting({ openAttempt }: CommentView): void {
  if (openAttempt) throw conflict('being_posted', postingReason('being_posted'));
}

/**
 * Deletes a pending draft that is not in the queue. Throws 409 for any other comment, and if the draft has
 * changed since the owner saw it. Keeps a comment that was ever sent: YouTube may have it, and its record
 * prevents a second post.
 */
export function discardDraft(view: CommentView, revision: number): CommentChange {
  const { comment, queueItem, wasSent } = view;
  // After a restore from a backup, YouTube may already have a comment that is a draft in this database.
  const mayBeOnYouTube = wasSent || comment.restoredFrom !== null;
  if (comment.status !== 'pending' || queueItem || mayBeOnYouTube)
    throw conflict(
      'draft_kept',
      'This comment was decided, queued or sent, so it is kept. Reject it in the review queue if you do not want it.',
    );
  refuseOlderView(view, revision, null);
  return { discard: true };
}

/** Returns null if the text is unchanged. An approved comment stays approved. */
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

/** Throws 409 if the comment is on YouTube, may be there, or is being posted. */
function refuseEdit(view: CommentView): void {
  const { comment } = view;
  if (!isEditable(comment.status))
    throw conflict('already_posted', 'This comment is already on YouTube and can no longer be edited here.');
  const rests = whyNotEditable(comment, view.openAttempt);
  if (rests !== null) throw conflict(view.openAttempt ? 'being_posted' : 'unconfirmed', rests);
  refuseWhilePosting(view);
}

/** Throws 409 if the text has an open gap, since only the owner can fill it in. */
function refuseOpenGap(comment: CommentView['comment'], text = comment.content): void {
  const refusal = gapRefusal(text, draftsOf(comment));
  if (refusal !== null) throw conflict('open_gap', refusal);
}

/** Throws 409 if the text has an open gap, or repeats one of the recently `posted` texts. */
export function refuseText(
  comment: CommentView['comment'],
  posted: readonly string[],
  text = comment.content,
): void {
  refuseOpenGap(comment, text);
  if (isAmong(posted, text)) throw conflict('duplicate_text', postingReason('duplicate_text'));
}

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
  // Check the revision before the status: a comment that already has the requested status may have a
  // different text from the one the owner saw.
  refuseOlderView(view, revision, null);
  if (comment.status === status) return null;
  refuseWhilePosting(view);
  if (!mayChangeStatus(comment.status, status))
    throw conflict('status_conflict', refusedChange(comment.status, status));
  const revised = { status, revision: comment.revision + 1 };
  if (status === 'approved') {
    // Skips the check for an unconfirmed comment: it cannot be edited before its Retry, so the owner could
    // not fix it.
    if (!isUnconfirmed(comment)) refuseText(comment, posted);
    return {
      comment: { ...revised, ...checkedOnYouTube, reviewedAt: now, failureCode: null, failureReason: null },
      ...(queueItem && { queueItem: approvedQueueItem(queueItem, now) }),
    };
  }
  return {
    comment: status === 'rejected' ? { ...revised, reviewedAt: now } : revised,
    ...(queueItem && comment.status === 'approved' && { queueItem: offSchedule('moved_to_review') }),
  };
}

/** Sets when a newly approved comment with auto-post is due (rule 4.5). */
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
  posted: readonly string[],
  now: Date,
): CommentChange | null {
  const { comment, queueItem } = view;
  if (comment.status === 'posted') throw conflict('already_posted', postingReason('already_posted'));
  if (!queueItem && autoPost) refuseAutoPost(comment, posted);
  if (!queueItem)
    return {
      queueItem: {
        priority: priority ?? 0,
        createdAt: now,
        ...unscheduled(view, { autoPost: autoPost ?? false, queuedAt: now, now }),
      },
    };
  const nextPriority = priority ?? queueItem.priority;
  // A scheduled comment is posted automatically anyway, so its auto-post setting stays as it is.
  const nextAutoPost = queueItem.scheduledFor ? queueItem.autoPost : (autoPost ?? queueItem.autoPost);
  const isSamePriority = nextPriority === queueItem.priority;
  const isSameAutoPost = nextAutoPost === queueItem.autoPost;
  if (isSamePriority && isSameAutoPost) return null;
  refuseWhilePosting(view);
  if (isSameAutoPost) return { queueItem: { priority: nextPriority } };
  if (nextAutoPost) refuseAutoPost(comment, posted);
  return {
    queueItem: {
      priority: nextPriority,
      ...unscheduled(view, { autoPost: nextAutoPost, queuedAt: queueItem.createdAt, now }),
    },
  };
}

/** Auto-post will post an approved comment, so its text is checked just as for a schedule. */
function refuseAutoPost(comment: CommentView['comment'], posted: readonly string[]): void {
  if (comment.status === 'approved') refuseText(comment, posted);
}

export function reschedule(
  view: Queued<CommentView>,
  { scheduledFor, autoPost }: Schedule,
  posted: readonly string[],
  now: Date,
): CommentChange {
  refuseWhilePosting(view);
  if (scheduledFor === null) {
    if (autoPost) {
      refuseAutoPost(view.comment, posted);
      return { queueItem: unscheduled(view, { autoPost: true, queuedAt: view.queueItem.createdAt, now }) };
    }
    return { queueItem: offSchedule(view.queueItem.scheduledFor ? 'unscheduled' : null) };
  }
  if (!autoPost)
    throw invalid(
      'A scheduled comment is posted automatically: send autoPost true with it.',
      'auto_post_required',
    );
  if (view.comment.status !== 'approved') throw conflict('not_approved', postingReason('not_approved'));
  refuseText(view.comment, posted);
  return { queueItem: onSchedule(timeAhead(scheduledFor, now)) };
}

/** Throws 400 for a time that is not later than now. */
function timeAhead(scheduledFor: string, now: Date): Date {
  const at = new Date(scheduledFor);
  if (at > now) return at;
  throw invalid('The scheduled time is in the past. Choose a time later than now.', 'schedule_in_past');
}

/** Edits, approves and schedules a comment like three requests, but all or nothing. */
export function approveAndSchedule(
  view: CommentView,
  { revision, content, scheduledFor }: ApproveAndSchedule,
  posted: PostedTexts,
  now: Date,
): CommentChange {
  refuseOlderView(view, revision, content ?? null);
  refuseWhilePosting(view);
  const edit = content === undefined ? null : editContent(view, { content }, posted.lately);
  const comment = { ...view.comment };
  if (edit && content !== undefined) {
    comment.content = content;
    comment.revision += 1;
  }
  const approval = changeStatus({ ...view, comment }, { status: 'approved' }, posted.lately, now);
  refuseText(comment, posted.beforeItsTime);
  return {
    comment: { ...edit?.comment, ...approval?.comment },
    queueItem: {
      ...(view.queueItem === null && { createdAt: now }),
      ...onSchedule(timeAhead(scheduledFor, now)),
    },
  };
}

export const onSchedule = (at: Date) => ({
  scheduledFor: at,
  dueAt: at,
  autoPost: true,
  blockedReason: null,
  nextTryAt: null,
});

interface WithoutTime {
  autoPost: boolean;
  /** When the comment was queued, from which the wait for auto-post counts. */
  queuedAt: Date;
  now: Date;
}

/** Returns the schedule fields of a queue item that has no time set by the user: auto-post may still set one. */
export function unscheduled({ comment }: CommentView, { autoPost, queuedAt, now }: WithoutTime) {
  const waits = autoPost && comment.status === 'approved';
  return {
    ...offSchedule(null),
    autoPost,
    // Counts from now even if the approval is older, so that there is time to undo.
    dueAt: waits ? autoPostDueAt(queuedAt, now) : null,
  };
}

/** Returns a 409 error that contains the current text, status and revision of the comment. */
export const changedMeanwhile = (
  { content, status, revision }: Pick<CommentView['comment'], 'content' | 'status' | 'revision'>,
  sentence: string,
  yours?: string | null,
) => conflict('revision_conflict', sentence, { current: { content, status, revision }, yours });

/** Throws 409 with both texts if the revision is outdated, so that two tabs cannot overwrite each other. */
function refuseOlderView({ comment }: CommentView, revision: number | undefined, yours: string | null): void {
  const sentence = 'This comment was changed elsewhere in the meantime. Compare both texts and choose one.';
  if (revision !== undefined && revision !== comment.revision)
    throw changedMeanwhile(comment, sentence, yours);
}

/** A new draft. If the owner wrote the text, `model` is null and `generatedContent` is empty. */
export interface Draft
  extends Pick<CommentView['comment'], 'content' | 'style' | 'qualityScore' | 'voiceProfileId' | 'model'> {
  generatedContent?: string;
  analysis: CommentAnalysis;
}

export interface Redraft {
  draft: Draft;
  revision: number;
  record: ChangeDraftRecord;
  /** Also puts the comment into the review queue if it isn't there. */
  toQueue?: boolean;
}

/** Throws 409 for a comment that is, may be or is about to be on YouTube. */
export function refuseRedraft(view: CommentView): void {
  const { comment } = view;
  if (!isEditable(comment.status)) throw conflict('already_posted', postingReason('already_posted'));
  refuseWhilePosting(view);
  // Retry searches YouTube for the old text. It would not find it after a redraft and would post a second
  // comment.
  if (isUnconfirmed(comment))
    throw conflict(
      'unconfirmed',
      'YouTube may have this comment already. Use Retry, which checks for it first, before writing another one.',
    );
}

export function redraft(
  view: CommentView,
  { draft, revision, record, toQueue = false }: Redraft,
  now: Date,
): CommentChange {
  refuseRedraft(view);
  const { comment } = view;
  if (comment.revision !== revision)
    throw changedMeanwhile(
      comment,
      'This comment was changed while its new draft was being written. Nothing was replaced; try again if you still want a new one.',
      null,
    );
  const replaced = { content: comment.content, style: comment.style, replacedAt: now.toISOString() };
  return {
    comment: {
      generatedContent: draft.content,
      ...draft,
      previousTexts: [...comment.previousTexts, replaced],
      status: 'pending',
      revision: revision + 1,
      reviewedAt: null,
      failureCode: null,
      failureReason: null,
    },
    draftRecord: record,
    ...redraftedPlace(view, toQueue, now),
  };
}

function redraftedPlace(view: CommentView, toQueue: boolean, now: Date): Pick<CommentChange, 'queueItem'> {
  const { comment, queueItem } = view;
  if (toQueue) return addToQueue(view, { priority: queueItem?.priority, autoPost: false }, [], now) ?? {};
  if (queueItem && comment.status === 'approved') return { queueItem: offSchedule('moved_to_review') };
  return {};
}

/** Texts of other comments that a comment must not repeat (rule 7.15). */
export interface PostedTexts {
  /** Posted within the last 30 days. */
  lately: readonly string[];
  /** Posted within the 30 days before the comment's scheduled time. */
  beforeItsTime: readonly string[];
}

/** Records that the owner vouches for a sentence. Returns null if that is already recorded. */
export function confirmSentence(
  view: CommentView,
  { sentence, revision }: VouchRequest,
): CommentChange | null {
  refuseEdit(view);
  const { analysis, revision: current } = view.comment;
  // Older versions stored drafts without sentences.
  const sentences = analysis?.sentences ?? [];
  const reading = analysis?.reading ?? null;
  const named = sentences.filter(({ text }) => text === sentence);
  if (!analysis || named.length === 0) throw notFound('This sentence');
  if (named.every(({ source }) => source?.kind === 'person')) return null;
  refuseOlderView(view, revision, null);
  const source = { kind: 'person' as const, quote: null, at: null };
  const own = { text: sentence, source, unsupported: [] };
  return {
    comment: {
      analysis: {
        ...analysis,
        sentences: sentences.map((each) => (each.text === sentence ? own : each)),
        reading: reading && { ...reading, wrong: reading.wrong.filter((each) => each.sentence !== sentence) },
      },
      revision: current + 1,
    },
  };
}
