import type { PostingSlot } from '#shared/contracts/settings.ts';
import { slotSpacingMs } from '#shared/rules/posting-slots.ts';

export const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
/** Days of the week as a schedule shows them, Monday first. */
export const wholeWeek = [1, 2, 3, 4, 5, 6, 0];
export const workingDays = [1, 2, 3, 4, 5];

const SPACING_MINUTES = slotSpacingMs / 60_000;
/** People post at 9:40, not at 9:38. */
const STEP_MINUTES = 5;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

function timeOf(minutes: number): string {
  const hour = String(Math.floor(minutes / 60)).padStart(2, '0');
  return `${hour}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Returns how many slots fit between two times of a day (HH:MM), 0 where they stand in the wrong order. */
export function mostSlotsBetween(from: string, to: string): number {
  const minutes = minutesOf(to) - minutesOf(from);
  return minutes < 0 ? 0 : Math.floor(minutes / SPACING_MINUTES) + 1;
}

/**
 * Returns that many times (HH:MM) in equal steps of whole five minutes, the first at `from`, the last at `to` or shortly
 * before. The count may be at most `mostSlotsBetween`.
 */
export function spreadTimes(count: number, from: string, to: string): string[] {
  const start = minutesOf(from);
  const exactStep = (minutesOf(to) - start) / Math.max(1, count - 1);
  const step = Math.floor(exactStep / STEP_MINUTES) * STEP_MINUTES;
  return Array.from({ length: count }, (_, index) => timeOf(start + index * step));
}

/** Gives each of these days the same times, in place of the day's own. */
export function withTimesOn(
  slots: readonly PostingSlot[],
  days: readonly number[],
  times: readonly string[],
): PostingSlot[] {
  const others = slots.filter((slot) => !days.includes(slot.day));
  return [...others, ...days.flatMap((day) => times.map((time) => ({ day, time })))];
}
