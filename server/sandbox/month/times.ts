import { z } from 'zod';
import { addDays, instantAt, wallTime } from '#shared/rules/calendar.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

const dayAndTime = /^([+-]\d{1,2}) (\d\d:\d\d)$/;
const hoursAgo = /^(\d{1,2})h$/;
/** The first posting slot of a day. */
const FIRST_SLOT = '08:30';
/**
 * Comments are scheduled for today only if its first slot is at least this far away. This
 * leaves time to look around before anything is posted.
 */
const AHEAD = 6 * HOUR;

/**
 * A time of the sample month, in the owner's time zone:
 * - "-3 08:30" is 8:30 three days ago.
 * - "5h" is five hours ago.
 * - "+1 08:30" is 8:30 on the next day whose first posting slot is at least six hours
 *   away. Shortly after midnight that is today.
 */
export const timeSchema = z
  .string()
  .refine(
    (text) => dayAndTime.test(text) || hoursAgo.test(text),
    'must be like "-3 08:30" or "5h"',
  );

/**
 * Returns a function that turns times of the sample month into timestamps around `now`.
 * Throws a RangeError for an unknown time zone.
 */
export function monthTimes(now: Date, timeZone: string) {
  const today = wallTime(now, timeZone).day;
  const firstSlot = instantAt({ day: today, time: FIRST_SLOT }, timeZone);
  const isNight = firstSlot.getTime() - now.getTime() >= AHEAD;
  return (text: string): Date => {
    const [, hours] = hoursAgo.exec(text) ?? [];
    if (hours !== undefined) return new Date(now.getTime() - Number(hours) * HOUR);
    const [, days, time = ''] = dayAndTime.exec(text) ?? [];
    const isAhead = Number(days) > 0;
    return instantAt(
      { day: addDays(today, Number(days) - (isAhead && isNight ? 1 : 0)), time },
      timeZone,
    );
  };
}

export type MonthTimes = ReturnType<typeof monthTimes>;
