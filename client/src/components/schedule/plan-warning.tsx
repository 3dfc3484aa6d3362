import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { calendarDays } from '#shared/rules/calendar.ts';
import { FIRST_WEEK_POSTS, postingStatusQuery } from '../../api/posting.ts';
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
  const daysOver = (dailyCap: number) => overfullDays(plan, planned ?? [], { ...status, dailyCap }, now);
  const { firstWeekEndsAt: weekEnds } = status;
  const lastAdvised = weekEnds === null ? '' : calendarDays(status.timeZone)(new Date(weekEnds));
  const zone = status.timeZone === viewersZone() ? '' : ` (${status.timeZone} time)`;
  const warnings = [
    ...(status.state === 'paused' && status.reason ? [status.reason] : []),
    ...daysOver(status.dailyCap).map(
      ({ day, posts }) =>
        `${formatDay(day)}${zone} would have ${posts} posts; your daily limit is ${status.dailyCap}. The rest waits for the next day.`,
    ),
    ...daysOver(FIRST_WEEK_POSTS)
      .filter(({ day, posts }) => day <= lastAdvised && posts <= status.dailyCap)
      .map(
        ({ day, posts }) =>
          `${formatDay(day)}${zone} would have ${posts} posts; in your first week ${FIRST_WEEK_POSTS} a day are safer.`,
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
