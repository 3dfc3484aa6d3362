import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { calendarDays } from '#shared/rules/calendar.ts';
import { onSchedule, queueList, queueSummaryQuery } from '../../api/comments.ts';
import { errorText } from '../../api/http.ts';
import { usePages } from '../../api/lists.ts';
import { viewersZone } from '../../api/posting.ts';
import { ListEnd, VirtualList } from '../../components/list.tsx';
import { EmptyState, ErrorState } from '../../components/page.tsx';
import { ScheduledSkeleton } from '../../components/skeletons.tsx';
import { DateTime } from '../../components/time.tsx';
import { buttonClasses } from '../../components/ui/button.tsx';
import { classNames, useNow } from '../../lib/browser.ts';
import { dayLabel, hasTime, type ScheduledItem } from './week-blocks.ts';

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

/** A card with two lines of text, in pixels. */
const CARD_HEIGHT = 168;

/** All scheduled comments, soonest first, page by page, under their days. The tray waits for the height above it. */
export function ScheduledTimeline({
  renderCard,
  tray,
}: {
  renderCard: (item: ScheduledItem) => ReactNode;
  tray: ReactNode;
}) {
  const pages = usePages(queueList, onSchedule);
  const { query } = pages;
  const items = useMemo(() => pages.rows.filter(hasTime), [pages.rows]);
  const days = useMemo(() => {
    const dayOf = calendarDays(viewersZone());
    return items.map(({ scheduledFor }) => dayOf(new Date(scheduledFor)));
  }, [items]);
  const isFirst = (index: number) => days[index] !== days[index - 1];
  const now = useNow(60_000);
  if (query.isPending) return <ScheduledSkeleton />;
  return (
    <>
      {query.isError && !query.data ? (
        <ErrorState title="The schedule could not be loaded" onRetry={() => void query.refetch()}>
          {errorText(query.error, 'Failed to load the schedule.')} Scheduled comments are still posted at
          their time.
        </ErrorState>
      ) : pages.rows.length === 0 && !query.hasNextPage ? (
        <NothingScheduled />
      ) : (
        <VirtualList
          label="Scheduled comments"
          items={items}
          keyOf={({ id }) => id}
          estimate={CARD_HEIGHT}
          gap={12}
          total={pages.total}
          onNearEnd={pages.loadMore}
          steady
        >
          {(item, index) => (
            <div className={classNames('flex flex-col gap-3', isFirst(index) && index > 0 && 'pt-2')}>
              {isFirst(index) && (
                <h2 className="border-b border-line pb-1.5 text-sm font-semibold">
                  {dayLabel(days[index] ?? '', now)}
                </h2>
              )}
              <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[5rem_minmax(0,1fr)]">
                <p className="font-medium tabular-nums sm:pt-3 sm:text-right">
                  <DateTime iso={item.scheduledFor} format="time" />
                </p>
                {renderCard(item)}
              </div>
            </div>
          )}
        </VirtualList>
      )}
      <ListEnd {...pages} />
      {tray}
    </>
  );
}
