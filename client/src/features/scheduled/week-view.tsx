import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { ScheduleEntry } from '#shared/contracts/queue.ts';
import { addDays, startOfDay, wallTime } from '#shared/rules/calendar.ts';
import { errorText } from '../../api/http.ts';
import { scheduleQuery, viewersZone } from '../../api/posting.ts';
import { ErrorState } from '../../components/page.tsx';
import { Skeleton } from '../../components/ui/button.tsx';
import { useNow } from '../../lib/browser.ts';
import { clockText, formatDay, formatNumber, formatWeekdayName } from '../../lib/formats.ts';
import { ClosedLine, DayPanel, OpenCard } from './day-panel.tsx';
import type { useScheduledCards } from './scheduled-card.tsx';
import { heightOf, isOverdue, shownHours, useKeptFocus, weekDays } from './week-blocks.ts';
import { WeekGrid } from './week-grid.tsx';

const MOST_SHOWN = 5;

/** Scheduled comments from before the week, which its columns have no place for. */
function OverdueList(props: {
  entries: readonly ScheduleEntry[];
  unlisted: number;
  openComment: number | null;
  openCard: ReactNode;
  onOpen: (commentId: number) => void;
}) {
  const { entries, unlisted, openComment, openCard, onOpen } = props;
  const shown = entries.filter(({ commentId }, index) => index < MOST_SHOWN || commentId === openComment);
  const momentOf = ({ at }: ScheduleEntry) => {
    const { day, time } = wallTime(new Date(at), viewersZone());
    return `${formatWeekdayName(day)} ${formatDay(day)}, ${clockText(time)}`;
  };
  const more = entries.length - shown.length + unlisted;
  return (
    <section aria-label="Overdue" className="border-b border-line px-(--gutter) pt-3 pb-4 2xl:col-span-2">
      <h2 className="pb-1 text-base font-semibold text-failed">Overdue</h2>
      <ol className="max-w-measure">
        {shown.map((entry) => (
          <li key={entry.commentId} className="grid grid-cols-[8.5rem_minmax(0,1fr)]">
            <span className="pt-[9px] text-sm leading-5 font-medium tabular-nums">{momentOf(entry)}</span>
            {entry.commentId === openComment ? (
              openCard
            ) : (
              <ClosedLine entry={entry} onOpen={() => onOpen(entry.commentId)} />
            )}
          </li>
        ))}
      </ol>
      {more > 0 && <p className="pt-2 text-sm text-muted">{formatNumber(more)} more. List shows them all.</p>}
    </section>
  );
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const SKELETON_COLUMNS = 'grid grid-cols-[44px_repeat(7,minmax(0,1fr))]';

/** The week's columns and day, without comments. */
export function WeekSkeleton() {
  return (
    <div
      role="status"
      className="grid flex-1 items-stretch border-t border-line bg-surface 2xl:grid-cols-[minmax(0,1fr)_calc(26.5rem+var(--gutter))]"
    >
      <span className="sr-only">Loading the schedule</span>
      <div className="min-w-0 pb-4">
        <div className={`${SKELETON_COLUMNS} h-15 items-center border-b border-line pr-4 pl-(--gutter)`}>
          <span />
          {DAYS.map((day) => (
            <Skeleton key={day} className="ml-2 h-8 w-12 max-w-full" />
          ))}
        </div>
        <div
          className={`${SKELETON_COLUMNS} mt-3 pr-4 pl-(--gutter)`}
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
}

export function WeekView(props: {
  /** A day of the week, the open one unless the comment is on another. */
  day: string;
  /** Else an overdue comment of the week is open at first. */
  isDayChosen: boolean;
  comment: number | null;
  onOpen: (day: string, commentId: number | null) => void;
  cards: ReturnType<typeof useScheduledCards>;
  tray: ReactNode;
  empty: ReactNode;
}) {
  const { day, isDayChosen, comment, onOpen, cards, tray, empty } = props;
  const timeZone = viewersZone();
  const now = useNow();
  const days = useMemo(() => weekDays(day), [day]);
  const [first = day] = days;
  const [from, to] = useMemo(
    () => [startOfDay(first, timeZone), startOfDay(addDays(first, 7), timeZone)],
    [first, timeZone],
  );
  const { data, error, isPending, refetch } = useQuery(scheduleQuery(from, to));
  const scheduled = (data?.entries ?? [])
    .filter(({ state }) => state === 'scheduled')
    .map((entry) => ({ ...entry, day: wallTime(new Date(entry.at), timeZone).day }));
  const earlier = scheduled.filter((entry) => entry.day < first);
  const asked =
    scheduled.find(({ commentId }) => commentId === comment) ??
    (isDayChosen ? undefined : scheduled.find((entry) => entry.day >= first && isOverdue(entry, now)));
  const openDay = asked && asked.day >= first ? asked.day : day;
  const open = asked ?? scheduled.find((entry) => entry.day === openDay);
  const { week, keepFocus } = useKeptFocus(data && (open?.commentId ?? null));
  if (isPending) return <WeekSkeleton />;
  if (!data)
    return (
      <ErrorState title="The schedule could not be loaded" onRetry={() => void refetch()}>
        {errorText(error, 'Failed to load the schedule.')} Scheduled comments are still posted at their time.
      </ErrorState>
    );
  const openCard = open && (
    <OpenCard commentId={open.commentId} onShown={keepFocus}>
      {cards.renderCard}
    </OpenCard>
  );
  const shared = {
    overview: data,
    openComment: open?.commentId ?? null,
    onOpen,
    onSchedule: cards.giveTime,
  };
  return (
    <div
      ref={week}
      className="grid flex-1 items-stretch border-t border-line bg-surface 2xl:grid-cols-[minmax(0,1fr)_calc(26.5rem+var(--gutter))]"
    >
      {earlier.length > 0 && (
        <OverdueList
          entries={earlier}
          unlisted={data.days.reduce((sum, each) => sum + (each.day < first ? each.unlisted : 0), 0)}
          openComment={shared.openComment}
          openCard={openCard}
          onOpen={(id) => onOpen(day, id)}
        />
      )}
      <WeekGrid
        {...shared}
        days={days}
        openDay={openDay}
        onMove={(entry, at) => {
          onOpen(wallTime(at, timeZone).day, entry.commentId);
          void cards.move(entry, at);
        }}
      />
      <DayPanel
        {...shared}
        day={openDay}
        openCard={openCard}
        tray={tray}
        empty={scheduled.length === 0 && empty}
      />
    </div>
  );
}
