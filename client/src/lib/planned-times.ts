import {
  formatDateTime,
  formatTime,
  formatter,
  time,
  toLocalDateTime,
} from './formats.ts';

export const formatWeekdayTime = formatter({ weekday: 'short', ...time });
export const formatShortDateTime = formatter({ month: 'short', day: 'numeric', ...time });

const EVENING = 18;
const DAY_MS = 86_400_000;
const SIX_DAYS_MS = 6 * DAY_MS;

/** Returns the calendar day after this one, both as YYYY-MM-DD. */
const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

/**
 * Returns "tonight 9:00 PM", "today 3:12 PM", "tomorrow 9:00 AM",
 * "Fri 9:00 AM" within six days, or else the date with the time.
 */
export function formatPlanned(iso: string, now: Date): string {
  const at = new Date(iso);
  const [day = '', clock = ''] = toLocalDateTime(at).split('T');
  const [today = ''] = toLocalDateTime(now).split('T');
  if (day < today || at.getTime() - now.getTime() > SIX_DAYS_MS)
    return (day.slice(0, 4) === today.slice(0, 4) ? formatShortDateTime : formatDateTime)(
      iso,
    );
  if (day === today)
    return `${Number(clock.slice(0, 2)) < EVENING ? 'today' : 'tonight'} ${formatTime(iso)}`;
  return day === dayAfter(today) ? `tomorrow ${formatTime(iso)}` : formatWeekdayTime(iso);
}
