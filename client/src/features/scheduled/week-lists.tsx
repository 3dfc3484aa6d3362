import type { ReactNode } from 'react';
import type { ScheduleEntry } from '#shared/contracts/queue.ts';
import { wallTime } from '#shared/rules/calendar.ts';
import { Badge } from '../../components/ui/button.tsx';
import { useNow } from '../../lib/browser.ts';
import { clockText } from '../../lib/formats.ts';
import { formatShortDateTime } from '../../lib/planned-times.ts';
import { viewersZone } from '../../lib/time-zone.ts';
import { useRow } from '../../review/rows.ts';
import { Countdown } from './scheduled-card.tsx';
import { dayLabel, type Piece } from './week-blocks.ts';
import type { WeekPart } from './week-grid.tsx';

const LINE =
  'flex min-h-[38px] min-w-0 items-center gap-2.5 border-b border-line text-sm';

/** Returns how many pieces of the day come before this time. */
function countUntil(time: string, pieces: readonly Piece[]): number {
  const ahead = pieces.findIndex((piece) => piece.time > time);
  return ahead < 0 ? pieces.length : ahead;
}

export function DayPanel(
  props: WeekPart & {
    day: string;
    openCard: ReactNode;
    tray: ReactNode;
    empty: ReactNode;
  },
) {
  const { overview, openComment, onOpen, day, openCard, tray, empty } = props;
  const now = useNow();
  const pieces = props.pieces.get(day) ?? [];
  const { isLoading } = useRow(openComment ?? undefined);
  const isOpen = (piece: Piece) =>
    piece.kind === 'entry' && piece.entry.commentId === openComment;
  // Hides the rows below the open comment until it has loaded, because its height is
  // unknown before and the rows would move.
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
    return (
      <ClosedLine entry={piece.entry} onOpen={() => onOpen(day, piece.entry.commentId)} />
    );
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
      <ol
        aria-label="Scheduled comments"
        className="flex flex-col px-(--gutter) pt-2 pb-4 2xl:pl-6"
      >
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

/** Lists scheduled comments from before the first day, for which there is no column. */
export function OverdueList(props: {
  entries: readonly ScheduleEntry[];
  openComment: number | null;
  openCard: ReactNode;
  onOpen: (commentId: number) => void;
}) {
  const { entries, openComment, openCard, onOpen } = props;
  return (
    <section
      aria-label="Overdue"
      className="border-b border-line px-(--gutter) pt-3 pb-4 2xl:col-span-2"
    >
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
