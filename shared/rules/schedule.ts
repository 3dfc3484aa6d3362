const minute = 60_000;
const hour = 60 * minute;

/** Minutes from now (SPEC §9). */
export const quickScheduleMinutes = [5, 10, 15, 20, 30] as const;
export type QuickScheduleMinutes = (typeof quickScheduleMinutes)[number];

export const bulkPresets = ['1', '2', '3'] as const;
export type BulkPreset = (typeof bulkPresets)[number];

interface Interval {
  name: string;
  /** The interval label of the toast "n comments scheduled with {interval label}." */
  label: string;
  baseMs: number;
  extraMs: number;
}

/** SPEC §9: item k (1-based) at now + base·k + a random extra of up to `extraMs`. */
export const bulkIntervals: Record<BulkPreset, Interval> = {
  '1': { name: 'Quick', label: '5-15 minute intervals', baseMs: 5 * minute, extraMs: 10 * minute },
  '2': { name: 'Hourly', label: '1-1.5 hour intervals', baseMs: hour, extraMs: 30 * minute },
  '3': { name: 'Daily', label: '12-24 hour intervals', baseMs: 12 * hour, extraMs: 12 * hour },
};

/**
 * The instants of a bulk schedule, soonest first: sorted, so that a large extra lets no item overtake the next
 * one; the k-th of them is still within its own bounds. `random` gives numbers in [0, 1).
 */
export function bulkSchedule(preset: BulkPreset, count: number, now: Date, random: () => number): Date[] {
  const { baseMs, extraMs } = bulkIntervals[preset];
  return Array.from({ length: count }, (_, index) => baseMs * (index + 1) + Math.floor(random() * extraMs))
    .sort((a, b) => a - b)
    .map((offset) => new Date(now.getTime() + offset));
}

/** The instant of a quick schedule. */
export function quickSchedule(minutes: QuickScheduleMinutes, now: Date): Date {
  return new Date(now.getTime() + minutes * minute);
}

/** The review period stated for auto-posting without a schedule (SPEC §9) and the shortest time for an undo. */
export const reviewPeriodMs = 24 * hour;
export const undoPeriodMs = 10 * minute;

/** DESIGN §6: the later of 24 hours after it was queued and 10 minutes after its approval. */
export function autoPostDueAt(queuedAt: Date, approvedAt: Date): Date {
  return new Date(Math.max(queuedAt.getTime() + reviewPeriodMs, approvedAt.getTime() + undoPeriodMs));
}

export type Cadence = 'Single' | 'Quick (5-15min)' | 'Hourly (1-1.5h)' | 'Daily (12-24h)';

/** From the average gap between scheduled times (SPEC §4); null when nothing is scheduled. */
export function cadence(times: readonly Date[]): Cadence | null {
  if (times.length === 0) return null;
  if (times.length === 1) return 'Single';
  const sorted = times.map((time) => time.getTime()).sort((a, b) => a - b);
  const first = sorted[0] ?? 0;
  const last = sorted[sorted.length - 1] ?? 0;
  const averageMinutes = (last - first) / (sorted.length - 1) / minute;
  if (averageMinutes < 30) return 'Quick (5-15min)';
  if (averageMinutes < 120) return 'Hourly (1-1.5h)';
  return 'Daily (12-24h)';
}
