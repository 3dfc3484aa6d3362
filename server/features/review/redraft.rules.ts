import type { CommentAnalysis } from '#shared/contracts/comment-analysis.ts';
import type { CommentStyle } from '#shared/contracts/enums.ts';
import { isEditable, isUnconfirmed } from '#shared/rules/comment-status.ts';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import { conflict } from '../../core/errors.ts';
import type { CommentChange, CommentView, DraftRecordChange } from '../comments/comment.view.ts';
import { offSchedule, refuseWhilePosting } from './review.rules.ts';

export interface NewDraft {
  content: string;
  style: CommentStyle;
  qualityScore: number;
  analysis: CommentAnalysis;
  voiceProfileId: number | null;
  model: string;
}

export interface Redraft {
  draft: NewDraft;
  revision: number;
  record?: DraftRecordChange | undefined;
}

/** Throws 409 for a comment that is, may be or is about to be on YouTube. */
export function refuseRedraft(view: CommentView): void {
  const { comment } = view;
  if (!isEditable(comment.status)) throw conflict('already_posted', postingReason('already_posted'));
  refuseWhilePosting(view);
  // Retry looks for the old text; a new one would make a second comment.
  if (isUnconfirmed(comment))
    throw conflict(
      'unconfirmed',
      'YouTube may have this comment already. Use Retry, which checks for it first, before writing another one.',
    );
}

export function redraft(view: CommentView, { draft, revision, record }: Redraft, now: Date): CommentChange {
  refuseRedraft(view);
  const { comment, queueItem } = view;
  if (comment.revision !== revision)
    throw conflict(
      'revision_conflict',
      'This comment was changed while its new draft was being written. Nothing was replaced; try again if you still want a new one.',
      {
        current: { content: comment.content, status: comment.status, revision: comment.revision },
        yours: null,
      },
    );
  const replaced = { content: comment.content, style: comment.style, replacedAt: now.toISOString() };
  return {
    comment: {
      ...draft,
      generatedContent: draft.content,
      previousTexts: [...comment.previousTexts, replaced],
      status: 'pending',
      revision: revision + 1,
      reviewedAt: null,
      failureCode: null,
      failureReason: null,
    },
    draftRecord: record,
    ...(queueItem && comment.status === 'approved' && { queueItem: offSchedule('moved_to_review') }),
  };
}
