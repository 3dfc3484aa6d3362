import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { QueueRow, ScheduleEntry } from '#shared/contracts/queue.ts';
import { addDays, startOfDay, wallTime } from '#shared/rules/calendar.ts';
import { errorText } from '../../api/http.ts';
import { scheduleQuery } from '../../api/posting.ts';
import { LoadError, LoadFailure, PageBody } from '../../components/page.tsx';
import { Badge, Skeleton } from '../../components/ui/button.tsx';
import { useNow } from '../../lib/browser.ts';
import { clockText } from '../../lib/formats.ts';
import { formatShortDateTime } from '../../lib/planned-times.ts';
import { viewersZone } from '../../lib/time-zone.ts';
import { useRow } from '../../review/rows.ts';
import { Countdown, ScheduledCard } from './scheduled-card.tsx';
import { type ScheduledDesk, type ScheduledReview, useScheduledDesk } from './use-scheduled-desk.ts';
import {
  dayLabel,
  hasTime,
  heightOf,
  type Piece,
  piecesByDay,
  type ScheduledItem,
  shownHours,
  useKeptFocus,
  WEEK_DAYS,
  weekDays,
} from './week-blocks.ts';
import { COLUMNS, WeekGrid, type WeekPart } from './week-grid.tsx';

const LINE = 'flex min-h-[38px] min-w-0 items-center gap-2.5 border-b border-line text-sm';

/** Returns how many pieces of the day come before this time. */
function countUntil(time: string, pieces: readonly Piece[]): number {
  const ahead = pieces.findIndex((piece) => piece.time > time);
  return ahead < 0 ? pieces.length : ahead;
}

function DayPanel(props: WeekPart & { day: string; openCard: ReactNode; tray: ReactNode; empty: ReactNode }) {
  const { overview, openComment, onOpen, day, openCard, tray, empty } = props;
  const now = useNow();
  const pieces = props.pieces.get(day) ?? [];
  const { isLoading } = useRow(openComment ?? undefined);
  const isOpen = (piece: Piece) => piece.kind === 'entry' && piece.entry.commentId === openComment;
  // Hides the rows below the open comment until it has loaded, because its height is unknown before and the
  // rows would move.
  const shown = isLoading ? pieces.slice(0, pieces.findIndex(isOpen) + 1) : pieces;
  const load = overview.days.find((each) => each.day === day);
  const today = wallTime(now, viewersZone());
  const nowLine = day === today.day ? countUntil(today.time, pieces) : -1;
  const row = (piece: Piece) => {
    if (piece.kind === 'slot')
      return (
        <p className="my-1 flex h-9 items-center rounded-control border border-dashed border-field-line px-2.5 text-sm text-muted">
          Free slot
        </p>
      );
    if (isOpen(piece)) return openCard;
    if (piece.entry.state === 'posted')
      return (
        <p className={LINE}>
          <span dir="auto" className="min-w-0 flex-1 truncate text-left">
            {piece.entry.title}
          </span>
          <Badge dot="posted">Posted</Badge>
        </p>
      );
    return <ClosedLine entry={piece.entry} onOpen={() => onOpen(day, piece.entry.commentId)} />;
  };
  return (
    <section
      tabIndex={-1}
      aria-label="Day"
      className="flex min-w-0 flex-col border-line max-2xl:border-t 2xl:border-l"
    >
      <div className="flex h-15 items-center gap-4 border-b border-line px-(--gutter) 2xl:pl-6">
        <h2 className="flex-1 text-base font-semibold">{dayLabel(day, now)}</h2>
        <span className="text-sm text-muted tabular-nums">
          {(load?.posted ?? 0) + (load?.due ?? 0)} of {overview.dailyCap}
        </span>
      </div>
      <ol aria-label="Scheduled comments" className="flex flex-col px-(--gutter) pt-2 pb-4 2xl:pl-6">
        {shown.map((piece, index) => (
          <li key={piece.kind === 'slot' ? piece.at : piece.entry.commentId}>
            {index === nowLine && <NowLine time={today.time} />}
            <div className="grid grid-cols-[72px_minmax(0,1fr)]">
              <span className="pt-[9px] text-xs leading-5 font-medium tabular-nums">
                {clockText(piece.time)}
              </span>
              {row(piece)}
            </div>
          </li>
        ))}
        {nowLine === pieces.length && !isLoading && (
          <li>
            <NowLine time={today.time} />
          </li>
        )}
        {pieces.length === 0 && !empty && (
          <li className="py-4 text-muted">Nothing is scheduled on this day.</li>
        )}
      </ol>
      {/* Placed below the free slots, so that these stay in place when the first comment is scheduled. */}
      <div className="flex-1 px-(--gutter) 2xl:pl-6">{empty}</div>
      <div className="sticky bottom-0 border-t border-line bg-page px-(--gutter) py-3.5 empty:hidden 2xl:pl-6">
        {tray}
      </div>
    </section>
  );
}

const NowLine = ({ time }: { time: string }) => (
  <div className="grid h-7 grid-cols-[72px_minmax(0,1fr)] items-center text-xs font-medium text-failed tabular-nums">
    {clockText(time)}
    <span aria-hidden className="h-0.5 bg-failed" />
  </div>
);

const ClosedLine = ({ entry, onOpen }: { entry: ScheduleEntry; onOpen: () => void }) => (
  <button type="button" onClick={onOpen} className={`${LINE} text-left hover:bg-hover`}>
    <span dir="auto" className="min-w-0 flex-1 truncate">
      {entry.title}
    </span>
    <Countdown at={entry.at} />
  </button>
);

/** Shows the open comment, the only one whose text is loaded. */
function OpenCard(props: {
  commentId: number;
  /** Undefined until the comment is loaded. */
  shown: ShownComment | undefined;
  onShown: () => void;
  desk: ScheduledDesk;
}) {
  const { commentId, shown, onShown, desk } = props;
  const { data, error, refetch } = useRow(commentId);
  const isShown = shown !== undefined;
  useEffect(() => {
    if (isShown) onShown();
  }, [isShown, commentId]);
  if (error && !data)
    return (
      <LoadFailure onRetry={refetch} className="my-1.5 text-sm">
        {errorText(error, 'Failed to load the comment.')}
      </LoadFailure>
    );
  return (
    <div className="my-1.5">
      {shown ? <ScheduledCard {...shown} desk={desk} isOpen /> : <Skeleton className="h-60" />}
    </div>
  );
}

/** Lists scheduled comments from before the first day, for which there is no column. */
function OverdueList(props: {
  entries: readonly ScheduleEntry[];
  openComment: number | null;
  openCard: ReactNode;
  onOpen: (commentId: number) => void;
}) {
  const { entries, openComment, openCard, onOpen } = props;
  return (
    <section aria-label="Overdue" className="border-b border-line px-(--gutter) pt-3 pb-4 2xl:col-span-2">
      <h2 className="pb-1 text-base font-semibold text-failed">Overdue</h2>
      <ol className="max-w-measure">
        {entries.map((entry) => (
          <li key={entry.commentId} className="grid grid-cols-[8.5rem_minmax(0,1fr)]">
            <span className="pt-[9px] text-sm leading-5 font-medium tabular-nums">
              {formatShortDateTime(entry.at)}
            </span>
            {entry.commentId === openComment ? (
              openCard
            ) : (
              <ClosedLine entry={entry} onOpen={() => onOpen(entry.commentId)} />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

const WEEK =
  'grid flex-1 items-stretch border-t border-line bg-surface 2xl:grid-cols-[minmax(0,1fr)_calc(26.5rem+var(--gutter))]';
const DAYS = Array.from({ length: WEEK_DAYS }, (_, index) => index);

export const WeekSkeleton = () => (
  <div role="status" className={WEEK}>
    <span className="sr-only">Loading the schedule</span>
    <div className="min-w-0 pb-4">
      <div className={`${COLUMNS} h-15 items-center border-b border-line pr-4 pl-(--gutter)`}>
        <span />
        {DAYS.map((day) => (
          <Skeleton key={day} className="ml-2 h-8 w-12 max-w-full" />
        ))}
      </div>
      <div className={`${COLUMNS} mt-3 pr-4 pl-(--gutter)`} style={{ height: heightOf(shownHours([])) }}>
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

interface ShownComment {
  item: ScheduledItem;
  left: 'posted' | null;
}

/** Returns how the card shows the open comment, also after it was posted; undefined until it is loaded. */
function shownOf(
  open: ScheduleEntry | undefined,
  row: QueueRow | null | undefined,
): ShownComment | undefined {
  if (!open || !row) return undefined;
  if (open.state === 'scheduled') return hasTime(row) ? { item: row, left: null } : undefined;
  const comment = { ...row.comment, posting: null };
  return { item: { ...row, comment, scheduledFor: row.scheduledFor ?? open.at }, left: 'posted' };
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

/** A comment that is posted while it is open stays open, so that the day stays the same. */
const isAskedFor = (entry: ScheduleEntry & { day: string }, comment: number | null, day: string): boolean =>
  comment === null ? entry.day === day : entry.commentId === comment;

interface Asked {
  first: string;
  day: string;
  comment: number | null;
}

/** Returns the scheduled comments of the week, and which of them is open on which day. */
function useOpenEntry(given: readonly ScheduleEntry[] | undefined, { first, day, comment }: Asked) {
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
  if (given && openComment !== lastOpen) setLastOpen(openComment);
  return { scheduled, earlier: scheduled.filter((entry) => entry.day < first), open, openDay };
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
  const { scheduled, earlier, open, openDay } = useOpenEntry(data?.entries, { first, day, comment });
  const openComment = open?.commentId ?? null;
  const shown = shownOf(open, useRow(open?.commentId).data);
  const item = shown?.left === null ? shown.item : undefined;
  const desk = useScheduledDesk({
    shared,
    item,
    openId: openComment ?? 0,
    open: (commentId) =>
      onOpen(scheduled.find((each) => each.commentId === commentId)?.day ?? openDay, commentId),
    at: (step) => commentBeside(open, scheduled, step),
    bringIntoView: (article) => void article.scrollIntoView({ block: 'nearest' }),
  });
  const { week, keepFocus } = useKeptFocus(data && openComment);
  const isBlockPressed = useRef(false);

  /**
   * Scrolls to the card after a press on a block. In most windows the card is below the week, out of view.
   */
  const bringCardIntoView = () => {
    if (isBlockPressed.current) week.current?.querySelector('article')?.scrollIntoView({ block: 'nearest' });
    isBlockPressed.current = false;
  };
  const openFromBlock = (pressedDay: string, commentId: number | null) => {
    isBlockPressed.current = commentId !== null;
    onOpen(pressedDay, commentId);
    if (commentId === openComment) bringCardIntoView();
  };
  const cardShown = () => {
    keepFocus();
    bringCardIntoView();
  };
  if (query.isPending) return <WeekSkeleton />;
  if (!data)
    return (
      <PageBody>
        <LoadError what="schedule" query={query} />
      </PageBody>
    );
  const openCard = open && (
    <OpenCard commentId={open.commentId} shown={shown} onShown={cardShown} desk={desk} />
  );
  // Free slots pass with time, even if nothing else changes.
  const free = data.free.filter((at) => new Date(at) > now);
  const pieces = piecesByDay(data.entries, free, timeZone);
  const part = { overview: data, pieces, openComment, onOpen };
  return (
    <div ref={week} className={WEEK}>
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
