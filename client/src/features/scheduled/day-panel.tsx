import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { ScheduleEntry } from '#shared/contracts/queue.ts';
import { wallTime } from '#shared/rules/calendar.ts';
import { countdown } from '#shared/rules/schedule.ts';
import { queueRowsQuery } from '../../api/comments.ts';
import { errorText } from '../../api/http.ts';
import { viewersZone } from '../../api/posting.ts';
import { LoadFailure } from '../../components/page.tsx';
import { Badge, Skeleton } from '../../components/ui/button.tsx';
import { useNow } from '../../lib/browser.ts';
import { clockText } from '../../lib/formats.ts';
import { dayLabel, hasTime, type Piece, piecesByDay, type ScheduledItem } from './week-blocks.ts';
import { FreeSlot, type WeekPart } from './week-grid.tsx';

const LINE = 'flex min-h-[38px] min-w-0 items-center gap-2.5 border-b border-line text-sm';

export function DayPanel(
  props: WeekPart & { day: string; openCard: ReactNode; tray: ReactNode; empty: ReactNode },
) {
  const { overview, openComment, onOpen, onSchedule, day, openCard, tray, empty } = props;
  const now = useNow();
  const pieces = piecesByDay(overview.entries, overview.free, viewersZone()).get(day) ?? [];
  const { isLoading } = useQuery({ ...queueRowsQuery([openComment ?? 0]), enabled: openComment !== null });
  const isOpen = (piece: Piece) => piece.kind === 'entry' && piece.entry.commentId === openComment;
  // How high the open comment will be is not known before: what is below it would move.
  const shown = isLoading ? pieces.slice(0, pieces.findIndex(isOpen) + 1) : pieces;
  const load = overview.days.find((each) => each.day === day);
  const today = wallTime(now, viewersZone());
  const ahead = pieces.findIndex(({ time }) => time > today.time);
  const nowLine = day === today.day ? (ahead < 0 ? pieces.length : ahead) : -1;
  const row = (piece: Piece) => {
    if (piece.kind === 'slot')
      return (
        <FreeSlot
          at={piece.at}
          onSchedule={onSchedule}
          className="my-1 flex h-9 w-full items-center justify-between rounded-control border border-dashed border-field-line px-2.5 text-sm text-muted hover:bg-hover"
        >
          <span>
            Free slot<span className="sr-only"> at {clockText(piece.time)}</span>
          </span>
        </FreeSlot>
      );
    if (piece.entry.state === 'posted')
      return (
        <p className={LINE}>
          <span dir="auto" className="min-w-0 flex-1 truncate text-left">
            {piece.entry.title}
          </span>
          <Badge tone="posted" dot>
            Posted
          </Badge>
        </p>
      );
    if (isOpen(piece)) return openCard;
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
            <div className="grid grid-cols-[64px_minmax(0,1fr)]">
              <span className="pt-[9px] text-sm leading-5 font-medium tabular-nums">
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
        {load !== undefined && load.unlisted > 0 && !isLoading && (
          <li className="py-3 text-sm text-muted">{load.unlisted} more on this day. List shows them all.</li>
        )}
        {pieces.length === 0 && !empty && (
          <li className="py-4 text-muted">Nothing is scheduled on this day.</li>
        )}
      </ol>
      {/* Below the free slots, which stay where they are when the first comment gets its time. */}
      <div className="flex-1 px-(--gutter) 2xl:pl-6">{empty}</div>
      <div className="sticky bottom-0 border-t border-line bg-page px-(--gutter) py-3.5 empty:hidden 2xl:pl-6">
        {tray}
      </div>
    </section>
  );
}

function NowLine({ time }: { time: string }) {
  return (
    <div className="grid h-7 grid-cols-[64px_minmax(0,1fr)] items-center text-sm font-medium text-failed tabular-nums">
      {clockText(time)}
      <span aria-hidden className="h-0.5 bg-failed" />
    </div>
  );
}

export function ClosedLine({ entry, onOpen }: { entry: ScheduleEntry; onOpen: () => void }) {
  const { text, phase } = countdown(new Date(entry.at), useNow(), false);
  return (
    <button type="button" onClick={onOpen} className={`${LINE} text-left hover:bg-hover`}>
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {entry.title}
      </span>
      <Badge tone={phase === 'overdue' ? 'failed' : 'scheduled'}>
        {phase === 'ahead' ? `in ${text}` : text}
      </Badge>
    </button>
  );
}

/** Only the open comment's text is loaded. */
export function OpenCard({
  commentId,
  onShown,
  children,
}: {
  commentId: number;
  onShown: () => void;
  children: (item: ScheduledItem) => ReactNode;
}) {
  const { data, error, refetch } = useQuery(queueRowsQuery([commentId]));
  const [item] = (data ?? []).filter(hasTime);
  const isShown = item !== undefined;
  useEffect(() => {
    if (isShown) onShown();
  }, [isShown]);
  if (error && !data)
    return (
      <LoadFailure onRetry={refetch} className="my-1.5 text-sm">
        {errorText(error, 'Failed to load the comment.')}
      </LoadFailure>
    );
  return <div className="my-1.5">{item ? children(item) : <Skeleton className="h-60" />}</div>;
}
