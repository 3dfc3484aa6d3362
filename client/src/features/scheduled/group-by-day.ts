import type { QueueItem } from '#shared/contracts/queue.ts';

/** An item that has a time. */
export type ScheduledItem = QueueItem & { scheduledFor: string };

export interface ScheduledDay {
  /** Midnight of the day in the viewer's zone. */
  start: number;
  label: string;
  items: ScheduledItem[];
}

const DAY = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' });

const startOfDay = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();

function dayLabel(start: number, now: Date): string {
  const today = startOfDay(now);
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime();
  const name = DAY.format(start);
  if (start === today) return `Today, ${name}`;
  return start === tomorrow ? `Tomorrow, ${name}` : name;
}

/** Soonest first, by the viewer's days. */
export function groupByDay(items: readonly ScheduledItem[], now: Date): ScheduledDay[] {
  const days = new Map<number, ScheduledDay>();
  const sorted = items.toSorted((a, b) => Date.parse(a.scheduledFor) - Date.parse(b.scheduledFor));
  for (const item of sorted) {
    const start = startOfDay(new Date(item.scheduledFor));
    const day = days.get(start) ?? { start, label: dayLabel(start, now), items: [] };
    day.items.push(item);
    days.set(start, day);
  }
  return [...days.values()];
}
