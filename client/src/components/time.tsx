import { relativeDate } from '#shared/rules/format.ts';
import { useNow } from '../lib/browser.ts';
import {
  formatClock,
  formatDate,
  formatDateTime,
  formatExact,
  formatPlanned,
  formatTime,
  formatWhen,
} from '../lib/formats.ts';

const FORMATS = { date: formatDate, time: formatTime, clock: formatClock, 'date-time': formatDateTime };

/** The exact time shows on hover. */
const Time = ({ iso, children }: { iso: string; children: string }) => (
  <time dateTime={iso} title={formatExact(iso)} className="whitespace-nowrap">
    {children}
  </time>
);

export const DateTime = ({ iso, format = 'date-time' }: { iso: string; format?: keyof typeof FORMATS }) => (
  <Time iso={iso}>{FORMATS[format](iso)}</Time>
);

export function DayTime({ iso }: { iso: string }) {
  const now = useNow(60_000);
  const isToday = formatDate(iso) === formatDate(now.getTime());
  return <Time iso={iso}>{isToday ? formatTime(iso) : formatDate(iso)}</Time>;
}

/** "today at 5:30 PM", else with the day. */
export function When({ iso }: { iso: string }) {
  const now = useNow(60_000);
  return <Time iso={iso}>{formatWhen(iso, now)}</Time>;
}

/** "tonight 9:00 PM", "tomorrow 9:00 AM", else with the day. */
export function Planned({ iso }: { iso: string }) {
  const now = useNow(60_000);
  return <Time iso={iso}>{formatPlanned(iso, now)}</Time>;
}

export function RelativeTime({ iso }: { iso: string }) {
  const now = useNow(60_000);
  return (
    <time dateTime={iso} title={formatExact(iso)}>
      {relativeDate(iso, now)}
    </time>
  );
}
