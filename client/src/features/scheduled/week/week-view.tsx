import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { addDays, startOfDay, wallTime } from '#shared/rules/calendar.ts';
import { errorText } from '../../../api/error-text.ts';
import { scheduleQuery, viewersZone } from '../../../api/posting-slots.ts';
import { approvedQuery } from '../../../api/queue.ts';
import { ErrorState } from '../../../components/page.tsx';
import { useNow } from '../../../lib/browser.ts';
import type { ScheduledItem } from '../timeline-rows.ts';
import { DayPanel, useKeptFocus } from './day-panel.tsx';
import { OverdueList } from './overdue-list.tsx';
import { useScheduleMoves } from './use-schedule-moves.ts';
import { WeekGrid } from './week-grid.tsx';
import { isOverdue, weekDays } from './week-layout.ts';
import { WeekSkeleton } from './week-skeleton.tsx';

interface WeekViewProps {
  /** A day of the week, the open one unless the comment is on another. */
  day: string;
  /** Else an overdue comment of the week is open at first. */
  isDayChosen: boolean;
  comment: number | null;
  onOpen: (day: string, commentId: number | null) => void;
  onSchedule: (row: QueueRow, at: Date) => Promise<void>;
  renderCard: (item: ScheduledItem) => ReactNode;
  tray: ReactNode;
  /** Shown in place of a day while nothing at all is scheduled. */
  empty: ReactNode;
}

export function WeekView(props: WeekViewProps) {
  const { day, isDayChosen, comment, onOpen, onSchedule, renderCard, tray, empty } = props;
  const timeZone = viewersZone();
  const now = useNow();
  const days = useMemo(() => weekDays(day), [day]);
  const [from, to] = useMemo(() => {
    const [first = day] = days;
    return [startOfDay(first, timeZone), startOfDay(addDays(first, 7), timeZone)];
  }, [days, day, timeZone]);
  const { data, error, isPending, refetch } = useQuery(scheduleQuery(from, to));
  const approved = useQuery(approvedQuery).data ?? [];
  const moves = useScheduleMoves(from, to);
  const scheduled = (data?.entries ?? [])
    .filter(({ state }) => state === 'scheduled')
    .map((entry) => ({ ...entry, day: wallTime(new Date(entry.at), timeZone).day }));
  const [first = day] = days;
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
  const shared = {
    overview: data,
    approved,
    timeZone,
    now,
    openComment: open?.commentId ?? null,
    onOpen,
    onSchedule: (row: QueueRow, at: Date) => void onSchedule(row, at),
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
          timeZone={timeZone}
          now={now}
          openComment={open?.commentId ?? null}
          onShown={keepFocus}
          onOpen={(id) => onOpen(day, id)}
          renderCard={renderCard}
        />
      )}
      <WeekGrid
        {...shared}
        days={days}
        openDay={openDay}
        onMove={(entry, at) => {
          onOpen(wallTime(at, timeZone).day, entry.commentId);
          void moves.move(entry, at);
        }}
      />
      <DayPanel
        {...shared}
        onShown={keepFocus}
        day={openDay}
        renderCard={renderCard}
        tray={tray}
        empty={empty}
      />
    </div>
  );
}
