import type { PostingStatus } from '#shared/contracts/posting.ts';
import { pacificDay } from '#shared/rules/pacific-day.ts';

export interface OverfullDay {
  /** YYYY-MM-DD, Pacific. */
  day: string;
  posts: number;
}

export function overfullDays(
  plan: readonly Date[],
  others: readonly Date[],
  { dailyCap, postedToday }: Pick<PostingStatus, 'dailyCap' | 'postedToday'>,
  now: Date,
): OverfullDay[] {
  const posts = new Map<string, number>([[pacificDay(now), postedToday]]);
  for (const day of [...others, ...plan].map(pacificDay)) posts.set(day, (posts.get(day) ?? 0) + 1);
  return [...new Set(plan.map(pacificDay))]
    .map((day) => ({ day, posts: posts.get(day) ?? 0 }))
    .filter((each) => each.posts > dailyCap);
}
