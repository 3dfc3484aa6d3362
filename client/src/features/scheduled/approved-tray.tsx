import { Link } from 'wouter';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { addDays, wallTime } from '#shared/rules/calendar.ts';
import { tomorrowMorning, tonight } from '#shared/rules/schedule.ts';
import { useNextFreeSlot } from '../../api/posting.ts';
import { Badge } from '../../components/ui/button.tsx';
import { useNow } from '../../lib/browser.ts';
import {
  clockText,
  formatDateTime,
  formatDay,
  formatNumber,
  formatWeekdayName,
} from '../../lib/formats.ts';
import { usePressGuard } from '../../lib/presses.ts';
import { viewersZone } from '../../lib/time-zone.ts';
import { DecisionButton } from '../../review/post-now.tsx';
import { useRow, useRowsAhead } from '../../review/rows.ts';
import { approvedItems } from '../../review/select.ts';
import { useWork } from '../../review/work.ts';

const clockOf = (at: Date, zone: string) => clockText(wallTime(at, zone).time);

/**
 * Returns "7:30 PM" for today, "Mon 9 AM" within the next seven days, or else "Dec 4 9
 * AM".
 */
function nearSlot(at: Date, now: Date, zone: string): string {
  const { day } = wallTime(at, zone);
  const today = wallTime(now, zone).day;
  if (day === today) return clockOf(at, zone);
  return `${(day < addDays(today, 7) ? formatWeekdayName : formatDay)(day)} ${clockOf(at, zone)}`;
}

/** How many approved comments are loaded before they are shown. */
const NEXT_APPROVED = 4;

/** Loads what the tray shows together with the list, so that both appear at once. */
export function useTrayAhead(): void {
  const approved = useWork(approvedItems) ?? [];
  useRowsAhead(approved.slice(0, NEXT_APPROVED).map(({ commentId }) => commentId));
}

/** Shows the next approved comment without a time, and buttons to schedule it. */
export function ApprovedTray({
  onSchedule,
}: {
  onSchedule: (row: QueueRow, at: Date) => Promise<unknown>;
}) {
  const approved = useWork(approvedItems) ?? [];
  const row = useRow(approved[0]?.commentId).data;
  const slot = useNextFreeSlot();
  const now = useNow();
  const guard = usePressGuard();
  if (!row || approved.length === 0) return null;
  const zone = viewersZone();
  const evening = tonight(now, zone);
  const choices = [
    { name: 'Tonight', at: evening > now ? evening : null, saysDay: true },
    { name: 'Tomorrow', at: tomorrowMorning(now, zone), saysDay: true },
    { name: 'Next free slot', at: slot ?? null, saysDay: false },
  ];
  return (
    <section
      aria-label="Approved comments without a time"
      className="@container flex flex-col gap-2"
    >
      <p className="flex items-center gap-2 text-xs text-muted tabular-nums">
        <Badge dot="approved">Approved</Badge>
        {formatNumber(approved.length)} without a time
        <Link href="/queue" className="ml-auto font-medium text-text hover:underline">
          Open the queue
        </Link>
      </p>
      <p
        dir="auto"
        className="truncate text-left text-sm font-medium"
        title={row.comment.video.title}
      >
        {row.comment.video.title}
      </p>
      {/* Has fixed columns, because the time of the free slot arrives later than the rest. */}
      <div className="grid grid-cols-2 gap-1.5 @min-[32rem]:grid-cols-[1fr_1.2fr_1.65fr]">
        {choices.map(({ name, at, saysDay }) => (
          <DecisionButton
            key={name}
            guard={guard}
            disabled={at === null}
            title={at ? formatDateTime(at.getTime()) : undefined}
            className="min-w-0 tabular-nums @max-[32rem]:last:col-span-2 @min-[32rem]:px-1.5"
            onPress={() => at && onSchedule(row, at)}
          >
            {name} {at && (saysDay ? clockOf(at, zone) : nearSlot(at, now, zone))}
          </DecisionButton>
        ))}
      </div>
    </section>
  );
}
