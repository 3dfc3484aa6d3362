import { addDays, instantAt, wallTime } from './calendar.ts';

const minute = 60_000;
const hour = 60 * minute;

export const quickScheduleMinutes = [5, 10, 15, 20, 30] as const;
export type QuickScheduleMinutes = (typeof quickScheduleMinutes)[number];

export const bulkPresets = ['1', '2', '3'] as const;
export type BulkPreset = (typeof bulkPresets)[number];

/**
 * Labels for how often comments are posted, on the presets and as the cadence of the
 * schedule.
 */
const rhythms = {
  quick: 'Quick (5-15min)',
  hourly: 'Hourly (1-1.5h)',
  daily: 'Daily (12-24h)',
} as const;
type Rhythm = (typeof rhythms)[keyof typeof rhythms];

/** Returns the cadence of `count` posts from the first to the last (rule 4.7). */
export function cadence(count: number, first: Date, last: Date): 'Single' | Rhythm {
  if (count === 1) return 'Single';
  const averageMinutes = (last.getTime() - first.getTime()) / (count - 1) / minute;
  if (averageMinutes < 30) return rhythms.quick;
  if (averageMinutes < 120) return rhythms.hourly;
  return rhythms.daily;
}

interface Interval {
  label: Rhythm;
  baseMs: number;
  extraMs: number;
}

/** Comment k (from 1) is due at now + base·k + random up to `extraMs` (rule 9.5). */
export const bulkIntervals: Record<BulkPreset, Interval> = {
  '1': { label: rhythms.quick, baseMs: 5 * minute, extraMs: 10 * minute },
  '2': { label: rhythms.hourly, baseMs: hour, extraMs: 30 * minute },
  '3': { label: rhythms.daily, baseMs: 12 * hour, extraMs: 12 * hour },
};

/**
 * Says when a preset's comments are due. Their average distance is the base interval,
 * because each one has a random extra of its own.
 */
export function presetHelp(preset: BulkPreset): string {
  const { baseMs, extraMs } = bulkIntervals[preset];
  const isInMinutes = baseMs < hour;
  const unit = isInMinutes ? 'minute' : 'hour';
  const unitMs = isInMinutes ? minute : hour;
  const base = baseMs / unitMs;
  const last = (baseMs + extraMs) / unitMs;
  return `First in ${base} to ${last} ${unit}s, then about every ${base === 1 ? unit : base}`;
}

/**
 * Sorts the times, because a comment with a large random extra could be due after the
 * next one.
 */
export function bulkSchedule(
  preset: BulkPreset,
  count: number,
  now: Date,
  random: () => number,
): Date[] {
  const { baseMs, extraMs } = bulkIntervals[preset];
  return Array.from(
    { length: count },
    (_, index) => baseMs * (index + 1) + Math.floor(random() * extraMs),
  )
    .sort((a, b) => a - b)
    .map((offset) => new Date(now.getTime() + offset));
}

/**
 * Moves each time to a later one that keeps the gap to the times before it and to
 * comments that are already due.
 */
export function withGap(
  times: readonly Date[],
  gapMs: number,
  due: readonly Date[],
): Date[] {
  const others = due.map((at) => at.getTime()).sort((a, b) => a - b);
  let last = Number.NEGATIVE_INFINITY;
  return times.map((time) => {
    let at = Math.max(time.getTime(), last + gapMs);
    for (const other of others) if (Math.abs(other - at) < gapMs) at = other + gapMs;
    last = at;
    return new Date(at);
  });
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
  return new Date(
    Math.max(queuedAt.getTime() + reviewPeriodMs, approvedAt.getTime() + undoPeriodMs),
  );
}

export interface Countdown {
  text: string;
  phase: 'ahead' | 'posting' | 'overdue';
}

const postingMs = 10_000;
const dayMs = 24 * hour;

interface CountdownOptions {
  /** Returns the viewer's calendar day (YYYY-MM-DD). */
  dayOf: (at: Date) => string;
  /** True if something keeps the comment from being posted at its time. */
  isHeld?: boolean;
}

/**
 * From 24 hours on, counts calendar days, so that two comments on the same Monday are
 * equally far away.
 */
export function countdown(
  target: Date,
  now: Date,
  { dayOf, isHeld = false }: CountdownOptions,
): Countdown {
  const ms = target.getTime() - now.getTime();
  if (ms < 0) {
    const isLate = isHeld || ms <= -postingMs;
    return isLate
      ? { text: 'Overdue', phase: 'overdue' }
      : { text: 'Posting…', phase: 'posting' };
  }
  const minutes = Math.floor(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  if (minutes < 1) return { text: '<1m', phase: 'ahead' };
  if (minutes < 60) return { text: `${minutes}m`, phase: 'ahead' };
  if (hours < 24) return { text: `${hours}h`, phase: 'ahead' };
  const days = (Date.parse(dayOf(target)) - Date.parse(dayOf(now))) / dayMs;
  // On a day when clocks are set back, 24 hours later can be the same day.
  return { text: `${Math.max(1, days)}d`, phase: 'ahead' };
}
