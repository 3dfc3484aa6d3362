import type { PostingSlot } from '../contracts/settings.ts';
import { addDays, calendarDays, instantAt, weekdayOf } from './calendar.ts';

const weekdays = [1, 2, 3, 4, 5];

export const defaultPostingSlots: readonly PostingSlot[] = weekdays.flatMap((day) =>
  ['09:00', '13:00', '17:30'].map((time) => ({ day, time })),
);

/** A slot is taken when a comment is due less than this away. */
export const slotSpacingMs = 20 * 60_000;

interface Range {
  from: Date;
  /** Exclusive. */
  to: Date;
}

/** Yields the times of the slots, soonest first and without duplicates. */
export function* slotTimes(
  slots: readonly PostingSlot[],
  timeZone: string,
  { from, to }: Range,
): Generator<Date> {
  const dayOf = calendarDays(timeZone);
  const lastDay = dayOf(to);
  let last = -1;
  for (let day = dayOf(from); day <= lastDay; day = addDays(day, 1)) {
    const times = slots
      .filter((slot) => slot.day === weekdayOf(day))
      .map(({ time }) => instantAt({ day, time }, timeZone).getTime())
      .sort((a, b) => a - b);
    for (const at of times) {
      if (at <= last || at < from.getTime() || at >= to.getTime()) continue;
      last = at;
      yield new Date(at);
    }
  }
}

export interface Schedule {
  slots: readonly PostingSlot[];
  /** Time zone of the posting slots and of the daily cap. */
  timeZone: string;
  dailyCap: number;
  postedToday: number;
  /** When the comments in the queue are due. Overdue ones count for today. */
  due: readonly Date[];
  now: Date;
}

/**
 * Tells which times are free: those away from other comments, on days below the daily
 * cap.
 */
function createLoad({ timeZone, dailyCap, postedToday, due, now }: Schedule) {
  const dayOf = calendarDays(timeZone);
  const posts = new Map([[dayOf(now), postedToday]]);
  const near = new Map<number, number[]>();
  const bucketOf = (at: number) => Math.floor(at / slotSpacingMs);
  const add = (at: Date) => {
    const day = dayOf(at < now ? now : at);
    posts.set(day, (posts.get(day) ?? 0) + 1);
    const bucket = bucketOf(at.getTime());
    const times = near.get(bucket) ?? [];
    times.push(at.getTime());
    near.set(bucket, times);
  };
  const isTaken = (at: number) =>
    [-1, 0, 1].some((step) =>
      near
        .get(bucketOf(at) + step)
        ?.some((other) => Math.abs(other - at) < slotSpacingMs),
    );
  for (const at of due) add(at);
  return {
    add,
    isFree: (at: Date) =>
      !isTaken(at.getTime()) && (posts.get(dayOf(at)) ?? 0) < dailyCap,
  };
}

function* upcoming(
  { slots, timeZone, now }: Schedule,
  { from, to }: Range,
): Generator<Date> {
  const earliest = new Date(Math.max(from.getTime(), now.getTime() + 1));
  if (earliest < to) yield* slotTimes(slots, timeZone, { from: earliest, to });
}

/** Returns the slots of the range that could each take one more comment. */
export function freeSlots(schedule: Schedule, range: Range): Date[] {
  const { isFree } = createLoad(schedule);
  return [...upcoming(schedule, range)].filter(isFree);
}

const horizonMs = 366 * 24 * 60 * 60_000;

/**
 * Returns times for `count` comments, one per slot, soonest first. Returns fewer if a
 * year has no more free slots.
 */
export function fillFreeSlots(schedule: Schedule, count: number): Date[] {
  const { isFree, add } = createLoad(schedule);
  const { now } = schedule;
  const times: Date[] = [];
  for (const at of upcoming(schedule, {
    from: now,
    to: new Date(now.getTime() + horizonMs),
  })) {
    if (times.length >= count) break;
    if (!isFree(at)) continue;
    add(at);
    times.push(at);
  }
  return times;
}
