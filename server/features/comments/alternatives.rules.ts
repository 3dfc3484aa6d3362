import {
  type Comment,
  type CommentAnalysis,
  commentAnalysisSchema,
} from '#shared/contracts/comment-detail.ts';
import type { Alternative } from '#shared/contracts/drafts.ts';
import type { Draft } from './redraft.rules.ts';

/**
 * The fields of a comment that describe its draft; its content may have been edited
 * since.
 */
export type DraftFields = Pick<
  Comment,
  'style' | 'generatedContent' | 'qualityScore' | 'voiceProfileId' | 'model'
> & {
  analysis: CommentAnalysis | null;
};

/**
 * Swaps the draft with one of its alternatives, given by its index or its text. Returns
 * null if there is no such alternative.
 */
export function exchangeDraft(
  comment: DraftFields,
  alternatives: readonly Alternative[],
  wanted: number | string,
): { draft: Draft; alternatives: Alternative[] } | null {
  const place = alternatives.findIndex(
    ({ content }, at) => at === wanted || content === wanted,
  );
  const picked = alternatives[place];
  if (!picked || !comment.analysis) return null;
  const { content, qualityScore, angle, ...analysis } = picked;
  return {
    draft: {
      content,
      qualityScore,
      style: comment.style,
      // Older versions stored alternatives with fewer fields.
      analysis: commentAnalysisSchema.parse(analysis),
      voiceProfileId: comment.voiceProfileId,
      model: comment.model ?? '',
    },
    alternatives: alternatives.with(
      place,
      asAlternative(comment, comment.generatedContent, ''),
    ),
  };
}

/**
 * Copies the whole analysis into the alternative, so that choosing the alternative later
 * restores it.
 */
export function asAlternative(
  { qualityScore, analysis }: Pick<DraftFields, 'qualityScore' | 'analysis'>,
  content: string,
  angle: string,
): Alternative {
  const whole = commentAnalysisSchema.parse({
    platformCompliance: true,
    checks: [],
    ...analysis,
  });
  return { ...whole, content, angle, qualityScore };
}
