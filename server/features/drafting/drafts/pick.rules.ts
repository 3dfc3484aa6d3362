import type { CommentAnalysis } from '#shared/contracts/comment-analysis.ts';
import type { Comment } from '#shared/contracts/comments.ts';
import type { Alternative } from '#shared/contracts/draft-record.ts';
import { invalid } from '../../../core/errors.ts';
import type { NewDraft } from '../../review/redraft.rules.ts';

type Drafted = Pick<Comment, 'style' | 'generatedContent' | 'qualityScore' | 'voiceProfileId' | 'model'> & {
  analysis: CommentAnalysis | null;
};

export function pickAlternative(
  comment: Drafted,
  alternatives: readonly Alternative[],
  place: number,
): { draft: NewDraft; alternatives: Alternative[] } {
  const picked = alternatives[place];
  const { analysis } = comment;
  if (!picked || !analysis)
    throw invalid('This comment has no such alternative. Reload the page to see which there are.');
  const { content, qualityScore, angle, ...measured } = picked;
  return {
    draft: {
      content,
      qualityScore,
      style: comment.style,
      analysis: { ...analysis, ...measured },
      voiceProfileId: comment.voiceProfileId,
      model: comment.model ?? '',
    },
    alternatives: alternatives.with(place, asAlternative(comment, analysis)),
  };
}

function asAlternative(comment: Drafted, analysis: CommentAnalysis): Alternative {
  const { platformCompliance, checks, scoreParts } = analysis;
  return {
    content: comment.generatedContent,
    angle: '',
    qualityScore: comment.qualityScore,
    platformCompliance,
    checks,
    scoreParts,
  };
}
