import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { QueueRow, ScheduleEntry } from '#shared/contracts/queue.ts';
import { addDays, startOfDay, wallTime } from '#shared/rules/calendar.ts';
import { approvedQuery } from '../../api/comments.ts';
import { errorText, toastFailure } from '../../api/http.ts';
import { refreshFigures } from '../../api/live.ts';
import { scheduleQuery, viewersZone } from '../../api/posting.ts';
import { type Change, createReviewVerbs, leftAs } from '../../api/review-verbs.ts';
import { ErrorState } from '../../components/page.tsx';
import { Skeleton } from '../../components/ui/button.tsx';
import { useNow } from '../../lib/browser.ts';
import { clockText, formatDateTime, formatDay, formatNumber, formatWeekdayName } from '../../lib/formats.ts';
import { toast } from '../../lib/toast.ts';
import { ClosedLine, DayPanel, OpenCard, useKeptFocus } from './day-panel.tsx';
import type { ScheduledItem } from './timeline.tsx';
import { heightOf, isOverdue, shownHours, weekDays } from './week-blocks.ts';
import { WeekGrid } from './week-grid.tsx';

const MOST_SHOWN = 5;

/** Scheduled comments from before the week, which its columns have no place for. */
function OverdueList(props: {
  entries: readonly ScheduleEntry[];
  unlisted: number;
  timeZone: string;
  now: Date;
  openComment: number | null;
  onShown: () => void;
  onOpen: (commentId: number) => void;
  renderCard: (item: ScheduledItem) => ReactNode;
}) {
  const { entries, unlisted, timeZone, now, openComment, onShown, onOpen, renderCard } = props;
  const shown = entries.filter(({ commentId }, index) => index < MOST_SHOWN || commentId === openComment);
  const momentOf = ({ at }: ScheduleEntry) => {
    const { day, time } = wallTime(new Date(at), timeZone);
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
              <OpenCard commentId={entry.commentId} onShown={onShown}>
                {renderCard}
              </OpenCard>
            ) : (
              <ClosedLine entry={entry} now={now} onOpen={() => onOpen(entry.commentId)} />
            )}
          </li>
        ))}
      </ol>
      {more > 0 && <p className="pt-2 text-sm text-muted">{formatNumber(more)} more. List shows them all.</p>}
    </section>
  );
}

/** Gives comments of the week another time, shown at once. */
function useScheduleMoves(from: Date, to: Date) {
  const client = useQueryClient();
  const verbs = createReviewVerbs(client);
  const { queryKey } = scheduleQuery(from, to);

  const show = ({ commentId }: ScheduleEntry, at: Date) =>
    client.setQueryData(
      queryKey,
      (shown) =>
        shown && {
          ...shown,
          entries: shown.entries.map((entry) =>
            entry.commentId === commentId ? { ...entry, at: at.toISOString() } : entry,
          ),
        },
    );

  /** Shows the new time at once, and the time before if `send` fails. */
  async function moved<Answer>(entry: ScheduleEntry, at: Date, send: () => Promise<Answer>): Promise<Answer> {
    show(entry, at);
    try {
      return await send();
    } catch (error) {
      show(entry, new Date(entry.at));
      throw error;
    } finally {
      refreshFigures(client);
    }
  }

  async function undo(entry: ScheduleEntry, left: Change['left']): Promise<void> {
    const { commentId, title, at } = entry;
    try {
      if (Date.parse(at) <= Date.now()) throw new Error('The time before has passed. Nothing was undone.');
      const before = { status: 'approved', scheduledFor: at } as const;
      const change = { commentId, videoTitle: title, from: left.revision, left, before };
      await moved({ ...entry, at: left.scheduledFor ?? at }, new Date(at), () => verbs.undo(change));
      toast({ title: `Undid: moved "${title}"` });
    } catch (error) {
      toastFailure('Undo Failed', error, 'Failed to update schedule');
    }
  }

  const words = (at: Date) => `It is posted on ${formatDateTime(at.getTime())}.`;

  return {
    async move(entry: ScheduleEntry, at: Date): Promise<void> {
      const { queueId, commentId } = entry;
      if (queueId === null) return;
      try {
        const left = leftAs(await moved(entry, at, () => verbs.schedule({ id: queueId, commentId }, at)));
        toast({
          title: 'Comment Scheduled',
          description: words(at),
          action: { label: 'Undo', onAction: () => void undo(entry, left) },
        });
      } catch (error) {
        toastFailure('Update Failed', error, 'Failed to update schedule');
      }
    },
  };
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
        empty={scheduled.length === 0 && empty}
      />
    </div>
  );
}
