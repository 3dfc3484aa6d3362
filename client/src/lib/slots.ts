import type { PostingSlot } from '#shared/contracts/settings.ts';
import { slotSpacingMs } from '#shared/rules/posting-slots.ts';

export const dayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
];
/** Days of the week in the order in which a schedule shows them, Monday first. */
export const wholeWeek = [1, 2, 3, 4, 5, 6, 0];
export const workingDays = [1, 2, 3, 4, 5];

const SPACING_MINUTES = slotSpacingMs / 60_000;
/**
 * Proposed times are multiples of five minutes, such as
 * 9:40 instead of 9:38, because people choose such times.
 */
const STEP_MINUTES = 5;

const minutesOf = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

function timeOf(minutes: number): string {
  const hour = String(Math.floor(minutes / 60)).padStart(2, '0');
  return `${hour}:${String(minutes % 60).padStart(2, '0')}`;
}

/**
 * Returns how many slots fit between two times of a day (HH:MM), or 0 if `to` is before
 * `from`.
 */
export function mostSlotsBetween(from: string, to: string): number {
  const minutes = minutesOf(to) - minutesOf(from);
  return minutes < 0 ? 0 : Math.floor(minutes / SPACING_MINUTES) + 1;
}

/**
 * Returns `count` times (HH:MM) in equal steps of whole five minutes: the first at
 * `from`, the last at `to` or shortly before. `count` may be at most `mostSlotsBetween`.
 */
export function spreadTimes(count: number, from: string, to: string): string[] {
  const start = minutesOf(from);
  const exactStep = (minutesOf(to) - start) / Math.max(1, count - 1);
  const step = Math.floor(exactStep / STEP_MINUTES) * STEP_MINUTES;
  return Array.from({ length: count }, (_, index) => timeOf(start + index * step));
}

/** Replaces the slots of each of these days with the same times. */
export function withTimesOn(
  slots: readonly PostingSlot[],
  days: readonly number[],
  times: readonly string[],
): PostingSlot[] {
  const others = slots.filter((slot) => !days.includes(slot.day));
  return [...others, ...days.flatMap((day) => times.map((time) => ({ day, time })))];
}
