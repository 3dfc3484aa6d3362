import type { Visibility } from '#shared/contracts/comments.ts';
import { isPlausibleDate } from '#shared/contracts/primitives.ts';

/** The words are English; the clock, of twice twelve or of 24 hours, is the one of the viewer's language. */
const hourCycle = () =>
  new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 ? 'h12' : 'h23';

/** Created on first use: loading zones and languages would delay the first paint. */
function formatter(options: Intl.DateTimeFormatOptions): (at: string | number) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (at) => {
    format ??= new Intl.DateTimeFormat('en-US', { ...options, hourCycle: hourCycle() });
    return format.format(new Date(at));
  };
}

const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const time = { hour: 'numeric', minute: '2-digit' } as const;

/** In the viewer's zone, but formatDay, formatWeekday and formatWeekdayName show a calendar day (YYYY-MM-DD) as it is. */
export const formatDate = formatter(day);
export const formatTime = formatter(time);
export const formatDateTime = formatter({ ...day, ...time });
export const formatWeekdayTime = formatter({ weekday: 'short', ...time });
export const formatShortDateTime = formatter({ month: 'short', day: 'numeric', ...time });
export const formatExact = formatter({ dateStyle: 'full', timeStyle: 'long' });
export const formatLongDay = formatter({ weekday: 'long', month: 'long', day: 'numeric' });
export const formatDay = formatter({ month: 'short', day: 'numeric', timeZone: 'UTC' });
export const formatWeekday = formatter({ weekday: 'short', day: 'numeric', timeZone: 'UTC' });
const formatShortDay = formatter({ month: 'short', day: 'numeric' });

/** "today at 5:30 PM", else "Nov 24 at 9:00 AM", with the year where it is not this one. */
export function formatWhen(at: string, now: Date): string {
  const [date, today] = [formatDate(at), formatDate(now.getTime())];
  const isThisYear = date.slice(-4) === today.slice(-4);
  const day = date === today ? 'today' : isThisYear ? formatShortDay(at) : date;
  return `${day} at ${formatTime(at)}`;
}
export const formatWeekdayName = formatter({ weekday: 'short', timeZone: 'UTC' });

const formatWallClock = formatter({ ...time, timeZone: 'UTC' });

/** "9:05 AM" of a wall time (HH:MM), and of a full hour "9 AM"; "9:05" and "9:00" where a day has 24 hours. */
export const clockText = (time: string): string =>
  formatWallClock(`1970-01-01T${time}Z`).replace(/^0|:00(?=\s)/g, '');

const EVENING = 18;
const SIX_DAYS_MS = 6 * 86_400_000;

/** "tonight 9:00 PM", "today 3:12 PM", "tomorrow 9:00 AM", within six days "Fri 9:00 AM", else with the date. */
export function formatPlanned(iso: string, now: Date): string {
  const at = new Date(iso);
  const startsIn = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  if (at < startsIn(0) || at.getTime() - now.getTime() > SIX_DAYS_MS)
    return (at.getFullYear() === now.getFullYear() ? formatShortDateTime : formatDateTime)(iso);
  if (at < startsIn(1)) return `${at.getHours() < EVENING ? 'today' : 'tonight'} ${formatTime(iso)}`;
  return at < startsIn(2) ? `tomorrow ${formatTime(iso)}` : formatWeekdayTime(iso);
}

export const toLocalDateTime = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** Null for what the server would refuse, such as the year 0020 while somebody types 2026. */
export function fromLocalDateTime(value: string): Date | null {
  const at = new Date(value);
  return isPlausibleDate(at) ? at : null;
}

export const formatNumber = (value: number): string => value.toLocaleString('en-US');

export const counted = (count: number, unit: string): string =>
  `${formatNumber(count)} ${unit}${count === 1 ? '' : 's'}`;

export const videoLink = (youtubeId: string, at?: number): string =>
  `https://www.youtube.com/watch?v=${encodeURIComponent(youtubeId)}${at === undefined ? '' : `&t=${at}s`}`;

export const visibilityLabels: Record<Visibility, string> = {
  public: 'Public',
  only_you: 'Only you see it',
  removed: 'Removed',
  unknown: 'Unknown',
};
