import type { CommentAnalysis } from '#shared/contracts/comment-detail.ts';
import { isEditable, isUnconfirmed } from '#shared/rules/comment-status.ts';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import { conflict } from '../../core/errors.ts';
import type { ChangeDraftRecord, CommentChange, CommentView } from './comment.view.ts';
import { addToQueue } from './queue.rules.ts';
import { changedMeanwhile, offSchedule, refuseWhilePosting } from './review.rules.ts';

/**
 * A new draft. If the owner wrote the text, `model` is null and `generatedContent` is
 * empty.
 */
export interface Draft
  extends Pick<
    CommentView['comment'],
    'content' | 'style' | 'qualityScore' | 'voiceProfileId' | 'model'
  > {
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
  if (!isEditable(comment.status))
    throw conflict('already_posted', postingReason('already_posted'));
  refuseWhilePosting(view);
  // Retry searches YouTube for the old text. It would not find it after a redraft and
  // would post a second comment.
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
  const replaced = {
    content: comment.content,
    style: comment.style,
    replacedAt: now.toISOString(),
  };
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

function redraftedPlace(
  view: CommentView,
  toQueue: boolean,
  now: Date,
): Pick<CommentChange, 'queueItem'> {
  const { comment, queueItem } = view;
  if (toQueue)
    return (
      addToQueue(view, { priority: queueItem?.priority, autoPost: false }, [], now) ?? {}
    );
  if (queueItem && comment.status === 'approved')
    return { queueItem: offSchedule('moved_to_review') };
  return {};
}
