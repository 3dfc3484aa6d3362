import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { QueueRow, ScheduleEntry } from '#shared/contracts/queue.ts';
import { addDays, startOfDay, wallTime } from '#shared/rules/calendar.ts';
import { errorText } from '../../api/http.ts';
import { scheduleQuery } from '../../api/posting.ts';
import { LoadError, LoadFailure, PageBody } from '../../components/page.tsx';
import { Skeleton } from '../../components/ui/button.tsx';
import { bringIntoView, useNow } from '../../lib/browser.ts';
import { viewersZone } from '../../lib/time-zone.ts';
import { useRow } from '../../review/rows.ts';
import { ScheduledCard } from './scheduled-card.tsx';
import {
  type ScheduledDesk,
  type ScheduledReview,
  useScheduledDesk,
} from './use-scheduled-desk.ts';
import {
  heightOf,
  piecesByDay,
  type ScheduledItem,
  shownHours,
  WEEK_DAYS,
  weekDays,
} from './week-blocks.ts';
import { COLUMNS, WeekGrid } from './week-grid.tsx';
import { DayPanel, OverdueList } from './week-lists.tsx';

/** Shows the open comment, the only one whose text is loaded. */
function OpenCard(props: {
  query: ReturnType<typeof useRow>;
  /** Undefined until the comment is loaded. */
  item: ScheduledItem | undefined;
  onShown: () => void;
  desk: ScheduledDesk;
}) {
  const { query, item, onShown, desk } = props;
  const { data, error } = query;
  const shown = item?.commentId;
  useEffect(() => {
    if (shown !== undefined) onShown();
  }, [shown]);
  if (error && !data)
    return (
      <LoadFailure onRetry={query.refetch} className="my-1.5 text-sm">
        {errorText(error, 'Failed to load the comment.')}
      </LoadFailure>
    );
  return (
    <div className="my-1.5">
      {item ? (
        <ScheduledCard item={item} desk={desk} isOpen />
      ) : (
        <Skeleton className="h-60" />
      )}
    </div>
  );
}

const WEEK =
  'grid flex-1 items-stretch border-t border-line bg-surface 2xl:grid-cols-[minmax(0,1fr)_calc(26.5rem+var(--gutter))]';
const DAYS = Array.from({ length: WEEK_DAYS }, (_, index) => index);

export const WeekSkeleton = () => (
  <div role="status" className={WEEK}>
    <span className="sr-only">Loading the schedule</span>
    <div className="min-w-0 pb-4">
      <div
        className={`${COLUMNS} h-15 items-center border-b border-line pr-4 pl-(--gutter)`}
      >
        <span />
        {DAYS.map((day) => (
          <Skeleton key={day} className="ml-2 h-8 w-12 max-w-full" />
        ))}
      </div>
      <div
        className={`${COLUMNS} mt-3 pr-4 pl-(--gutter)`}
        style={{ height: heightOf(shownHours([])) }}
      >
        <span />
        {DAYS.map((day) => (
          <div key={day} className="border-l border-line px-1">
            <Skeleton className="mt-10 h-12" />
          </div>
        ))}
      </div>
    </div>
    <div className="border-line px-(--gutter) pt-5 max-2xl:border-t 2xl:border-l 2xl:pl-6">
      <Skeleton className="h-5 w-48" />
      <Skeleton className="mt-9 h-60" />
    </div>
  </div>
);

/**
 * Returns the open comment, also after it was posted; undefined until it is loaded.
 */
function itemOf(
  open: ScheduleEntry | undefined,
  row: QueueRow | null | undefined,
): ScheduledItem | undefined {
  if (!open || !row) return undefined;
  const { scheduledFor } = row;
  if (open.state === 'scheduled')
    return scheduledFor === null ? undefined : { ...row, scheduledFor, left: null };
  const comment = { ...row.comment, posting: null };
  return { ...row, comment, scheduledFor: scheduledFor ?? open.at, left: 'posted' };
}

/** Returns the id of the scheduled comment that many places after the open one. */
function commentBeside(
  open: ScheduleEntry | undefined,
  scheduled: readonly ScheduleEntry[],
  step: number,
): number | undefined {
  if (!open) return scheduled[0]?.commentId;
  const others = scheduled.filter(({ commentId }) => commentId !== open.commentId);
  const following = others.filter((entry) => entry.at > open.at);
  const place = others.length - following.length;
  return others[step > 0 ? place + step - 1 : place + step]?.commentId;
}

/**
 * A comment that is posted while it is open stays open, so that the day stays the same.
 */
const isAskedFor = (
  entry: ScheduleEntry & { day: string },
  comment: number | null,
  day: string,
): boolean => (comment === null ? entry.day === day : entry.commentId === comment);

interface Asked {
  first: string;
  day: string;
  comment: number | null;
}

/** Returns the scheduled comments of the week, and which of them is open on which day. */
function useOpenEntry(
  given: readonly ScheduleEntry[] | undefined,
  { first, day, comment }: Asked,
) {
  const isLoaded = given !== undefined;
  const [lastOpen, setLastOpen] = useState<number | null>(null);
  const entries = (given ?? []).map((entry) => ({
    ...entry,
    day: wallTime(new Date(entry.at), viewersZone()).day,
  }));
  const scheduled = entries.filter(({ state }) => state === 'scheduled');
  const asked = scheduled.find(({ commentId }) => commentId === comment);
  const postedNow = entries
    .filter(({ state, commentId }) => state === 'posted' && commentId === lastOpen)
    .find((entry) => isAskedFor(entry, comment, day));
  const openDay = (asked && asked.day >= first ? asked.day : postedNow?.day) ?? day;
  const open = asked ?? postedNow ?? scheduled.find((entry) => entry.day === openDay);
  const openComment = open?.commentId ?? null;
  // Remembered for the next change of the schedule.
  useEffect(() => {
    if (isLoaded) setLastOpen(openComment);
  }, [isLoaded, openComment]);
  return {
    scheduled,
    earlier: scheduled.filter((entry) => entry.day < first),
    open,
    openDay,
  };
}

export function WeekView(props: {
  /** First of the seven days. */
  first: string;
  /** The open day, unless the open comment is on another day. */
  day: string;
  comment: number | null;
  onOpen: (day: string, commentId: number | null) => void;
  shared: ScheduledReview;
  tray: ReactNode;
  empty: ReactNode;
}) {
  const { first, day, comment, onOpen, shared, tray, empty } = props;
  const timeZone = viewersZone();
  const now = useNow();
  const days = weekDays(first);
  const end = startOfDay(addDays(first, WEEK_DAYS), timeZone);
  const query = useQuery(scheduleQuery(startOfDay(first, timeZone), end));
  const { data } = query;
  const { scheduled, earlier, open, openDay } = useOpenEntry(data?.entries, {
    first,
    day,
    comment,
  });
  const openComment = open?.commentId ?? null;
  const row = useRow(open?.commentId);
  const item = itemOf(open, row.data);
  const desk = useScheduledDesk({
    shared,
    item,
    openId: openComment,
    open: (commentId) =>
      onOpen(
        scheduled.find((each) => each.commentId === commentId)?.day ?? openDay,
        commentId,
      ),
    at: (step) => commentBeside(open, scheduled, step),
  });
  const isBlockPressed = useRef(false);

  /**
   * Scrolls to the card after a press on a block. In most windows the card is below the
   * week, out of view.
   */
  const bringCardIntoView = () => {
    if (isBlockPressed.current) bringIntoView(desk.article.current);
    isBlockPressed.current = false;
  };
  const openFromBlock = (pressedDay: string, commentId: number | null) => {
    isBlockPressed.current = commentId !== null;
    onOpen(pressedDay, commentId);
    if (commentId === openComment) bringCardIntoView();
  };
  if (query.isPending) return <WeekSkeleton />;
  if (!data)
    return (
      <PageBody>
        <LoadError what="schedule" query={query} />
      </PageBody>
    );
  const openCard = open && (
    <OpenCard query={row} item={item} onShown={bringCardIntoView} desk={desk} />
  );
  // Free slots pass with time, even if nothing else changes.
  const free = data.free.filter((at) => new Date(at) > now);
  const pieces = piecesByDay(data.entries, free, timeZone);
  const part = { overview: data, pieces, openComment, onOpen };
  return (
    <div className={WEEK} onFocusCapture={({ target }) => desk.onFocus(target)}>
      {earlier.length > 0 && (
        <OverdueList
          entries={earlier}
          openComment={openComment}
          openCard={openCard}
          onOpen={(commentId) => onOpen(day, commentId)}
        />
      )}
      <WeekGrid
        {...part}
        onOpen={openFromBlock}
        days={days}
        openDay={openDay}
        onMove={(entry, at) => {
          onOpen(wallTime(at, timeZone).day, entry.commentId);
          return shared.move(entry, at);
        }}
      />
      <DayPanel
        {...part}
        day={openDay}
        openCard={openCard}
        tray={tray}
        empty={scheduled.length === 0 && empty}
      />
    </div>
  );
}
