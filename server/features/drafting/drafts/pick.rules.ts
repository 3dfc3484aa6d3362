import { type CommentAnalysis, commentAnalysisSchema } from '#shared/contracts/comment-analysis.ts';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { Alternative } from '#shared/contracts/draft-record.ts';
import { steerLabels } from '#shared/contracts/grounding.ts';
import { truncate } from '#shared/rules/format.ts';
import { invalid } from '../../../core/errors.ts';
import type { DraftRequest } from '../../../providers/language-model/language-model.ts';
import type { NewDraft } from '../../comments/review.rules.ts';

export const mostAlternatives = 8;
const shownWish = 40;

/** What a new version should be like. */
export type Steering = Pick<NonNullable<DraftRequest['steered']>, 'steer' | 'instruction'>;

type Drafted = Pick<Comment, 'style' | 'generatedContent' | 'qualityScore' | 'voiceProfileId' | 'model'> & {
  analysis: CommentAnalysis | null;
};

export function pickAlternative(
  comment: Drafted,
  alternatives: readonly Alternative[],
  place: number,
): { draft: NewDraft; alternatives: Alternative[] } {
  const picked = alternatives[place];
  if (!picked || !comment.analysis)
    throw invalid('This comment has no such alternative. Reload the page to see which there are.');
  const { content, qualityScore, angle, ...analysis } = picked;
  return {
    draft: {
      content,
      qualityScore,
      style: comment.style,
      // Alternatives of older versions were stored with less.
      analysis: commentAnalysisSchema.parse(analysis),
      voiceProfileId: comment.voiceProfileId,
      model: comment.model ?? '',
    },
    alternatives: alternatives.with(place, asAlternative(comment, comment.generatedContent, '')),
  };
}

/** Keeps the version before as the first alternative: picking it is the way back. */
export function withVersionBefore(
  comment: Drafted & Pick<Comment, 'content'>,
  alternatives: readonly Alternative[],
  { steer, instruction }: Steering,
): Alternative[] {
  const wish = steer ? steerLabels[steer] : truncate((instruction ?? '').replace(/\s+/g, ' '), shownWish);
  const before = asAlternative(comment, comment.content, `Before: ${wish}`);
  return [before, ...alternatives].slice(0, mostAlternatives);
}

/** Takes the whole analysis along, so that a pick brings it back. */
export function asAlternative(
  { qualityScore, analysis }: Pick<Drafted, 'qualityScore' | 'analysis'>,
  content: string,
  angle: string,
): Alternative {
  const whole = commentAnalysisSchema.parse({ platformCompliance: true, checks: [], ...analysis });
  return { ...whole, content, angle, qualityScore };
}
