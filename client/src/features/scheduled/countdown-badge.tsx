import { countdown } from '#shared/rules/countdown.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { formatExact } from '../../lib/dates.ts';
import { useNow } from '../../lib/use-now.ts';

/** How long until it goes out; red once that time is over (SPEC §4). */
export function CountdownBadge({ iso }: { iso: string }) {
  const { text, overdue } = countdown(new Date(iso), useNow(15_000));
  return (
    <Badge tone={overdue ? 'failed' : 'scheduled'} title={formatExact(iso)}>
      {overdue ? text : `in ${text}`}
    </Badge>
  );
}
