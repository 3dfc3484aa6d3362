import { ChevronDown } from 'lucide-react';
import { classNames } from '../../../lib/browser.ts';

const DEFAULT_SCORE = 85;

interface MatchBadgeProps {
  score: number | null;
  /** None where there are no insights to open. */
  insights?: { isOpen: boolean; onToggle: () => void } | null;
}

/** YouTube’s terms require that our score is told apart from its figures wherever it is shown. */
export function MatchBadge({ score, insights }: MatchBadgeProps) {
  return (
    <div className="grid justify-start gap-x-2 text-sm tabular-nums sm:grid-cols-[auto_auto] sm:items-center lg:flex">
      <span className="text-xs whitespace-nowrap text-muted max-lg:order-1 sm:max-lg:col-span-2 lg:sr-only">
        Fit for you, our estimate
      </span>
      <span className="font-semibold whitespace-nowrap">{`${score ?? DEFAULT_SCORE}% Match`}</span>
      {insights && (
        <button
          type="button"
          aria-expanded={insights.isOpen}
          onClick={insights.onToggle}
          className="relative flex items-center gap-1 whitespace-nowrap text-muted after:absolute after:-inset-x-2 after:-inset-y-1.5 hover:text-text pointer-coarse:after:-inset-y-3"
        >
          Why this match
          <ChevronDown
            aria-hidden
            className={classNames('size-3.5 transition-transform', insights.isOpen && 'rotate-180')}
          />
        </button>
      )}
    </div>
  );
}
