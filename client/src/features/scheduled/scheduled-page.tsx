import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { Link } from 'wouter';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { isScheduled } from '#shared/rules/comment-status.ts';
import { cadence } from '#shared/rules/schedule.ts';
import { errorText } from '../../api/error-text.ts';
import { queueQuery } from '../../api/queue.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { buttonClasses } from '../../components/ui/button.tsx';
import { ScheduledSkeleton } from './scheduled-skeleton.tsx';
import { ScheduledTimeline } from './scheduled-timeline.tsx';
import type { ScheduledItem } from './timeline-rows.ts';

const hasTime = (item: QueueItem): item is ScheduledItem => item.scheduledFor !== null && isScheduled(item);

export function ScheduledPage() {
  const queue = useQuery(queueQuery);
  const items = queue.data?.filter(hasTime) ?? [];
  const rhythm = cadence(items.map(({ scheduledFor }) => new Date(scheduledFor)));
  return (
    <>
      <PageHeader
        title="Scheduled Comments"
        summary={
          rhythm && (
            <>
              <Badge>{items.length} scheduled</Badge>
              <Badge>{rhythm}</Badge>
            </>
          )
        }
      />
      {queue.isPending && <ScheduledSkeleton />}
      {queue.isError && !queue.data && (
        <ErrorState title="The schedule could not be loaded" onRetry={() => void queue.refetch()}>
          {errorText(queue.error, 'Failed to load the schedule.')} Scheduled comments are still posted at
          their time.
        </ErrorState>
      )}
      {queue.data && items.length === 0 && (
        <EmptyState
          icon={CalendarClock}
          title="No Scheduled Comments"
          action={
            <Link href="/queue" className={buttonClasses('primary')}>
              Go to Review Queue
            </Link>
          }
        >
          Approved comments that you schedule wait here and are posted at their time.
        </EmptyState>
      )}
      {items.length > 0 && <ScheduledTimeline items={items} />}
    </>
  );
}
