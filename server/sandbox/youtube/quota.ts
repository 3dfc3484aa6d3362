import type { Clock } from '../../core/clock.ts';
import type { Store } from '../store.ts';
import { googleError, rateLimited } from './errors.ts';

export const buckets = ['shared', 'search'] as const;
export type Bucket = (typeof buckets)[number];

export interface Meter {
  used: number;
  limit: number;
}

const usualLimits: Record<Bucket, number> = { shared: 10_000, search: 100 };

const formatter = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Los_Angeles',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** Returns the day in Los Angeles as YYYY-MM-DD; quotas reset with it. */
const pacificDay = (instant: Date): string => formatter.format(instant);

/** 07:00Z in summer, 08:00Z in winter. */
const pacificMidnight = (instant: Date): Date => {
  const day = pacificDay(instant);
  const inSummer = new Date(`${day}T07:00:00Z`);
  return pacificDay(inSummer) === day ? inSummer : new Date(`${day}T08:00:00Z`);
};

export const createQuota = (store: Store, clock: Clock) => {
  const selectUsed = store.prepare('SELECT used FROM quota WHERE day = ? AND bucket = ?');
  const upsertUsed = store.prepare('INSERT OR REPLACE INTO quota VALUES (?, ?, ?)');
  const selectLimit = store.prepare('SELECT value FROM facts WHERE name = ?');
  const upsertLimit = store.prepare('INSERT OR REPLACE INTO facts VALUES (?, ?)');
  const today = () => pacificDay(clock.now());

  const meter = (bucket: Bucket): Meter => ({
    used: Number(selectUsed.get(today(), bucket)?.['used'] ?? 0),
    limit: Number(selectLimit.get(`limit/${bucket}`)?.['value'] ?? usualLimits[bucket]),
  });
  const setUsed = (bucket: Bucket, used: number) => void upsertUsed.run(today(), bucket, used);

  return {
    /** Throws a GoogleError: 403 quotaExceeded, or the gateway's 429 for searches. */
    check(bucket: Bucket, cost: number) {
      const { used, limit } = meter(bucket);
      if (used + cost <= limit) return;
      if (bucket === 'shared') throw googleError('quotaExceeded');
      throw rateLimited(bucket, 'day', limit, pacificMidnight(clock.now()));
    },
    charge: (bucket: Bucket, cost: number) => setUsed(bucket, meter(bucket).used + cost),
    setLimit: (bucket: Bucket, limit: number) => void upsertLimit.run(`limit/${bucket}`, limit),
    setUsed,
    read: (): Record<Bucket, Meter> => ({ shared: meter('shared'), search: meter('search') }),
  };
};

export type Quota = ReturnType<typeof createQuota>;
