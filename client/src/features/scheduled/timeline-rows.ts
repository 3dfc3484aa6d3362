import type { QueueItem } from '#shared/contracts/queue.ts';
import { formatLongDay } from '../../lib/dates.ts';

export type ScheduledItem = QueueItem & { scheduledFor: string };

export interface TimelineRow {
  item: ScheduledItem;
  /** The day's heading, on its first row. */
  day: string | null;
}

const startOfDay = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();

function dayLabel(start: number, now: Date): string {
  const today = startOfDay(now);
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime();
  const name = formatLongDay(start);
  if (start === today) return `Today, ${name}`;
  return start === tomorrow ? `Tomorrow, ${name}` : name;
}

/** Soonest first, by days in the viewer's zone. */
export function timelineRows(items: readonly ScheduledItem[], now: Date): TimelineRow[] {
  const sorted = items.toSorted((a, b) => Date.parse(a.scheduledFor) - Date.parse(b.scheduledFor));
  let last: number | null = null;
  return sorted.map((item) => {
    const start = startOfDay(new Date(item.scheduledFor));
    const day = start === last ? null : dayLabel(start, now);
    last = start;
    return { item, day };
  });
}
