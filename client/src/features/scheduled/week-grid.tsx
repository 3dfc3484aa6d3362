import { useRef } from 'react';
import type {
  ScheduleDay,
  ScheduleEntry,
  ScheduleOverview,
} from '#shared/contracts/queue.ts';
import { wallTime } from '#shared/rules/calendar.ts';
import { countdown } from '#shared/rules/schedule.ts';
import { classNames, useNow } from '../../lib/browser.ts';
import { clockText, formatDay, formatWeekdayName, localDay } from '../../lib/formats.ts';
import { viewersZone } from '../../lib/time-zone.ts';
import {
  HOUR_HEIGHT,
  heightOf,
  type Piece,
  type PlacedPiece,
  placed,
  shownHours,
  topOf,
  useBlockMoves,
} from './week-blocks.ts';

export interface WeekPart {
  overview: ScheduleOverview;
  pieces: ReadonlyMap<string, Piece[]>;
  openComment: number | null;
  onOpen: (day: string, commentId: number | null) => void;
}

const MOST_PIPS = 8;

function pipColor(index: number, posted: number, due: number): string {
  if (index < posted) return 'bg-posted';
  return index < posted + due ? 'bg-scheduled' : 'border border-field-line';
}

/**
 * Shows how much of the daily cap is posted and due on a day: as squares, or as a number
 * if the cap is high.
 */
function DayLoad({ day, dailyCap }: { day: ScheduleDay | undefined; dailyCap: number }) {
  const { posted = 0, due = 0 } = day ?? {};
  const label = `${posted + due} of ${dailyCap}`;
  if (dailyCap > MOST_PIPS) {
    return (
      <span
        className={classNames(
          'text-xs tabular-nums',
          posted + due > dailyCap ? 'text-failed' : 'text-muted',
        )}
      >
        {label}
      </span>
    );
  }
  return (
    <span
      role="img"
      aria-label={label}
      className="flex gap-[3px] forced-color-adjust-none"
    >
      {Array.from({ length: dailyCap }, (_, index) => (
        <span
          key={index}
          className={classNames('size-2 rounded-[2px]', pipColor(index, posted, due))}
        />
      ))}
    </span>
  );
}

const BLOCK =
  'absolute overflow-hidden rounded-[4px] py-1 text-left text-xs leading-[15px]';

function Clock({ time }: { time: string }) {
  const [figures, half] = clockText(time).split(/\s/);
  return (
    <>
      {figures} <span data-half="">{half}</span>
    </>
  );
}

/** Placed at the top, so that the number of hidden pieces covers no word. */
function Words(props: {
  time: string;
  channel: string;
  isOverdue?: boolean;
  isNarrow: boolean;
}) {
  const { time, channel, isOverdue = false, isNarrow } = props;
  return (
    <span className="block max-h-[45px] overflow-hidden in-[button]:h-[45px]">
      <span className="block font-semibold whitespace-nowrap tabular-nums">
        <Clock time={time} />
      </span>{' '}
      {isOverdue && (
        <span className="block font-medium text-failed hyphens-auto [overflow-wrap:anywhere]">
          Overdue
        </span>
      )}{' '}
      <span
        className={isNarrow ? 'block truncate' : 'line-clamp-2 [overflow-wrap:anywhere]'}
      >
        {channel}
      </span>
    </span>
  );
}

function blockColors(isMoving: boolean, isOpen: boolean): string {
  if (isMoving) return 'border border-dashed border-field-line bg-page';
  if (isOpen) return 'bg-accent-soft shadow-[inset_0_0_0_2px_var(--color-accent)]';
  return 'bg-surface shadow-[inset_0_0_0_1px_var(--color-button-line),inset_3px_0_0_var(--edge)] hover:bg-hover';
}

const BlockGhost = ({ time, top }: { time: string; top: number }) => (
  <div
    aria-hidden
    style={{ top }}
    className="pointer-events-none absolute inset-x-1 z-30 h-[54px] rounded-[4px] border-2 border-accent bg-accent-soft py-0.5 pl-[7px] text-xs leading-[15px] font-semibold tabular-nums shadow-float"
  >
    {clockText(time)}
  </div>
);

export const COLUMNS = 'grid grid-cols-[44px_repeat(7,minmax(0,1fr))]';

/** Half a column has room for the digits of the time, without AM or PM. */
const HALF = 'pl-[5px] tracking-tighter **:data-half:sr-only';
const lanes = {
  none: 'inset-x-1 pr-1 pl-2',
  0: `left-0.5 right-1/2 ${HALF}`,
  1: `left-1/2 right-0.5 ${HALF}`,
};

interface BlockProps extends Pick<WeekPart, 'openComment' | 'onOpen'> {
  day: string;
  piece: PlacedPiece;
  now: Date;
  moves: ReturnType<typeof useBlockMoves>;
}

/** A free slot, a posted comment, or a scheduled one, which can be moved. */
function Block({ day, piece, now, openComment, moves, onOpen }: BlockProps) {
  const date = `${formatWeekdayName(day)} ${formatDay(day)}`;
  const place = lanes[piece.lane ?? 'none'];
  const style = { top: piece.top };
  if (piece.kind === 'slot')
    return (
      <p
        style={style}
        className={classNames(
          'absolute flex h-6 items-center overflow-hidden rounded-[4px] border border-dashed border-field-line text-xs text-muted tabular-nums',
          place,
        )}
      >
        <span className="truncate">
          <span className="sr-only">Free slot on {date},</span>{' '}
          <Clock time={piece.time} />
        </span>
      </p>
    );
  const { entry } = piece;
  const words = {
    time: piece.time,
    channel: entry.channelTitle,
    isNarrow: piece.lane !== null,
  };
  if (entry.state === 'posted')
    return (
      <p
        title={entry.title}
        style={style}
        className={classNames(
          BLOCK,
          'max-h-[54px] text-muted shadow-[inset_3px_0_0_var(--color-posted)]',
          place,
        )}
      >
        <span className="sr-only">Posted at </span>
        <Words {...words} />
      </p>
    );
  const isOpen = entry.commentId === openComment;
  const isLate =
    countdown(new Date(entry.at), now, { dayOf: localDay }).phase === 'overdue';
  return (
    <button
      type="button"
      aria-pressed={isOpen}
      title={entry.title}
      style={style}
      className={classNames(
        BLOCK,
        'z-10 h-[54px] cursor-grab touch-pan-y select-none',
        blockColors(moves.move?.commentId === entry.commentId, isOpen),
        isLate ? '[--edge:var(--color-failed)]' : '[--edge:var(--color-scheduled)]',
        place,
      )}
      onClick={moves.ifClicked(() => onOpen(day, entry.commentId))}
      {...moves.blockProps(entry)}
    >
      <span className="sr-only">{date},</span> <Words {...words} isOverdue={isLate} />
      <span className="sr-only">: {entry.title}</span>
    </button>
  );
}

export function WeekGrid(
  props: WeekPart & {
    days: readonly string[];
    openDay: string;
    onMove: (entry: ScheduleEntry, at: Date) => Promise<void>;
  },
) {
  const { overview, pieces, days, openDay, openComment, onOpen, onMove } = props;
  const timeZone = viewersZone();
  const now = useNow();
  const columns = useRef<HTMLDivElement>(null);
  const today = wallTime(now, timeZone);
  const times = days.flatMap((day) => pieces.get(day) ?? []).map(({ time }) => time);
  const hours = shownHours(days.includes(today.day) ? [...times, today.time] : times);
  const moves = useBlockMoves({ days, timeZone, hours, columns, onMove });
  const { move, refusal } = moves;
  const lines = Array.from(
    { length: (hours.last - hours.first) / 2 + 1 },
    (_, at) => hours.first + 2 * at,
  );

  return (
    <section aria-label="Week" className="flex min-w-0 flex-col pb-4">
      <div
        className={classNames(COLUMNS, 'h-15 border-b border-line pr-4 pl-(--gutter)')}
      >
        <span />
        {days.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={day === openDay}
            aria-current={day === today.day ? 'date' : undefined}
            onClick={() => onOpen(day, null)}
            className={classNames(
              'flex min-w-0 flex-col justify-center gap-1.5 border-t-2 pl-2 text-left hover:bg-hover',
              day === today.day ? 'border-ink' : 'border-transparent',
            )}
          >
            <span
              className={classNames(
                'truncate text-sm tabular-nums',
                day === today.day ? 'font-semibold' : 'font-medium text-soft',
              )}
            >
              {formatWeekdayName(day)} {Number(day.slice(8))}
            </span>
            <DayLoad
              day={overview.days.find((each) => each.day === day)}
              dailyCap={overview.dailyCap}
            />
          </button>
        ))}
      </div>
      <div className="mt-3 pr-4 pl-(--gutter)">
        <div
          className={classNames(COLUMNS, 'relative')}
          style={{ height: heightOf(hours) }}
        >
          {lines.map((hour) => (
            <div
              key={hour}
              aria-hidden
              className="absolute right-0 left-11 h-px bg-line"
              style={{ top: (hour - hours.first) * HOUR_HEIGHT }}
            >
              <span className="absolute -top-2 -left-11 text-xs text-muted tabular-nums">
                {clockText(`${String(hour % 24).padStart(2, '0')}:00`)}
              </span>
            </div>
          ))}
          <div ref={columns} className="col-span-7 col-start-2 grid grid-cols-7">
            {days.map((day) => {
              const column = placed(pieces.get(day) ?? [], hours);
              return (
                <div
                  key={day}
                  className={classNames(
                    'relative border-l border-line',
                    day === today.day && 'bg-page',
                  )}
                >
                  {column.map((piece) => (
                    <Block
                      key={piece.kind === 'slot' ? piece.at : piece.entry.commentId}
                      day={day}
                      piece={piece}
                      now={now}
                      openComment={openComment}
                      moves={moves}
                      onOpen={onOpen}
                    />
                  ))}
                  {column
                    .filter(({ hidden }) => hidden > 0)
                    .map(({ top, hidden }) => (
                      <button
                        key={top}
                        type="button"
                        style={{ top: top + 36 }}
                        onClick={() => onOpen(day, null)}
                        className="absolute right-1.5 z-20 rounded-[4px] bg-sunken px-1 text-xs text-soft tabular-nums"
                      >
                        +{hidden}
                        <span className="sr-only"> more on {formatDay(day)}</span>
                      </button>
                    ))}
                  {move?.day === day && (
                    <BlockGhost time={move.time} top={topOf(move.time, hours)} />
                  )}
                  {day === today.day && (
                    <div
                      aria-hidden
                      style={{ top: topOf(today.time, hours) }}
                      className="pointer-events-none absolute inset-x-0 z-20 h-0.5 bg-failed before:absolute before:-top-[3px] before:-left-1 before:size-2 before:rounded-full before:bg-failed"
                    />
                  )}
                </div>
              );
            })}
          </div>
        </div>
      </div>
      <div className="mt-3.5 flex min-h-8 flex-wrap items-center gap-x-5 gap-y-1 pr-4 pl-[calc(var(--gutter)+2.75rem)] text-xs text-muted">
        <p role="status" className="font-medium tabular-nums empty:hidden">
          {move && (
            <span className="text-text">
              To {formatWeekdayName(move.day)}, {formatDay(move.day)},{' '}
              {clockText(move.time)}.
              {move.by === 'keys' && ' Enter moves the comment, Escape leaves it.'}
            </span>
          )}
          {refusal !== null && <span className="text-failed"> {refusal}</span>}
        </p>
        {move === null && refusal === null && <Legend dailyCap={overview.dailyCap} />}
      </div>
    </section>
  );
}

function Legend({ dailyCap }: { dailyCap: number }) {
  const colours = [
    ['Posted', 'bg-posted'],
    ['Scheduled', 'bg-scheduled'],
    [`Free, of your ${dailyCap} a day`, 'border border-field-line'],
  ] as const;
  return (
    <>
      {colours.map(([name, colour]) => (
        <span key={name} className="flex items-center gap-1.5">
          <span aria-hidden className={`size-2 rounded-[2px] ${colour}`} /> {name}
        </span>
      ))}
      <span>Drag to move, or use the arrow keys</span>
    </>
  );
}
