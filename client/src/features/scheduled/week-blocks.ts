import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { QueueRow, ScheduleEntry } from '#shared/contracts/queue.ts';
import {
  addDays,
  instantAt,
  startOfDay,
  type WallTime,
  wallTime,
} from '#shared/rules/calendar.ts';
import { formatLongDay } from '../../lib/formats.ts';
import { viewersZone } from '../../lib/time-zone.ts';
import { PAST } from '../../review/schedule/schedule-dialog.tsx';

export const HOUR_HEIGHT = 42;
const BLOCK_HEIGHT = 54;
const SLOT_HEIGHT = 24;
const STEP_MINUTES = 5;
const LAST_MINUTE = 24 * 60 - STEP_MINUTES;

export const WEEK_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * Returns the first day of the week that contains `day`. Weeks
 * start from today, so this week is the next seven days.
 */
export function weekStart(day: string, today: string): string {
  const daysAhead = (Date.parse(day) - Date.parse(today)) / DAY_MS;
  const weeksAhead = Math.floor(daysAhead / WEEK_DAYS);
  return addDays(today, weeksAhead * WEEK_DAYS);
}

export const weekDays = (first: string): string[] =>
  Array.from({ length: WEEK_DAYS }, (_, index) => addDays(first, index));

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

type Hours = { first: number; last: number };

/** Returns the range from 8:00 to 22:00, extended if a time is earlier or later. */
export function shownHours(times: readonly string[]): Hours {
  const hours = times.map((time) => Math.floor(minutesOf(time) / 60));
  return {
    first: Math.min(8, ...hours),
    last: Math.max(22, ...hours.map((hour) => hour + 2)),
  };
}

export const topOf = (time: string, { first }: Hours): number =>
  ((minutesOf(time) - first * 60) / 60) * HOUR_HEIGHT;

export const heightOf = ({ first, last }: Hours): number => (last - first) * HOUR_HEIGHT;

/** Returns the time at this height of a column, rounded to five minutes. */
export function timeAt(top: number, { first }: Hours): string {
  const minutes = first * 60 + (top / HOUR_HEIGHT) * 60;
  const snapped = Math.round(minutes / STEP_MINUTES) * STEP_MINUTES;
  return timeOf(Math.min(LAST_MINUTE, Math.max(0, snapped)));
}

const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const;
type Arrow = (typeof arrows)[number];

/** Moves a time by five minutes or by a day, within the days that are shown. */
export function stepped(
  { day, time }: WallTime,
  arrow: Arrow,
  days: readonly string[],
): WallTime {
  const minutes = minutesOf(time) / STEP_MINUTES;
  if (arrow === 'ArrowUp')
    return { day, time: timeOf(Math.max(0, (Math.ceil(minutes) - 1) * STEP_MINUTES)) };
  if (arrow === 'ArrowDown')
    return {
      day,
      time: timeOf(Math.min(LAST_MINUTE, (Math.floor(minutes) + 1) * STEP_MINUTES)),
    };
  const next = addDays(day, arrow === 'ArrowLeft' ? -1 : 1);
  return days.includes(next) ? { day: next, time } : { day, time };
}

export type Piece =
  | { kind: 'entry'; time: string; entry: ScheduleEntry }
  | { kind: 'slot'; time: string; at: string };

export type PlacedPiece = Piece & {
  top: number;
  /** 0 or 1 if two pieces are side by side, null if the piece is alone. */
  lane: 0 | 1 | null;
  /** Number of pieces without room, which are hidden behind this one. */
  hidden: number;
};

/** Groups the pieces by day in this time zone, soonest first. */
export function piecesByDay(
  entries: readonly ScheduleEntry[],
  free: readonly string[],
  timeZone: string,
): Map<string, Piece[]> {
  const all = [
    ...entries.map((entry) => ({ kind: 'entry' as const, entry, at: entry.at })),
    ...free.map((at) => ({ kind: 'slot' as const, at })),
  ].sort((a, b) => a.at.localeCompare(b.at));
  const pieces = all.map((piece) => ({
    ...piece,
    ...wallTime(new Date(piece.at), timeZone),
  }));
  return Map.groupBy(pieces, ({ day }) => day);
}

const isUpcoming = (piece: Piece): boolean =>
  piece.kind === 'entry' && piece.entry.state === 'scheduled';

/**
 * Positions the pieces of a day. At most two are side by side; further overlapping pieces
 * are counted on the second. A comment that is still to be posted takes the place of a
 * posted one or of a free slot.
 */
export function placed(pieces: readonly Piece[], hours: Hours): PlacedPiece[] {
  const lanes: Lanes = [
    { end: -1, last: null },
    { end: -1, last: null },
  ];
  const result: PlacedPiece[] = [];
  for (const piece of pieces) {
    const top = topOf(piece.time, hours);
    const free = laneBelow(lanes, top);
    const replaced =
      free === undefined && isUpcoming(piece) ? replaceable(lanes) : undefined;
    const lane = free ?? replaced?.lane;
    if (lane === undefined) {
      if (lanes[1].last) lanes[1].last.hidden += 1;
      continue;
    }
    if (replaced) result.splice(result.indexOf(replaced.piece), 1);
    result.push(
      putInto(lanes, lane, {
        ...piece,
        top,
        lane: null,
        hidden: replaced ? replaced.piece.hidden + 1 : 0,
      }),
    );
  }
  return result;
}

interface Lane {
  /** Where its last piece ends. */
  end: number;
  last: PlacedPiece | null;
}

type Lanes = readonly [Lane, Lane];

/** Returns the first lane that is free from this height on. */
const laneBelow = (lanes: Lanes, top: number): 0 | 1 | undefined =>
  ([0, 1] as const).find((lane) => lanes[lane].end <= top);

/** Returns a last piece that gives its place to a comment that is still to be posted. */
function replaceable(lanes: Lanes): { lane: 0 | 1; piece: PlacedPiece } | undefined {
  for (const lane of [1, 0] as const) {
    const piece = lanes[lane].last;
    if (piece && !isUpcoming(piece)) return { lane, piece };
  }
  return undefined;
}

/**
 * Puts the piece into a lane. It gets half the width if the last piece of the other lane
 * is still going on.
 */
function putInto(lanes: Lanes, lane: 0 | 1, piece: PlacedPiece): PlacedPiece {
  const besideLane = lane === 0 ? 1 : 0;
  const beside = lanes[besideLane];
  if (beside.end > piece.top) {
    piece.lane = lane;
    if (beside.last) beside.last.lane = besideLane;
  }
  lanes[lane].end = piece.top + (piece.kind === 'slot' ? SLOT_HEIGHT : BLOCK_HEIGHT);
  lanes[lane].last = piece;
  return piece;
}

/** A scheduled comment, as its card shows it. */
export type ScheduledItem = QueueRow & {
  scheduledFor: string;
  /**
   * What became of a comment that left the schedule while it was shown; null while it is
   * scheduled.
   */
  left: 'posted' | 'gone' | null;
};

export function dayLabel(day: string, now: Date): string {
  const zone = viewersZone();
  const today = wallTime(now, zone).day;
  const name = formatLongDay(startOfDay(day, zone).getTime());
  if (day === today) return `Today, ${name}`;
  return day === addDays(today, 1) ? `Tomorrow, ${name}` : name;
}

interface Move extends WallTime {
  commentId: number;
  by: 'pointer' | 'keys' | 'sent';
}

interface MovesOptions {
  days: readonly string[];
  timeZone: string;
  hours: Hours;
  columns: RefObject<HTMLElement | null>;
  /** Resolves when the block is at its new time. */
  onMove: (entry: ScheduleEntry, at: Date) => Promise<void>;
}

/** A press that moves less than this is a click. */
const DRAG_PX = 4;

const isArrow = (key: string): key is Arrow =>
  (arrows as readonly string[]).includes(key);

/**
 * Moves scheduled blocks with the pointer or the keyboard. Nothing is sent before the
 * drop or Enter.
 */
export function useBlockMoves({ days, timeZone, hours, columns, onMove }: MovesOptions) {
  const [move, setMove] = useState<Move | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const grab = useRef<{ commentId: number; x: number; y: number; offset: number } | null>(
    null,
  );
  const focused = useRef<{ commentId: number; element: Element } | null>(null);
  const wasDragged = useRef(false);

  function cancel(): void {
    grab.current = null;
    setMove(null);
  }

  // On another day, the block is mounted again in another column, so restore its focus.
  useLayoutEffect(() => {
    const last = focused.current;
    if (!last || last.element.isConnected || document.activeElement !== document.body)
      return;
    const block = columns.current?.querySelector(`[data-comment="${last.commentId}"]`);
    if (block instanceof HTMLElement) block.focus({ preventScroll: true });
  });

  async function send(entry: ScheduleEntry, target: WallTime): Promise<void> {
    const at = instantAt(target, timeZone);
    const before = wallTime(new Date(entry.at), timeZone);
    if (before.day === target.day && before.time === target.time) return cancel();
    if (at <= new Date()) return setRefusal(PAST);
    grab.current = null;
    setMove({ commentId: entry.commentId, ...target, by: 'sent' });
    await onMove(entry, at);
    // The user may have started the next move by now.
    setMove((now) => (now?.by === 'sent' ? null : now));
  }

  function targetAt({ clientX, clientY }: PointerEvent): WallTime | null {
    const box = columns.current?.getBoundingClientRect();
    if (!box || !grab.current) return null;
    const column = Math.floor(((clientX - box.left) / box.width) * days.length);
    const day = days[Math.min(days.length - 1, Math.max(0, column))];
    return day
      ? { day, time: timeAt(clientY - box.top - grab.current.offset, hours) }
      : null;
  }

  /** Arrow keys move the block, Enter sends the move, Escape cancels it. */
  function pressKey(event: KeyboardEvent<HTMLElement>, entry: ScheduleEntry): void {
    const own = move?.commentId === entry.commentId && move.by !== 'sent' ? move : null;
    if (isArrow(event.key)) {
      event.preventDefault();
      setRefusal(null);
      const from = own ?? wallTime(new Date(entry.at), timeZone);
      setMove({
        commentId: entry.commentId,
        by: 'keys',
        ...stepped(from, event.key, days),
      });
      return;
    }
    if (own?.by === 'keys' && event.key === 'Enter') {
      event.preventDefault();
      void send(entry, own);
      return;
    }
    if (!own || event.key !== 'Escape') return;
    cancel();
    setRefusal(null);
  }

  return {
    move,
    refusal,
    blockProps: (entry: ScheduleEntry) => ({
      'data-comment': entry.commentId,
      onFocus({ currentTarget }: FocusEvent<HTMLElement>) {
        focused.current = { commentId: entry.commentId, element: currentTarget };
      },
      onPointerDown(event: PointerEvent<HTMLElement>) {
        wasDragged.current = false;
        setRefusal(null);
        // A finger scrolls the page. On touch screens, comments are moved with the
        // dialog.
        if (event.button !== 0 || event.pointerType === 'touch') return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const offset = event.clientY - event.currentTarget.getBoundingClientRect().top;
        const { commentId } = entry;
        grab.current = { commentId, x: event.clientX, y: event.clientY, offset };
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const start = grab.current;
        if (start?.commentId !== entry.commentId) return;
        const far =
          Math.hypot(event.clientX - start.x, event.clientY - start.y) > DRAG_PX;
        if (!far && !wasDragged.current) return;
        wasDragged.current = true;
        const target = targetAt(event);
        if (target) setMove({ commentId: entry.commentId, by: 'pointer', ...target });
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        const isOwn = grab.current?.commentId === entry.commentId;
        const target = isOwn && wasDragged.current ? targetAt(event) : null;
        cancel();
        if (target) void send(entry, target);
      },
      onPointerCancel: cancel,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => pressKey(event, entry),
      onBlur() {
        if (move?.by === 'keys') cancel();
      },
    }),
    /** Ignores the click with which a drag ends. */
    ifClicked: (act: () => void) => () => {
      if (!wasDragged.current) act();
      wasDragged.current = false;
    },
  };
}
