import type { VouchRequest } from '#shared/contracts/comment-detail.ts';
import type { UpdateComment } from '#shared/contracts/comments.ts';
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
import type { CommentChange, CommentView } from './comment.view.ts';

type ContentChange = Extract<UpdateComment, { content: string }>;
type StatusChange = Extract<UpdateComment, { status: string }>;

/**
 * Returns the schedule fields of a queue item without a time. `blockedReason` says why it
 * has none.
 */
export const offSchedule = (blockedReason: string | null) => ({
  scheduledFor: null,
  dueAt: null,
  nextTryAt: null,
  autoPost: false,
  blockedReason,
});

/**
 * Clears the mark of a comment restored from a backup: YouTube is checked for the comment
 * before every approval.
 */
export const checkedOnYouTube = { restoredFrom: null, restoredAsApproved: false };

export function refuseWhilePosting({ openAttempt }: CommentView): void {
  if (openAttempt) throw conflict('being_posted', postingReason('being_posted'));
}

/**
 * Deletes a pending draft that is not in the queue. Throws 409 for any other comment, and
 * if the draft has changed since the owner saw it. Keeps a comment that was ever sent:
 * YouTube may have it, and its record prevents a second post.
 */
export function discardDraft(view: CommentView, revision: number): CommentChange {
  const { comment, queueItem, wasSent } = view;
  // After a restore from a backup, YouTube may already have a comment that is a draft in
  // this database.
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
    throw conflict(
      'already_posted',
      'This comment is already on YouTube and can no longer be edited here.',
    );
  const rests = whyNotEditable(comment, view.openAttempt);
  if (rests !== null)
    throw conflict(view.openAttempt ? 'being_posted' : 'unconfirmed', rests);
  refuseWhilePosting(view);
}

/** Throws 409 if the text has an open gap, since only the owner can fill it in. */
function refuseOpenGap(comment: CommentView['comment'], text = comment.content): void {
  const refusal = gapRefusal(text, draftsOf(comment));
  if (refusal !== null) throw conflict('open_gap', refusal);
}

/**
 * Throws 409 if the text has an open gap, or repeats one of the recently `posted` texts.
 */
export function refuseText(
  comment: CommentView['comment'],
  posted: readonly string[],
  text = comment.content,
): void {
  refuseOpenGap(comment, text);
  if (isAmong(posted, text))
    throw conflict('duplicate_text', postingReason('duplicate_text'));
}

export function markExample(
  { comment }: CommentView,
  isExample: boolean,
): CommentChange | null {
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
  // Check the revision before the status: a comment that already has the requested status
  // may have a different text from the one the owner saw.
  refuseOlderView(view, revision, null);
  if (comment.status === status) return null;
  refuseWhilePosting(view);
  if (!mayChangeStatus(comment.status, status))
    throw conflict('status_conflict', refusedChange(comment.status, status));
  const revised = { status, revision: comment.revision + 1 };
  if (status === 'approved') {
    // Skips the check for an unconfirmed comment: it cannot be edited before its Retry,
    // so the owner could not fix it.
    if (!isUnconfirmed(comment)) refuseText(comment, posted);
    return {
      comment: {
        ...revised,
        ...checkedOnYouTube,
        reviewedAt: now,
        failureCode: null,
        failureReason: null,
      },
      ...(queueItem && { queueItem: approvedQueueItem(queueItem, now) }),
    };
  }
  return {
    comment: status === 'rejected' ? { ...revised, reviewedAt: now } : revised,
    ...(queueItem &&
      comment.status === 'approved' && { queueItem: offSchedule('moved_to_review') }),
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

/**
 * Returns a 409 error that contains the current text, status and revision of the comment.
 */
export const changedMeanwhile = (
  {
    content,
    status,
    revision,
  }: Pick<CommentView['comment'], 'content' | 'status' | 'revision'>,
  sentence: string,
  yours?: string | null,
) =>
  conflict('revision_conflict', sentence, {
    current: { content, status, revision },
    yours,
  });

/**
 * Throws 409 with both texts if the revision is outdated, so that two tabs cannot
 * overwrite each other.
 */
export function refuseOlderView(
  { comment }: CommentView,
  revision: number | undefined,
  yours: string | null,
): void {
  const sentence =
    'This comment was changed elsewhere in the meantime. Compare both texts and choose one.';
  if (revision !== undefined && revision !== comment.revision)
    throw changedMeanwhile(comment, sentence, yours);
}

/**
 * Records that the owner vouches for a sentence. Returns null if that is already
 * recorded.
 */
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
        reading: reading && {
          ...reading,
          wrong: reading.wrong.filter((each) => each.sentence !== sentence),
        },
      },
      revision: current + 1,
    },
  };
}
