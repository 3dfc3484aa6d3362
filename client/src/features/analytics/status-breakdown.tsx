import type { AnalyticsResponse } from '#shared/contracts/analytics.ts';
import type { CommentStatus } from '#shared/contracts/enums.ts';
import { StateBadge } from '../../components/comment-state.tsx';
import { Progress } from '../../components/ui/choices.tsx';
import { formatNumber } from '../../lib/formats.ts';

const BARS: Record<CommentStatus, string> = {
  pending: 'bg-pending',
  approved: 'bg-approved',
  rejected: 'bg-rejected',
  posted: 'bg-posted',
  failed: 'bg-failed',
};

export function StatusBreakdown({ breakdown }: { breakdown: AnalyticsResponse['statusBreakdown'] }) {
  return (
    <ul className="flex flex-col gap-3">
      {breakdown.map(({ status, count, percent }) => (
        <li
          key={status}
          className="grid grid-cols-[6.5rem_minmax(0,1fr)_6rem] items-center gap-4 max-sm:grid-cols-[5.5rem_minmax(0,1fr)_5.5rem] max-sm:gap-3"
        >
          <span>
            <StateBadge state={status} />
          </span>
          <Progress value={percent} label={`${status}: share of all comments`} barClassName={BARS[status]} />
          <span className="text-right text-sm tabular-nums">
            {formatNumber(count)} <span className="text-muted">({percent}%)</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
