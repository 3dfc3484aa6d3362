import { relativeDate } from '#shared/rules/format.ts';
import { useNow } from '../lib/browser.ts';
import {
  formatClock,
  formatDate,
  formatDateTime,
  formatExact,
  formatTime,
  formatWhen,
} from '../lib/formats.ts';

const FORMATS = { date: formatDate, time: formatTime, clock: formatClock, 'date-time': formatDateTime };

/** Shows the viewer's zone; the exact time on hover. */
export function DateTime({ iso, format = 'date-time' }: { iso: string; format?: keyof typeof FORMATS }) {
  return (
    <time dateTime={iso} title={formatExact(iso)} className="whitespace-nowrap">
      {FORMATS[format](iso)}
    </time>
  );
}

/** The time of day today, else the day. */
export function DayTime({ iso }: { iso: string }) {
  const now = useNow(60_000);
  const isToday = formatDate(iso) === formatDate(now.getTime());
  return (
    <time dateTime={iso} title={formatExact(iso)} className="whitespace-nowrap">
      {isToday ? formatTime(iso) : formatDate(iso)}
    </time>
  );
}

/** "today at 5:30 PM", else with the day. */
export function When({ iso }: { iso: string }) {
  const now = useNow(60_000);
  return (
    <time dateTime={iso} title={formatExact(iso)} className="whitespace-nowrap">
      {formatWhen(iso, now)}
    </time>
  );
}

export function RelativeTime({ iso }: { iso: string }) {
  const now = useNow(60_000);
  return (
    <time dateTime={iso} title={formatExact(iso)}>
      {relativeDate(iso, now)}
    </time>
  );
}
