import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { onSchedule, queueList, queueSummaryQuery } from '../../api/comments.ts';
import { errorText } from '../../api/http.ts';
import { usePages } from '../../api/lists.ts';
import { ListEnd, VirtualList } from '../../components/list.tsx';
import { EmptyState, ErrorState } from '../../components/page.tsx';
import { ScheduledSkeleton } from '../../components/skeletons.tsx';
import { DateTime } from '../../components/time.tsx';
import { buttonClasses } from '../../components/ui/button.tsx';
import { classNames, useNow } from '../../lib/browser.ts';
import { formatLongDay } from '../../lib/formats.ts';

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

export type ScheduledItem = QueueRow & { scheduledFor: string };

export const hasTime = (item: QueueRow): item is ScheduledItem => item.scheduledFor !== null;

export interface TimelineRow {
  item: ScheduledItem;
  day: string | null;
}

const startOfDay = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();

export function dayLabel(start: number, now: Date): string {
  const today = startOfDay(now);
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime();
  const name = formatLongDay(start);
  if (start === today) return `Today, ${name}`;
  return start === tomorrow ? `Tomorrow, ${name}` : name;
}

/** Groups rows, soonest first, by days in the viewer's zone. */
function timelineRows(items: readonly ScheduledItem[], now: Date): TimelineRow[] {
  let last: number | null = null;
  return items.map((item) => {
    const start = startOfDay(new Date(item.scheduledFor));
    const day = start === last ? null : dayLabel(start, now);
    last = start;
    return { item, day };
  });
}

/** A card with two lines of text, in pixels. */
const CARD_HEIGHT = 168;

interface ScheduledTimelineProps {
  renderCard: (item: ScheduledItem) => ReactNode;
  /** Stands below the list, and so waits for its height. */
  tray: ReactNode;
}

/** All scheduled comments, soonest first, page by page. */
export function ScheduledTimeline({ renderCard, tray }: ScheduledTimelineProps) {
  const pages = usePages(queueList, onSchedule);
  if (pages.query.isPending) return <ScheduledSkeleton />;
  return (
    <>
      <Timeline pages={pages} renderCard={renderCard} />
      {tray}
    </>
  );
}

interface TimelineProps extends Pick<ScheduledTimelineProps, 'renderCard'> {
  pages: ReturnType<typeof usePages<QueueRow, object>>;
}

function Timeline({ pages, renderCard }: TimelineProps) {
  const { query } = pages;
  const items = useMemo(() => pages.rows.filter(hasTime), [pages.rows]);
  const rows = timelineRows(items, useNow(60_000));
  const isEmpty = pages.rows.length === 0 && !query.hasNextPage;
  if (query.isError && !query.data)
    return (
      <ErrorState title="The schedule could not be loaded" onRetry={() => void query.refetch()}>
        {errorText(query.error, 'Failed to load the schedule.')} Scheduled comments are still posted at their
        time.
      </ErrorState>
    );
  if (isEmpty) return <NothingScheduled />;
  return (
    <>
      <VirtualList
        label="Scheduled comments"
        items={rows}
        keyOf={({ item }) => item.id}
        estimate={CARD_HEIGHT}
        gap={12}
        total={pages.total}
        onNearEnd={pages.loadMore}
        steady
      >
        {({ item, day }, index) => (
          <div className={classNames('flex flex-col gap-3', day !== null && index > 0 && 'pt-2')}>
            {day !== null && <h2 className="border-b border-line pb-1.5 text-sm font-semibold">{day}</h2>}
            <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[5rem_minmax(0,1fr)]">
              <p className="font-medium tabular-nums sm:pt-3 sm:text-right">
                <DateTime iso={item.scheduledFor} format="time" />
              </p>
              {renderCard(item)}
            </div>
          </div>
        )}
      </VirtualList>
      <ListEnd {...pages} />
    </>
  );
}
