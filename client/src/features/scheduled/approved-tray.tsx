import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { addDays, wallTime } from '#shared/rules/calendar.ts';
import { tomorrowMorning, tonight } from '#shared/rules/schedule.ts';
import { useNextFreeSlot, viewersZone } from '../../api/posting-slots.ts';
import { approvedQuery, queueSummaryQuery } from '../../api/queue.ts';
import { Badge, Button } from '../../components/ui/button.tsx';
import { useNow } from '../../lib/browser.ts';
import { formatDateTime, formatDay, formatNumber, formatWeekdayName } from '../../lib/formats.ts';
import { usePressGuard } from '../../lib/presses.ts';
import { clockText } from './week/week-layout.ts';

interface ApprovedTrayProps {
  onSchedule: (row: QueueRow, at: Date) => Promise<void>;
}

const clockOf = (at: Date, zone: string) => clockText(wallTime(at, zone).time);

/** "19:30" today, "Mon 9:00" this week, else "Dec 4 9:00". */
function nearSlot(at: Date, now: Date, zone: string): string {
  const { day } = wallTime(at, zone);
  const today = wallTime(now, zone).day;
  if (day === today) return clockOf(at, zone);
  return `${(day < addDays(today, 7) ? formatWeekdayName : formatDay)(day)} ${clockOf(at, zone)}`;
}

/** The next approved comment without a time. */
export function ApprovedTray({ onSchedule }: ApprovedTrayProps) {
  const count = useQuery(queueSummaryQuery).data?.approved ?? 0;
  const [row] = useQuery(approvedQuery).data ?? [];
  const slot = useNextFreeSlot();
  const now = useNow();
  const guard = usePressGuard();
  if (!row || count === 0) return null;
  const zone = viewersZone();
  const evening = tonight(now, zone);
  const choices = [
    { name: 'Tonight', at: evening > now ? evening : null, saysDay: true },
    { name: 'Tomorrow', at: tomorrowMorning(now, zone), saysDay: true },
    { name: 'Next free slot', at: slot ?? null, saysDay: false },
  ];
  return (
    <section aria-label="Approved comments without a time" className="flex flex-col gap-2">
      <p className="flex items-center gap-2 text-xs text-muted tabular-nums">
        <Badge tone="approved" dot>
          Approved
        </Badge>
        {formatNumber(count)} without a time
        <Link href="/queue" className="ml-auto font-medium text-text hover:underline">
          Open the queue
        </Link>
      </p>
      <p dir="auto" className="truncate text-left text-sm font-medium" title={row.comment.video.title}>
        {row.comment.video.title}
      </p>
      {/* Fixed columns: the free slot's time comes later than the rest. */}
      <div className="grid grid-cols-2 gap-1.5 sm:grid-cols-[1fr_1.2fr_1.65fr]">
        {choices.map(({ name, at, saysDay }) => (
          <Button
            key={name}
            disabled={at === null}
            aria-disabled={guard.isPaused || undefined}
            title={at ? formatDateTime(at.getTime()) : undefined}
            className="min-w-0 tabular-nums max-sm:last:col-span-2 sm:px-1.5"
            onClick={() => at && guard.press(() => void onSchedule(row, at))}
          >
            {name} {at && (saysDay ? clockOf(at, zone) : nearSlot(at, now, zone))}
          </Button>
        ))}
      </div>
    </section>
  );
}
