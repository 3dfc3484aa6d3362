import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import type { Store } from '../store/store.ts';
import { dailyLimitOf } from './errors.ts';
import { pacificDay, pacificMidnight } from './pacific-day.ts';

export const buckets = ['shared', 'search', 'batchGetStats'] as const;
export type Bucket = (typeof buckets)[number];

export interface Meter {
  used: number;
  limit: number;
}

/** Since 2026-06-01 searches have a bucket of their own (WIRE A.1). */
const usualLimits: Record<Bucket, number> = { shared: 10_000, search: 100, batchGetStats: 10_000 };

/** Units used per bucket and Pacific day. */
export const createQuota = (store: Store, clock: Clock) => {
  const usage = store.table('quota', z.number(), { durable: false });
  const limits = store.table('quotaLimits', z.number(), { durable: false });
  const key = (bucket: Bucket) => `${pacificDay(clock.now())}/${bucket}`;
  const limitOf = (bucket: Bucket) => limits.get(bucket) ?? usualLimits[bucket];
  const usedOf = (bucket: Bucket) => usage.get(key(bucket)) ?? 0;

  return {
    /** @throws GoogleError 429 for the search buckets, 403 quotaExceeded for the shared one, when it does not fit any more. */
    check(bucket: Bucket, cost: number) {
      if (usedOf(bucket) + cost > limitOf(bucket)) {
        throw dailyLimitOf(bucket, limitOf(bucket), pacificMidnight(clock.now()));
      }
    },
    charge(bucket: Bucket, cost: number) {
      usage.set(key(bucket), usedOf(bucket) + cost);
    },
    setLimit(bucket: Bucket, limit: number) {
      limits.set(bucket, limit);
    },
    setUsed(bucket: Bucket, used: number) {
      usage.set(key(bucket), used);
    },
    read: (): Record<Bucket, Meter> => ({
      shared: { used: usedOf('shared'), limit: limitOf('shared') },
      search: { used: usedOf('search'), limit: limitOf('search') },
      batchGetStats: { used: usedOf('batchGetStats'), limit: limitOf('batchGetStats') },
    }),
  };
};

export type Quota = ReturnType<typeof createQuota>;
