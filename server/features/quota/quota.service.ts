import {
  insertUnits,
  keptUnits,
  type QuotaBucketStatus,
  type QuotaResponse,
  spareUnits,
  unitsLeft,
} from '#shared/contracts/status.ts';
import { dayStart, nextDayStart, nextPacificMidnight, pacificDay } from '#shared/rules/calendar.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import type { QuotaBucket, QuotaMeter } from '../../providers/youtube/youtube.ts';
import { grantProblem } from '../auth/auth.rules.ts';
import type { BucketUsage, QuotaRepository } from './quota.repository.ts';

interface Deps {
  repository: QuotaRepository;
  postedSince: (since: Date) => Promise<number>;
  limits: Record<QuotaBucket, number>;
  events: Events;
  clock: Clock;
}

const quotaBuckets: readonly QuotaBucket[] = ['shared', 'search'];

/** The most a Pacific day for watching what is followed. */
const followingLimits: Record<QuotaBucket, number> = { shared: 1500, search: 30 };
/** Of the day's searches, those that standing ones leave. */
const searchesByHand = 60;

export type Units = Partial<Record<QuotaBucket, number>>;

export function createQuotaService({ repository, postedSince, limits, events, clock }: Deps) {
  const meter: QuotaMeter = {
    async spend(bucket, units) {
      const day = pacificDay(clock.now());
      const count = async (more: number) => {
        await repository.add(day, bucket, more);
        events.changed('quota');
      };
      await count(units);
      return () => count(-units);
    },
  };

  /** Counts reads of what became of comments, in their own budget too (rule 13.6). */
  const outcomesMeter: QuotaMeter = {
    async spend(bucket, units) {
      await ensure({ [bucket]: units });
      const now = clock.now();
      const [day, limit] = [pacificDay(now), await repository.outcomeUnits()];
      const count = (more: number) =>
        repository.addToShare('outcomesUsed', { pacificDay: day, bucket, units: more, most: limit });
      if (!(await count(units))) {
        const resetsAt = nextPacificMidnight(now).toISOString();
        throw new AppError(429, 'quota_spent', outcomesSpent, { bucket, resetsAt });
      }
      events.changed('quota');
      return async () => {
        await count(-units);
        events.changed('quota');
      };
    },
  };

  /** Counts reads of what is followed: within their own budget, and never of what others need (rule 14.5). */
  const followingMeter: QuotaMeter = {
    async spend(bucket, units) {
      const now = clock.now();
      const [pacific, ceiling] = [pacificDay(now), await followingCeiling(bucket)];
      const count = (more: number) =>
        repository.addToShare('followingUsed', {
          pacificDay: pacific,
          bucket,
          units: more,
          most: followingLimits[bucket],
          ceiling: more > 0 ? ceiling : null,
        });
      if (!(await count(units))) {
        const resetsAt = nextPacificMidnight(now).toISOString();
        throw new AppError(429, 'quota_spent', followingSpent, { bucket, resetsAt });
      }
      events.changed('quota');
      return async () => {
        await count(-units);
        events.changed('quota');
      };
    },
  };

  /** Up to which count of all units following may go: the rest is for posting, looks and replies, and the hand. */
  async function followingCeiling(bucket: QuotaBucket): Promise<number> {
    const [all, outcomeUnits, usage] = await Promise.all([
      status(),
      repository.outcomeUnits(),
      repository.usage(pacificDay(clock.now())),
    ]);
    const found = all.find((each) => each.bucket === bucket);
    if (!found || found.blockedUntil !== null) return 0;
    if (bucket === 'search') return found.limit - searchesByHand;
    const outcomesUsed = usage.get('shared')?.outcomesUsed ?? 0;
    return found.limit - found.reserved - Math.max(0, outcomeUnits - outcomesUsed);
  }

  async function spent() {
    const now = clock.now();
    const usage = await repository.usage(pacificDay(now));
    return (bucket: QuotaBucket) => {
      const { used, blockedUntil } = usage.get(bucket) ?? unused;
      return {
        used,
        limit: limits[bucket],
        blockedUntil: blockedUntil && blockedUntil > now ? blockedUntil : null,
      };
    };
  }

  /** Units for comments that can be posted before the reset (rule 7.14). */
  async function kept(now: Date): Promise<number> {
    const reset = nextPacificMidnight(now);
    const due = await repository.dueBefore(reset);
    if (due === 0) return 0;
    const terms = await repository.postingTerms();
    const waitsForPerson =
      !terms || terms.postingPaused || terms.blockedCode !== null || grantProblem(terms, now) !== null;
    if (waitsForPerson) return 0;
    const { dailyCap, timeZone } = terms;
    const postedToday = await postedSince(dayStart(now, timeZone));
    const beginsAnew = nextDayStart(now, timeZone) < reset;
    return keptUnits({ due, dailyCap, postedToday, beginsAnew });
  }

  async function status(): Promise<QuotaBucketStatus[]> {
    const now = clock.now();
    const resetsAt = nextPacificMidnight(now);
    const [shared, spentOf] = await Promise.all([kept(now), spent()]);
    return quotaBuckets.map((bucket) => {
      const { used, limit, blockedUntil } = spentOf(bucket);
      return {
        bucket,
        used,
        reserved: bucket === 'shared' ? shared : 0,
        limit,
        blockedUntil: blockedUntil?.toISOString() ?? null,
        resetsAt: resetsAt.toISOString(),
      };
    });
  }

  /** Throws 429 `quota_spent` if units kept for scheduled comments would be needed. */
  async function ensure(units: Units): Promise<void> {
    const short = (await status()).find((bucket) => spareUnits(bucket) < (units[bucket.bucket] ?? 0));
    if (short) throw quotaSpent(short);
  }

  return {
    meter,
    outcomesMeter,
    followingMeter,

    /** Units that watching may still use today, and those of a whole day. */
    async followingUnits(): Promise<{ left: number; aDay: number }> {
      const [ceiling, outcomeUnits, usage] = await Promise.all([
        followingCeiling('shared'),
        repository.outcomeUnits(),
        repository.usage(pacificDay(clock.now())),
      ]);
      const { used, followingUsed } = usage.get('shared') ?? unused;
      const most = followingLimits.shared;
      return {
        left: Math.max(0, Math.min(most - followingUsed, ceiling - used)),
        aDay: Math.max(0, Math.min(most, limits.shared - outcomeUnits)),
      };
    },

    ensure,

    /** Share of the day's units for what became of comments that is left, 0 to 1. */
    async outcomesLeft(): Promise<number> {
      const [units, usage] = await Promise.all([
        repository.outcomeUnits(),
        repository.usage(pacificDay(clock.now())),
      ]);
      const used = usage.get('shared')?.outcomesUsed ?? 0;
      return units === 0 ? 0 : Math.max(0, units - used) / units;
    },

    resetsAt: () => nextPacificMidnight(clock.now()),

    async allowsInsert(): Promise<boolean> {
      const lately = new Date(clock.now().getTime() - 60_000);
      const [sending, spentOf] = await Promise.all([repository.sending(lately), spent()]);
      return unitsLeft(spentOf('shared')) >= insertUnits * (sending + 1);
    },

    async block(bucket: QuotaBucket): Promise<void> {
      const now = clock.now();
      await repository.block(pacificDay(now), bucket, nextPacificMidnight(now));
      events.changed('quota', 'posting-status');
    },

    async status(): Promise<QuotaResponse> {
      const [buckets, usage] = await Promise.all([status(), repository.usage(pacificDay(clock.now()))]);
      const share = (bucket: QuotaBucket) => ({
        used: usage.get(bucket)?.followingUsed ?? 0,
        limit: followingLimits[bucket],
      });
      return { buckets, following: { units: share('shared'), searches: share('search') } };
    },
  };
}

const longestPauseMs = 30 * 60_000;

/** While YouTube gives no answer nothing is read: everything else would fail alike, and each try costs quota. */
export function createReadsHold({ clock }: Pick<Deps, 'clock'>) {
  let failures = 0;
  let until = 0;
  return {
    isOn: () => clock.now().getTime() < until,
    begin(): void {
      failures += 1;
      until = clock.now().getTime() + Math.min(2 ** failures * 30_000, longestPauseMs);
    },
    lift(): void {
      failures = 0;
    },
  };
}

export type ReadsHold = ReturnType<typeof createReadsHold>;

const unused: BucketUsage = { used: 0, outcomesUsed: 0, followingUsed: 0, blockedUntil: null };

export type QuotaService = ReturnType<typeof createQuotaService>;

const spentSentences: Record<QuotaBucket, string> = {
  search: 'Today’s YouTube searches are used up. They reset at midnight Pacific time.',
  shared:
    'Today’s YouTube quota is used up or kept for scheduled comments. It resets at midnight Pacific time.',
};

const outcomesSpent =
  'Today’s YouTube units for checking posted comments are used up. They reset at midnight Pacific time; Settings hold how many a day may be used.';

const followingSpent =
  'Today’s YouTube units for what you follow are used up, or the rest is kept for posting. They reset at midnight Pacific time.';

function quotaSpent({ bucket, resetsAt }: QuotaBucketStatus): AppError {
  return new AppError(429, 'quota_spent', spentSentences[bucket], { bucket, resetsAt });
}
