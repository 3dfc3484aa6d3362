import { addDays, calendarDays, startOfDay } from '#shared/rules/calendar.ts';

export interface Range {
  start: Date;
  end: Date;
}

export interface CalendarDay extends Range {
  day: string;
}

export const recentDays = 7;

export function analyticsRanges(
  days: number,
  timeZone: string,
  now: Date,
): { current: Range; previous: Range } {
  const today = calendarDays(timeZone)(now);
  const end = startOfDay(addDays(today, 1), timeZone);
  const start = startOfDay(addDays(today, 1 - days), timeZone);
  const previousStart = startOfDay(addDays(today, 1 - 2 * days), timeZone);
  return { current: { start, end }, previous: { start: previousStart, end: start } };
}

export function recentCalendarDays(timeZone: string, now: Date): CalendarDay[] {
  const today = calendarDays(timeZone)(now);
  return Array.from({ length: recentDays }, (_, index) => {
    const day = addDays(today, index + 1 - recentDays);
    return { day, start: startOfDay(day, timeZone), end: startOfDay(addDays(day, 1), timeZone) };
  });
}
