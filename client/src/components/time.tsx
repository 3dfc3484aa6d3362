import { useNow } from '../lib/browser.ts';
import {
  formatDate,
  formatDateTime,
  formatExact,
  formatTime,
  formatWhen,
} from '../lib/formats.ts';

const FORMATS = { date: formatDate, time: formatTime, 'date-time': formatDateTime };

const Time = ({ iso, children }: { iso: string; children: string }) => (
  <time dateTime={iso} title={formatExact(iso)} className="whitespace-nowrap">
    {children}
  </time>
);

export const DateTime = ({
  iso,
  format = 'date-time',
}: {
  iso: string;
  format?: keyof typeof FORMATS;
}) => <Time iso={iso}>{FORMATS[format](iso)}</Time>;

/** Creates a component for a time that is worded relative to now. */
export const relative = (format: (iso: string, now: Date) => string) =>
  function Relative({ iso }: { iso: string }) {
    const now = useNow(60_000);
    return <Time iso={iso}>{format(iso, now)}</Time>;
  };

/** Shows "today at 5:30 PM", or the date with the time. */
export const When = relative(formatWhen);
