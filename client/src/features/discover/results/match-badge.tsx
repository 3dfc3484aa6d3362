import { Badge } from '../../../components/ui/badge.tsx';

const DEFAULT_SCORE = 85;

/** YouTube’s terms require that our score is told apart from its figures wherever it is shown. */
export function MatchBadge({ score }: { score: number | null }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 sm:max-lg:flex-col sm:max-lg:items-end">
      <Badge>{score ?? DEFAULT_SCORE}% Match</Badge>
      <span className="text-xs whitespace-nowrap text-muted">Fit for you, our estimate</span>
    </div>
  );
}
