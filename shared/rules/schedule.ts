import { addDays, instantAt, wallTime } from './calendar.ts';

const minute = 60_000;
const hour = 60 * minute;

export const quickScheduleMinutes = [5, 10, 15, 20, 30] as const;
export type QuickScheduleMinutes = (typeof quickScheduleMinutes)[number];

export const bulkPresets = ['1', '2', '3'] as const;
export type BulkPreset = (typeof bulkPresets)[number];

interface Interval {
  name: string;
  label: string;
  baseMs: number;
  extraMs: number;
}

/** Comment k (from 1) is due at now + base·k + random up to `extraMs` (rule 9.5). */
export const bulkIntervals: Record<BulkPreset, Interval> = {
  '1': { name: 'Quick', label: '5-15 minute intervals', baseMs: 5 * minute, extraMs: 10 * minute },
  '2': { name: 'Hourly', label: '1-1.5 hour intervals', baseMs: hour, extraMs: 30 * minute },
  '3': { name: 'Daily', label: '12-24 hour intervals', baseMs: 12 * hour, extraMs: 12 * hour },
};

/** Sorted, so that a large random extra lets no comment overtake the next. */
export function bulkSchedule(preset: BulkPreset, count: number, now: Date, random: () => number): Date[] {
  const { baseMs, extraMs } = bulkIntervals[preset];
  return Array.from({ length: count }, (_, index) => baseMs * (index + 1) + Math.floor(random() * extraMs))
    .sort((a, b) => a - b)
    .map((offset) => new Date(now.getTime() + offset));
}

export function quickSchedule(minutes: QuickScheduleMinutes, now: Date): Date {
  return new Date(now.getTime() + minutes * minute);
}

export const tonight = (now: Date, timeZone: string): Date =>
  instantAt({ day: wallTime(now, timeZone).day, time: '21:00' }, timeZone);

export const tomorrowMorning = (now: Date, timeZone: string): Date =>
  instantAt({ day: addDays(wallTime(now, timeZone).day, 1), time: '09:00' }, timeZone);

export const reviewPeriodMs = 24 * hour;
export const undoPeriodMs = 10 * minute;

export function autoPostDueAt(queuedAt: Date, approvedAt: Date): Date {
  return new Date(Math.max(queuedAt.getTime() + reviewPeriodMs, approvedAt.getTime() + undoPeriodMs));
}
