import type { QuotaBucketStatus, QuotaResponse } from '#shared/contracts/posting.ts';
import { nextPacificMidnight, pacificDay } from '#shared/rules/pacific-day.ts';
import { insertUnits, spareUnits, unitsLeft } from '#shared/rules/quota.ts';
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { Events } from '../../events.ts';
import type { QuotaBucket, QuotaMeter } from '../../providers/youtube/youtube.ts';
import type { QuotaRepository } from './quota.repository.ts';

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

  async function spent(bucket: QuotaBucket) {
    const now = clock.now();
    const { used, blockedUntil } = await repository.usage(pacificDay(now), bucket);
    return {
      used,
      limit: limits[bucket],
      blockedUntil: blockedUntil && blockedUntil > now ? blockedUntil : null,
    };
  }

  async function status(bucket: QuotaBucket): Promise<QuotaBucketStatus> {
    const resetsAt = nextPacificMidnight(clock.now());
    const [due, { used, limit, blockedUntil }] = await Promise.all([
      bucket === 'shared' ? repository.dueBefore(resetsAt) : 0,
      spent(bucket),
    ]);
    const reserved = due * insertUnits;
    return {
      bucket,
      used,
      reserved,
      limit,
      blockedUntil: blockedUntil?.toISOString() ?? null,
      resetsAt: resetsAt.toISOString(),
    };
  }

  return {
    /** For the YouTube client: told of each request before it is sent. */
    meter,

    /**
     * Throws 429 `quota_spent` unless `units` are left. Whatever is not posting leaves alone
     * what the comments due before the reset will need.
     */
    async ensure(bucket: QuotaBucket, units: number): Promise<void> {
      const now = await status(bucket);
      if (spareUnits(now) < units) throw quotaSpent(now);
    },

    /** The next midnight Pacific. */
    resetsAt: () => nextPacificMidnight(clock.now()),

    /** Whether one more comment can be inserted today. */
    async allowsInsert(): Promise<boolean> {
      const lately = new Date(clock.now().getTime() - 60_000);
      const [sending, shared] = await Promise.all([repository.sending(lately), spent('shared')]);
      return unitsLeft(shared) >= insertUnits * (sending + 1);
    },

    /** Google says the day's bucket is gone: nothing more of it until midnight Pacific. */
    async block(bucket: QuotaBucket): Promise<void> {
      const now = clock.now();
      await repository.block(pacificDay(now), bucket, nextPacificMidnight(now));
      events.changed('quota', 'posting-status');
    },

    async status(): Promise<QuotaResponse> {
      return { buckets: await Promise.all([status('shared'), status('search')]) };
    },
  };
}

export type QuotaService = ReturnType<typeof createQuotaService>;

const spentSentences: Record<QuotaBucket, string> = {
  search: 'Today’s YouTube searches are used up. They start again at midnight Pacific time.',
  shared:
    'Today’s YouTube quota is used up or kept for scheduled comments. It starts again at midnight Pacific time.',
};

function quotaSpent({ bucket, resetsAt }: QuotaBucketStatus): AppError {
  return new AppError(429, 'quota_spent', spentSentences[bucket], { bucket, resetsAt });
}
