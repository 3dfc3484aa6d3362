import type { Comment } from '#shared/contracts/comment-detail.ts';
import { neutralVoiceNote, type QualityBand, qualityBand } from '#shared/rules/quality.ts';
import { Badge } from '../../../components/ui/button.tsx';

const BANDS: Record<QualityBand, string> = {
  excellent: 'Excellent',
  good: 'Good',
  moderate: 'Moderate',
  limited: 'Limited',
};

export function QualityBadge({ comment }: { comment: Pick<Comment, 'qualityScore' | 'voiceProfileId'> }) {
  return (
    <Badge title="Our estimate of how likely you would post it unchanged: a second reading by the model, its proofs looked up.">
      {comment.qualityScore}/100 {BANDS[qualityBand(comment.qualityScore)]}
      {neutralVoiceNote(comment)}
    </Badge>
  );
}
