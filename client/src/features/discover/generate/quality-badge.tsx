import { type QualityBand, qualityBand } from '#shared/rules/quality.ts';
import { Badge } from '../../../components/ui/badge.tsx';

const BANDS: Record<QualityBand, string> = {
  excellent: 'Excellent',
  good: 'Good',
  moderate: 'Moderate',
  limited: 'Limited',
};

export function QualityBadge({ score }: { score: number }) {
  return (
    <Badge title="Our quality score: the model's rating combined with what can be measured.">
      {score}/100 {BANDS[qualityBand(score)]}
    </Badge>
  );
}
