import type { ScheduleEntry } from '#shared/contracts/queue.ts';
import { addDays, type WallTime, wallTime, weekdayOf } from '#shared/rules/calendar.ts';
import { countdown } from '#shared/rules/schedule.ts';

export const HOUR_HEIGHT = 42;
const BLOCK_HEIGHT = 54;
const SLOT_HEIGHT = 24;
const STEP_MINUTES = 5;
const LAST_MINUTE = 24 * 60 - STEP_MINUTES;

/** Monday's day of the week that holds `day`. */
export const weekStart = (day: string): string => addDays(day, -((weekdayOf(day) + 6) % 7));

export const weekDays = (day: string): string[] =>
  [0, 1, 2, 3, 4, 5, 6].map((index) => addDays(weekStart(day), index));

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

interface Hours {
  first: number;
  last: number;
}

/** From 8:00 to 22:00, and further where something is earlier or later. */
export function shownHours(times: readonly string[]): Hours {
  const hours = times.map((time) => Math.floor(minutesOf(time) / 60));
  return { first: Math.min(8, ...hours), last: Math.max(22, ...hours.map((hour) => hour + 2)) };
}

export const topOf = (time: string, { first }: Hours): number =>
  ((minutesOf(time) - first * 60) / 60) * HOUR_HEIGHT;

export const heightOf = ({ first, last }: Hours): number => (last - first) * HOUR_HEIGHT;

/** The time at that height of a column, in steps of five minutes. */
export function timeAt(top: number, { first }: Hours): string {
  const minutes = first * 60 + (top / HOUR_HEIGHT) * 60;
  const snapped = Math.round(minutes / STEP_MINUTES) * STEP_MINUTES;
  return timeOf(Math.min(LAST_MINUTE, Math.max(0, snapped)));
}

export const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const;
export type Arrow = (typeof arrows)[number];

/** A step of five minutes or a day, within the week. */
export function stepped({ day, time }: WallTime, arrow: Arrow): WallTime {
  const minutes = minutesOf(time) / STEP_MINUTES;
  if (arrow === 'ArrowUp') return { day, time: timeOf(Math.max(0, (Math.ceil(minutes) - 1) * STEP_MINUTES)) };
  if (arrow === 'ArrowDown')
    return { day, time: timeOf(Math.min(LAST_MINUTE, (Math.floor(minutes) + 1) * STEP_MINUTES)) };
  const next = addDays(day, arrow === 'ArrowLeft' ? -1 : 1);
  return weekStart(next) === weekStart(day) ? { day: next, time } : { day, time };
}

export const isOverdue = ({ at }: ScheduleEntry, now: Date): boolean =>
  countdown(new Date(at), now).phase === 'overdue';

export type Piece =
  | { kind: 'entry'; time: string; entry: ScheduleEntry }
  | { kind: 'slot'; time: string; at: string };

export type PlacedPiece = Piece & {
  top: number;
  /** 0 or 1 where two stand side by side, null alone. */
  lane: 0 | 1 | null;
  /** Pieces that found no room and are behind this one. */
  hidden: number;
};

/** By days of the zone, soonest first. */
export function piecesByDay(
  entries: readonly ScheduleEntry[],
  free: readonly string[],
  timeZone: string,
): Map<string, Piece[]> {
  const all = [
    ...entries.map((entry) => ({ kind: 'entry' as const, entry, at: entry.at })),
    ...free.map((at) => ({ kind: 'slot' as const, at })),
  ].sort((a, b) => a.at.localeCompare(b.at));
  const days = new Map<string, Piece[]>();
  for (const piece of all) {
    const { day, time } = wallTime(new Date(piece.at), timeZone);
    days.set(day, [...(days.get(day) ?? []), { ...piece, time }]);
  }
  return days;
}

/** Two may stand side by side; what overlaps both is counted on the second. */
export function placed(pieces: readonly Piece[], hours: Hours): PlacedPiece[] {
  const result: PlacedPiece[] = [];
  const ends: [number, number] = [-1, -1];
  const lasts: [PlacedPiece | null, PlacedPiece | null] = [null, null];
  for (const piece of pieces) {
    const top = topOf(piece.time, hours);
    const end = top + (piece.kind === 'slot' ? SLOT_HEIGHT : BLOCK_HEIGHT);
    const lane = ends[0] <= top ? 0 : ends[1] <= top ? 1 : null;
    if (lane === null) {
      if (lasts[1]) lasts[1].hidden += 1;
      continue;
    }
    const beside = lane === 0 ? 1 : 0;
    const isBeside = ends[beside] > top;
    const next: PlacedPiece = { ...piece, top, lane: isBeside ? lane : null, hidden: 0 };
    const other = lasts[beside];
    if (isBeside && other) other.lane = beside;
    ends[lane] = end;
    lasts[lane] = next;
    result.push(next);
  }
  return result;
}
