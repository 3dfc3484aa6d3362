import { relativeDate } from '#shared/rules/format.ts';
import { formatClock, formatDate, formatDateTime, formatExact, formatTime } from '../lib/dates.ts';
import { useNow } from '../lib/use-now.ts';

const FORMATS = { date: formatDate, time: formatTime, clock: formatClock, 'date-time': formatDateTime };

interface DateTimeProps {
  iso: string;
  format?: keyof typeof FORMATS;
}

/** Shows the viewer's zone; the exact time on hover. */
export function DateTime({ iso, format = 'date-time' }: DateTimeProps) {
  return (
    <time dateTime={iso} title={formatExact(iso)} className="whitespace-nowrap">
      {FORMATS[format](iso)}
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
