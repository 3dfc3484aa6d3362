import { Badge } from '../../../components/ui/badge.tsx';

/** SPEC §9: shown when a video carries no score. */
const DEFAULT_MATCH = 85;

/** YouTube’s rules want a score of ours told apart from its own figures, where it is shown. */
export function MatchBadge({ score }: { score: number | null }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 sm:max-lg:flex-col sm:max-lg:items-end">
      <Badge>{score ?? DEFAULT_MATCH}% Match</Badge>
      <span className="text-xs whitespace-nowrap text-muted">Fit for you, our estimate</span>
    </div>
  );
}
