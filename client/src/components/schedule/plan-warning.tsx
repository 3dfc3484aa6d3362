import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { postingStatusQuery } from '../../api/posting.ts';
import { viewersZone } from '../../api/posting-slots.ts';
import { plannedDaysQuery } from '../../api/queue.ts';
import { formatDay } from '../../lib/dates.ts';
import { useNow } from '../../lib/use-now.ts';
import { overfullDays, type Plan } from './daily-load.ts';

export function PlanWarning({ plan }: { plan: Plan }) {
  const status = useQuery(postingStatusQuery).data;
  const planned = useQuery(plannedDaysQuery).data;
  const now = useNow();
  if (!status) return null;
  const overfull = overfullDays(plan, planned ?? [], status, now);
  const zone = status.timeZone === viewersZone() ? '' : ` (${status.timeZone} time)`;
  const warnings = [
    ...(status.state === 'paused' && status.reason ? [status.reason] : []),
    ...overfull.map(
      ({ day, posts }) =>
        `${formatDay(day)}${zone} would have ${posts} posts; your daily limit is ${status.dailyCap}. The rest waits for the next day.`,
    ),
  ];
  if (warnings.length === 0) return null;
  return (
    <ul aria-live="polite" className="flex flex-col gap-1 text-sm text-pending">
      {warnings.map((warning) => (
        <li key={warning} className="flex items-start gap-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {warning}
        </li>
      ))}
    </ul>
  );
}
