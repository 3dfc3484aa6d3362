import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { calendarDays } from '#shared/rules/calendar.ts';
import { workQuery } from '../../api/work.ts';
import { VirtualList } from '../../components/list.tsx';
import { EmptyState, LoadError } from '../../components/page.tsx';
import { SampleOffer } from '../../components/sample-offer.tsx';
import { ScheduledSkeleton } from '../../components/skeletons.tsx';
import { DateTime } from '../../components/time.tsx';
import { ButtonLink, Skeleton } from '../../components/ui/button.tsx';
import { classNames, useNow } from '../../lib/browser.ts';
import { viewersZone } from '../../lib/time-zone.ts';
import { queueSummary } from '../../review/select.ts';
import { useWork } from '../../review/work.ts';
import { ApprovedTray } from './approved-tray.tsx';
import { ScheduledCard, ScheduledLine } from './scheduled-card.tsx';
import { type ScheduledRow, useItem } from './scheduled-rows.ts';
import type { ScheduledReview } from './use-scheduled-desk.ts';
import { useScheduledList } from './use-scheduled-list.ts';
import { dayLabel, type ScheduledItem } from './week-blocks.ts';

export function NothingScheduled() {
  const isQueueEmpty = useWork(queueSummary)?.inReview === 0;
  return (
    <EmptyState
      icon={CalendarClock}
      title="No Scheduled Comments"
      action={
        <>
          <ButtonLink variant="primary" href={isQueueEmpty ? '/discover' : '/queue'}>
            {isQueueEmpty ? 'Discover Videos' : 'Go to Review Queue'}
          </ButtonLink>
          <SampleOffer />
        </>
      }
    >
      Approved comments that you schedule wait here and are posted at their time.
    </EmptyState>
  );
}

/**
 * Heights in pixels, until measured, of a card with two lines of text and of a line on a
 * phone.
 */
const CARD_HEIGHT = 196;
const LINE_HEIGHT = 84;

interface WithItemProps {
  row: ScheduledRow;
  /** The class of the height while the comment is loading. */
  height: string;
  children: (item: ScheduledItem) => ReactNode;
}

function WithItem({ row, height, children }: WithItemProps) {
  const { item, query } = useItem(row);
  if (item) return children(item);
  if (query.isError) return <LoadError what="comment" query={query} />;
  return <Skeleton className={height} />;
}

/**
 * Lists all scheduled comments by day: as cards, or on a phone as lines that open one at
 * a time.
 */
export function ScheduledTimeline(props: {
  shared: ScheduledReview;
  isPhone: boolean;
  /** Id of the comment that the address names. */
  asked: number | undefined;
}) {
  const { shared, isPhone, asked } = props;
  const list = useScheduledList(shared, { isPhone, asked });
  const { rows, openIndex, desk } = list;
  const work = useQuery(workQuery);
  /** Id of the comment that was just scheduled in the tray. */
  const [given, setGiven] = useState<number | null>(null);
  const dayOf = calendarDays(viewersZone());
  const days = rows.map(({ at }) => dayOf(new Date(at)));
  const isFirst = (index: number) => days[index] !== days[index - 1];
  const now = useNow(60_000);

  // When its last comment is scheduled, the tray disappears together
  // with the focus. The comment's card then gets the focus.
  useLayoutEffect(() => {
    if (given === null || !rows.some(({ id }) => id === given)) return;
    setGiven(null);
    if (document.activeElement === document.body) desk.go(given);
  });

  const tray = (
    <ApprovedTray
      onSchedule={async (row, at) => {
        await shared.giveTime(row, at);
        setGiven(row.commentId);
      }}
    />
  );

  const renderRow = (row: ScheduledRow, index: number) => {
    const isOpen = index === openIndex;
    if (isPhone && !isOpen)
      return (
        <WithItem row={row} height="h-21">
          {(item) => <ScheduledLine item={item} desk={desk} />}
        </WithItem>
      );
    return (
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[5rem_minmax(0,1fr)]">
        <p className="font-medium tabular-nums sm:pt-3 sm:text-right">
          <DateTime iso={row.at} format="time" />
        </p>
        <WithItem row={row} height="h-49">
          {(item) => <ScheduledCard item={item} desk={desk} isOpen={isOpen} />}
        </WithItem>
      </div>
    );
  };

  if (work.isError && !work.data)
    return (
      <>
        <LoadError what="schedule" query={work} />
        {tray}
      </>
    );
  if (!list.isLoaded) return <ScheduledSkeleton />;
  // The tray appears once the list is loaded, because the list's height would move it.
  return (
    <>
      {rows.length === 0 ? (
        <NothingScheduled />
      ) : (
        <VirtualList
          label="Scheduled comments"
          items={rows}
          estimate={isPhone ? LINE_HEIGHT : CARD_HEIGHT}
          gap={isPhone ? 6 : 12}
          openIndex={openIndex}
          steady
        >
          {(row, index) => (
            <div
              className={classNames(
                'flex flex-col gap-3 max-sm:gap-1.5',
                isFirst(index) && index > 0 && 'pt-2',
              )}
            >
              {isFirst(index) && (
                <h2 className="border-b border-line pb-1.5 text-sm font-semibold">
                  {dayLabel(days[index] ?? '', now)}
                </h2>
              )}
              {renderRow(row, index)}
            </div>
          )}
        </VirtualList>
      )}
      {tray}
    </>
  );
}
