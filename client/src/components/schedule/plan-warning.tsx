import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { postingStatusQuery } from '../../api/posting.ts';
import { queueQuery } from '../../api/queue.ts';
import { formatDay } from '../../lib/dates.ts';
import { useNow } from '../../lib/use-now.ts';
import { overfullDays } from './daily-load.ts';

const dueTimes = (items: QueueItem[]) =>
  items.flatMap(({ commentId, dueAt }) => (dueAt ? [{ commentId, at: new Date(dueAt) }] : []));

interface PlanWarningProps {
  plan: readonly Date[];
  commentIds: readonly number[];
}

export function PlanWarning({ plan, commentIds }: PlanWarningProps) {
  const status = useQuery(postingStatusQuery).data;
  const planned = useQuery({ ...queueQuery, select: dueTimes }).data ?? [];
  const now = useNow();
  if (!status) return null;
  // A rescheduled comment must not count twice.
  const others = planned.filter(({ commentId }) => !commentIds.includes(commentId)).map(({ at }) => at);
  const overfull = overfullDays(plan, others, status, now);
  const warnings = [
    ...(status.state === 'paused' && status.reason ? [status.reason] : []),
    ...overfull.map(
      ({ day, posts }) =>
        `${formatDay(day)} (Pacific time) would have ${posts} posts; your daily limit is ${status.dailyCap}. The rest waits for the next day.`,
    ),
  ];
  if (warnings.length === 0) return null;
  return (
    <ul aria-live="polite" className="flex flex-col gap-1 text-sm text-warning">
      {warnings.map((warning) => (
        <li key={warning} className="flex items-start gap-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {warning}
        </li>
      ))}
    </ul>
  );
}
