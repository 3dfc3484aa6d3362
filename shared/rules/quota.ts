import type { QuotaBucketStatus } from '../contracts/posting.ts';

export const insertUnits = 50;

export function unitsLeft({ limit, used, blockedUntil }: UnitsSpent): number {
  return blockedUntil === null ? Math.max(0, limit - used) : 0;
}
type UnitsSpent = Pick<QuotaBucketStatus, 'limit' | 'used'> & { blockedUntil: unknown };

/** Units for reading: those for scheduled comments are kept back (rule 7.14). */
export function spareUnits(bucket: QuotaBucketStatus): number {
  return Math.max(0, unitsLeft(bucket) - bucket.reserved);
}

interface Kept extends Record<'due' | 'dailyCap' | 'postedToday', number> {
  /** The cap's next day begins before the reset. */
  beginsAnew: boolean;
}

export function keptUnits({ due, dailyCap, postedToday, beginsAnew }: Kept): number {
  const capLeaves = Math.max(0, dailyCap - postedToday) + (beginsAnew ? dailyCap : 0);
  return Math.min(due, capLeaves) * insertUnits;
}

export function postsLeft(
  { dailyCap, postedToday }: { dailyCap: number; postedToday: number },
  shared: UnitsSpent,
): number {
  return Math.max(0, Math.min(dailyCap - postedToday, Math.floor(unitsLeft(shared) / insertUnits)));
}
