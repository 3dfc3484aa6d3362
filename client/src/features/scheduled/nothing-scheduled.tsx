import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { Link } from 'wouter';
import { queueSummaryQuery } from '../../api/queue.ts';
import { EmptyState } from '../../components/page.tsx';
import { buttonClasses } from '../../components/ui/button.tsx';

/** Leads to what can be scheduled, or to where that is found. */
export function NothingScheduled() {
  const isQueueEmpty = useQuery(queueSummaryQuery).data?.inReview === 0;
  return (
    <EmptyState
      icon={CalendarClock}
      title="No Scheduled Comments"
      action={
        <Link href={isQueueEmpty ? '/discover' : '/queue'} className={buttonClasses('primary')}>
          {isQueueEmpty ? 'Discover Videos' : 'Go to Review Queue'}
        </Link>
      }
    >
      Approved comments that you schedule wait here and are posted at their time.
    </EmptyState>
  );
}
