import { type ReactNode, useMemo } from 'react';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { errorText } from '../../api/error-text.ts';
import { onSchedule, queueList } from '../../api/queue.ts';
import { usePages } from '../../api/use-pages.ts';
import { ListEnd, VirtualList } from '../../components/list.tsx';
import { ErrorState } from '../../components/page.tsx';
import { ScheduledSkeleton } from '../../components/skeletons.tsx';
import { DateTime } from '../../components/time.tsx';
import { classNames, useNow } from '../../lib/browser.ts';
import { NothingScheduled } from './nothing-scheduled.tsx';
import { hasTime, type ScheduledItem, timelineRows } from './timeline-rows.ts';

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
