import { commentAnalysisSchema } from '#shared/contracts/comment-analysis.ts';
import type { GenerateResponse } from '#shared/contracts/drafts.ts';
import { presentComment } from '../comments/comment.presenter.ts';
import type { DraftedComment } from './drafting.service.ts';

export function presentDraft({ view, record }: DraftedComment): GenerateResponse {
  const comment = presentComment(view);
  const analysis = commentAnalysisSchema.parse(comment.analysis);
  return {
    comment,
    analysis: record.why ? { ...analysis, why: record.why } : analysis,
    alternatives: record.alternatives,
  };
}
