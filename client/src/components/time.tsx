import { relativeDate } from '#shared/rules/format.ts';
import { useNow } from '../lib/browser.ts';
import {
  formatDate,
  formatDateTime,
  formatExact,
  formatPlanned,
  formatTime,
  formatWhen,
} from '../lib/formats.ts';

const FORMATS = { date: formatDate, time: formatTime, 'date-time': formatDateTime };

const Time = ({ iso, children }: { iso: string; children: string }) => (
  <time dateTime={iso} title={formatExact(iso)} className="whitespace-nowrap">
    {children}
  </time>
);

export const DateTime = ({ iso, format = 'date-time' }: { iso: string; format?: keyof typeof FORMATS }) => (
  <Time iso={iso}>{FORMATS[format](iso)}</Time>
);

/** Creates a component for a time that is worded relative to now. */
const relative = (format: (iso: string, now: Date) => string) =>
  function Relative({ iso }: { iso: string }) {
    const now = useNow(60_000);
    return <Time iso={iso}>{format(iso, now)}</Time>;
  };

export const DayTime = relative((iso, now) =>
  formatDate(iso) === formatDate(now.getTime()) ? formatTime(iso) : formatDate(iso),
);

/** Shows "today at 5:30 PM", or the date with the time. */
export const When = relative(formatWhen);

/** Shows "tonight 9:00 PM", "tomorrow 9:00 AM", or the day with the time. */
export const Planned = relative(formatPlanned);

export function RelativeTime({ iso }: { iso: string }) {
  const now = useNow(60_000);
  return (
    <time dateTime={iso} title={formatExact(iso)}>
      {relativeDate(iso, now)}
    </time>
  );
}
