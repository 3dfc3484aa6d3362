import { commentAnalysisSchema } from '#shared/contracts/comment-detail.ts';
import type { DraftRecord } from '#shared/contracts/drafts.ts';
import { type CommentView, presentComment } from '../comments/comment.view.ts';

/** A comment and the record of its draft, as responses show them. */
export interface DraftView {
  view: CommentView;
  record: DraftRecord;
  /**
   * The step that changed the comment; null for a new comment, and where nothing was
   * written.
   */
  step: string | null;
}

export function presentDraft({ view, record }: DraftView) {
  const comment = presentComment(view);
  const analysis = commentAnalysisSchema.parse(comment.analysis);
  return {
    comment,
    analysis: record.why ? { ...analysis, why: record.why } : analysis,
    alternatives: record.alternatives,
  };
}
