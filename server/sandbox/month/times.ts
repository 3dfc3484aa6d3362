import { z } from 'zod';
import { addDays, instantAt, wallTime } from '#shared/rules/calendar.ts';

const dayAndTime = /^([+-]\d{1,2}) (\d\d:\d\d)$/;
const hoursAgo = /^(\d{1,2})h$/;
/** The first posting slot of a day, and how long before it the owner of the month can look around in peace. */
const FIRST_SLOT = '08:30';
const AHEAD = 6 * 3_600_000;

/**
 * "-3 08:30": three days ago, as clocks in the owner's time zone show it. "5h": five hours ago. "+1 08:30": on the next
 * day whose first posting slot is some hours ahead, which in the small hours is today.
 */
export const timeSchema = z
  .string()
  .refine((text) => dayAndTime.test(text) || hoursAgo.test(text), 'must be like "-3 08:30" or "5h"');

/** Turns the times of the sample month into timestamps around `now`. Throws a RangeError for an unknown time zone. */
export function monthTimes(now: Date, timeZone: string) {
  const today = wallTime(now, timeZone).day;
  const firstSlot = instantAt({ day: today, time: FIRST_SLOT }, timeZone);
  const isNight = firstSlot.getTime() - now.getTime() >= AHEAD;
  return (text: string): Date => {
    const [, hours] = hoursAgo.exec(text) ?? [];
    if (hours !== undefined) return new Date(now.getTime() - Number(hours) * 3_600_000);
    const [, days, time = ''] = dayAndTime.exec(text) ?? [];
    const isAhead = Number(days) > 0;
    return instantAt({ day: addDays(today, Number(days) - (isAhead && isNight ? 1 : 0)), time }, timeZone);
  };
}

export type MonthTimes = ReturnType<typeof monthTimes>;
