import type { QuotaBucketStatus } from '../contracts/posting.ts';

/** What commentThreads.insert costs (WIRE A.1). */
export const insertUnits = 50;

/** None while Google itself says that the bucket is spent, whatever we counted. */
export function unitsLeft({ limit, used, blockedUntil }: UnitsSpent): number {
  return blockedUntil === null ? Math.max(0, limit - used) : 0;
}
type UnitsSpent = Pick<QuotaBucketStatus, 'limit' | 'used'> & { blockedUntil: unknown };

/** What searching and reading may spend: units kept for comments scheduled before the reset are not theirs. */
export function spareUnits(bucket: QuotaBucketStatus): number {
  return Math.max(0, unitsLeft(bucket) - bucket.reserved);
}

/** Units kept for comments that are due before the reset: for no more of them than today's limit lets out. */
export function keptUnits({
  due,
  dailyCap,
  postedToday,
}: Record<'due' | 'dailyCap' | 'postedToday', number>) {
  return Math.max(0, Math.min(due, dailyCap - postedToday)) * insertUnits;
}

/** How many comments can still go out today, by the person's own limit and by YouTube's. */
export function postsLeft(
  { dailyCap, postedToday }: { dailyCap: number; postedToday: number },
  shared: UnitsSpent,
): number {
  return Math.max(0, Math.min(dailyCap - postedToday, Math.floor(unitsLeft(shared) / insertUnits)));
}
