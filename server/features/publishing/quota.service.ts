import type { QuotaResponse } from '#shared/contracts/posting.ts';
import { nextPacificMidnight, pacificDay } from '#shared/rules/pacific-day.ts';
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { Events } from '../../events.ts';
import type { QuotaBucket, QuotaMeter } from '../../providers/youtube/youtube.ts';
import type { QuotaRepository } from './quota.repository.ts';

/** What commentThreads.insert costs (WIRE A.1). */
export const insertUnits = 50;

interface Deps {
  repository: QuotaRepository;
  limits: Record<QuotaBucket, number>;
  events: Events;
  clock: Clock;
}

/** Google's two daily buckets, counted by us, by Pacific day. */
export function createQuotaService({ repository, limits, events, clock }: Deps) {
  const meter: QuotaMeter = {
    async spend(bucket, units) {
      await repository.add(pacificDay(clock.now()), bucket, units);
      events.changed('quota');
    },
  };

  /** Units left today; 0 while Google itself says that the bucket is spent. */
  async function left(bucket: QuotaBucket): Promise<number> {
    const now = clock.now();
    const { used, blockedUntil } = await repository.usage(pacificDay(now), bucket);
    if (blockedUntil && blockedUntil > now) return 0;
    return Math.max(0, limits[bucket] - used);
  }

  return {
    /** For the YouTube client: told of each request before it is sent. */
    meter,

    /**
     * Throws 429 `quota_spent` unless `units` are left. Whatever is not posting leaves alone
     * what the comments due before the reset will need.
     */
    async ensure(bucket: QuotaBucket, units: number): Promise<void> {
      const reset = nextPacificMidnight(clock.now());
      const reserved = bucket === 'shared' ? (await repository.dueBefore(reset)) * insertUnits : 0;
      if ((await left(bucket)) - reserved >= units) return;
      throw quotaSpent(bucket, reset);
    },

    /** The next midnight Pacific. */
    resetsAt: () => nextPacificMidnight(clock.now()),

    /** Whether one more comment can be inserted today. */
    async allowsInsert(): Promise<boolean> {
      const lately = new Date(clock.now().getTime() - 60_000);
      const sending = await repository.sending(lately);
      return (await left('shared')) >= insertUnits * (sending + 1);
    },

    /** Google says the day's bucket is gone: nothing more of it until midnight Pacific. */
    async block(bucket: QuotaBucket): Promise<void> {
      const now = clock.now();
      await repository.block(pacificDay(now), bucket, nextPacificMidnight(now));
      events.changed('quota', 'posting-status');
    },

    async status(): Promise<QuotaResponse> {
      const now = clock.now();
      const bucketStatus = async (bucket: QuotaBucket) => {
        const { used, blockedUntil } = await repository.usage(pacificDay(now), bucket);
        return {
          bucket,
          used,
          limit: limits[bucket],
          blockedUntil: blockedUntil && blockedUntil > now ? blockedUntil.toISOString() : null,
          resetsAt: nextPacificMidnight(now).toISOString(),
        };
      };
      return { buckets: [await bucketStatus('shared'), await bucketStatus('search')] };
    },
  };
}

export type QuotaService = ReturnType<typeof createQuotaService>;

const spentSentences: Record<QuotaBucket, string> = {
  search: 'Today’s YouTube searches are used up. They start again at midnight Pacific time.',
  shared:
    'Today’s YouTube quota is used up or kept for scheduled comments. It starts again at midnight Pacific time.',
};

function quotaSpent(bucket: QuotaBucket, reset: Date): AppError {
  return new AppError(429, 'quota_spent', spentSentences[bucket], { bucket, resetsAt: reset.toISOString() });
}
