import type { PostingStatus } from '#shared/contracts/posting.ts';
import type { PlannedDays } from '#shared/contracts/queue.ts';
import { calendarDays } from '#shared/rules/calendar.ts';

export interface Plan {
  times: readonly Date[];
  /** When its comments are due so far, for those that are. */
  instead: readonly Date[];
}

/** Days (YYYY-MM-DD, in the cap's zone) that a plan fills over the daily cap. */
export function overfullDays(
  { times, instead }: Plan,
  planned: PlannedDays,
  { dailyCap, postedToday, timeZone }: Pick<PostingStatus, 'dailyCap' | 'postedToday' | 'timeZone'>,
  now: Date,
): PlannedDays {
  const dayOf = calendarDays(timeZone);
  const total = new Map<string, number>();
  const add = (day: string, posts: number) => total.set(day, (total.get(day) ?? 0) + posts);
  add(dayOf(now), postedToday);
  for (const { day, posts } of planned) add(day, posts);
  for (const at of instead) add(dayOf(at < now ? now : at), -1);
  for (const at of times) add(dayOf(at), 1);
  return [...new Set(times.map(dayOf))]
    .map((day) => ({ day, posts: total.get(day) ?? 0 }))
    .filter(({ posts }) => posts > dailyCap);
}
