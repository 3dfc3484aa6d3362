import { ChevronDown } from 'lucide-react';
import { classNames } from '../../../lib/class-names.ts';

const DEFAULT_SCORE = 85;

interface MatchBadgeProps {
  score: number | null;
  /** None where there are no insights to open. */
  insights?: { isOpen: boolean; onToggle: () => void } | null;
}

/** YouTube’s terms require that our score is told apart from its figures wherever it is shown. */
export function MatchBadge({ score, insights }: MatchBadgeProps) {
  const words = `${score ?? DEFAULT_SCORE}% Match`;
  return (
    <div className="flex gap-x-2 text-sm tabular-nums max-sm:flex-col sm:items-center">
      <span className="text-xs whitespace-nowrap text-muted max-lg:order-1 lg:sr-only">
        Fit for you, our estimate
      </span>
      {insights ? (
        <button
          type="button"
          aria-expanded={insights.isOpen}
          onClick={insights.onToggle}
          className="relative flex items-center gap-1 font-semibold whitespace-nowrap after:absolute after:-inset-x-2 after:-inset-y-1.5 pointer-coarse:after:-inset-y-3"
        >
          {words}
          <span className="sr-only">, insights</span>
          <ChevronDown
            aria-hidden
            className={classNames(
              'size-3.5 text-muted transition-transform',
              insights.isOpen && 'rotate-180',
            )}
          />
        </button>
      ) : (
        <span className="font-semibold whitespace-nowrap">{words}</span>
      )}
    </div>
  );
}
