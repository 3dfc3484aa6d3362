import { formatShortDateTime, formatWeekdayTime } from '../../lib/planned-times.ts';

const SIX_DAYS_MS = 6 * 86_400_000;

/**
 * Returns "Mon 9:00 AM" for the next six days. For later times,
 * adds the date, since the weekday alone would be ambiguous.
 */
export function nearTime(at: Date): string {
  const isNear = at.getTime() - Date.now() < SIX_DAYS_MS;
  return isNear ? formatWeekdayTime(at.getTime()) : formatShortDateTime(at.getTime());
}
