import { z } from 'zod';
import { addDays, instantAt, wallTime } from '#shared/rules/calendar.ts';

const dayAndTime = /^([+-]\d{1,2}) (\d\d:\d\d)$/;
const hoursAgo = /^(\d{1,2})h$/;

/** "-3 08:30": three days ago, as clocks in the owner's time zone show it. "5h": five hours ago. */
export const timeSchema = z
  .string()
  .refine((text) => dayAndTime.test(text) || hoursAgo.test(text), 'must be like "-3 08:30" or "5h"');

/** Turns the times of the sample month into timestamps around `now`. Throws a RangeError for an unknown time zone. */
export function monthTimes(now: Date, timeZone: string) {
  const today = wallTime(now, timeZone).day;
  return (text: string): Date => {
    const [, hours] = hoursAgo.exec(text) ?? [];
    if (hours !== undefined) return new Date(now.getTime() - Number(hours) * 3_600_000);
    const [, days, time = ''] = dayAndTime.exec(text) ?? [];
    return instantAt({ day: addDays(today, Number(days)), time }, timeZone);
  };
}

export type MonthTimes = ReturnType<typeof monthTimes>;
