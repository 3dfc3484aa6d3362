import type { QueueRow } from '#shared/contracts/queue.ts';
import { formatLongDay } from '../../lib/formats.ts';

export type ScheduledItem = QueueRow & { scheduledFor: string };

export const hasTime = (item: QueueRow): item is ScheduledItem => item.scheduledFor !== null;

export interface TimelineRow {
  item: ScheduledItem;
  /** The day's heading, on its first row. */
  day: string | null;
}

const startOfDay = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();

export function dayLabel(start: number, now: Date): string {
  const today = startOfDay(now);
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime();
  const name = formatLongDay(start);
  if (start === today) return `Today, ${name}`;
  return start === tomorrow ? `Tomorrow, ${name}` : name;
}

/** Groups rows, soonest first, by days in the viewer's zone. */
export function timelineRows(items: readonly ScheduledItem[], now: Date): TimelineRow[] {
  let last: number | null = null;
  return items.map((item) => {
    const start = startOfDay(new Date(item.scheduledFor));
    const day = start === last ? null : dayLabel(start, now);
    last = start;
    return { item, day };
  });
}
