import { relativeDate } from '#shared/rules/format.ts';
import { useNow } from '../lib/browser.ts';
import { formatDate, formatExact, formatTime } from '../lib/formats.ts';
import { formatPlanned } from '../lib/planned-times.ts';
import { relative } from './time.tsx';

export const DayTime = relative((iso, now) =>
  formatDate(iso) === formatDate(now.getTime()) ? formatTime(iso) : formatDate(iso),
);

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
