import { Badge } from '../../components/ui/badge.tsx';

/** SPEC §9: shown when a video carries no score. */
const DEFAULT_MATCH = 85;

/** Ours, and said to be ours. */
export function MatchBadge({ score }: { score: number | null }) {
  return (
    <Badge title="Our estimate of how well this video meets your expertise. It is not a YouTube figure.">
      {score ?? DEFAULT_MATCH}% Match
    </Badge>
  );
}
