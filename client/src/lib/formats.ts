import { isPlausibleDate } from '#shared/contracts/primitives.ts';
import { type StandIn, standInClock } from './time-zone.ts';

/**
 * Dates use English words, but the 12-hour or 24-hour clock follows the viewer's
 * language.
 */
const hourCycle = () =>
  new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12
    ? 'h12'
    : 'h23';

/**
 * Creates the formatter on first use: loading time zones and languages would delay the
 * first paint.
 */
export function formatter(
  options: Intl.DateTimeFormatOptions,
): (at: string | number) => string {
  let format: Intl.DateTimeFormat | undefined;
  let clock: StandIn | null = null;
  return (at) => {
    if (!format || clock !== standInClock()) {
      clock = standInClock();
      const inZone = clock ? { timeZone: clock.zone, ...options } : options;
      format = new Intl.DateTimeFormat('en-US', { ...inZone, hourCycle: hourCycle() });
    }
    return format.format(new Date(at));
  };
}

const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
export const time = { hour: 'numeric', minute: '2-digit' } as const;

/**
 * These formats use the viewer's time zone, except formatDay, formatWeekday and
 * formatWeekdayName, which format a calendar day (YYYY-MM-DD) as it is.
 */
export const formatDate = formatter(day);
export const formatTime = formatter(time);
export const formatDateTime = formatter({ ...day, ...time });
export const formatExact = formatter({ dateStyle: 'full', timeStyle: 'long' });
export const formatLongDay = formatter({
  weekday: 'long',
  month: 'long',
  day: 'numeric',
});
export const formatDay = formatter({ month: 'short', day: 'numeric', timeZone: 'UTC' });
export const formatWeekday = formatter({
  weekday: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const formatShortDay = formatter({ month: 'short', day: 'numeric' });

/**
 * Returns "today at 5:30 PM" or "Nov 24 at 9:00 AM", with the year if it is not the
 * current one.
 */
export function formatWhen(at: string, now: Date): string {
  return `${dayWords(at, now)} at ${formatTime(at)}`;
}

function dayWords(at: string, now: Date): string {
  const date = formatDate(at);
  const today = formatDate(now.getTime());
  if (date === today) return 'today';
  // Both end with the four digits of the year.
  const isThisYear = date.slice(-4) === today.slice(-4);
  return isThisYear ? formatShortDay(at) : date;
}

export const formatWeekdayName = formatter({ weekday: 'short', timeZone: 'UTC' });

const formatWallClock = formatter({ ...time, timeZone: 'UTC' });

/**
 * Formats a wall-clock time (HH:MM) as "9:05 AM", and a full
 * hour as "9 AM". A 24-hour clock gives "9:05" and "9:00".
 */
export const clockText = (time: string): string =>
  formatWallClock(`1970-01-01T${time}Z`).replace(/^0|:00(?=\s)/g, '');

export function toLocalDateTime(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
    .toISOString()
    .slice(0, 16);
  return standInClock()?.toLocal(at) ?? local;
}

/** Returns the calendar day (YYYY-MM-DD) in the viewer's time zone. */
export const localDay = (at: Date): string => toLocalDateTime(at).slice(0, 10);

/**
 * Returns null for a date that the server would reject, such as the year 0020 while the
 * user is typing 2026.
 */
export function fromLocalDateTime(value: string): Date | null {
  const at = new Date(value);
  return isPlausibleDate(at) ? (standInClock()?.fromLocal(value) ?? at) : null;
}

export const formatNumber = (value: number): string => value.toLocaleString('en-US');

export const counted = (count: number, unit: string): string =>
  `${formatNumber(count)} ${unit}${count === 1 ? '' : 's'}`;

export const videoLink = (youtubeId: string, at?: number): string =>
  `https://www.youtube.com/watch?v=${encodeURIComponent(youtubeId)}${at === undefined ? '' : `&t=${at}s`}`;
