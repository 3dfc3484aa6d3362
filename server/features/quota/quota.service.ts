import {
  insertUnits,
  keptUnits,
  type QuotaBucketStatus,
  type QuotaResponse,
  spareUnits,
  unitsLeft,
} from '#shared/contracts/status.ts';
import {
  dayStart,
  nextDayStart,
  nextPacificMidnight,
  pacificDay,
} from '#shared/rules/calendar.ts';
import { AppError } from '../../core/errors.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import type { QuotaBucket, QuotaMeter } from '../../providers/youtube/youtube.ts';
import { grantProblem } from '../auth/auth.rules.ts';
import type { QuotaRepository, Room, Share } from './quota.repository.ts';

interface Deps extends ClockAndEvents {
  repository: QuotaRepository;
  postedSince: (since: Date) => Promise<number>;
  limits: Record<QuotaBucket, number>;
}

/** The most that following channels and standing searches may use in one Pacific day. */
const followingLimits: Record<QuotaBucket, number> = { shared: 1500, search: 30 };
/**
 * How many searches of a day are kept for searches by hand, so that standing searches do
 * not use them up.
 */
const searchesByHand = 60;
/** How far Google's clock may be behind ours. */
const googleClockLagMs = 60 * 60_000;
/**
 * An insert that began longer ago is not counted as in progress: its units are recorded
 * by now.
 */
const recentInsertMs = 60_000;

type Usage = Awaited<ReturnType<QuotaRepository['usage']>>;

export type Units = Partial<Record<QuotaBucket, number>>;

/** Tells how much of each bucket is used, kept for scheduled comments, and left. */
function createUsageReader({ repository, postedSince, limits, clock }: Deps) {
  const usageToday = () => repository.usage(pacificDay(clock.now()));

  /**
   * Returns the units kept for comments that can be posted before the reset (rule 7.14).
   */
  async function kept(now: Date): Promise<number> {
    const reset = nextPacificMidnight(now);
    const due = await repository.dueBefore(reset);
    if (due === 0) return 0;
    const terms = await repository.postingTerms();
    if (!terms || terms.postingPaused || terms.blockedCode !== null) return 0;
    if (grantProblem(terms, now) !== null) return 0;
    const { dailyCap, timeZone } = terms;
    const postedToday = await postedSince(dayStart(now, timeZone));
    const beginsAnew = nextDayStart(now, timeZone) < reset;
    return keptUnits({ due, dailyCap, postedToday, beginsAnew });
  }

  function spent(bucket: QuotaBucket, usage: Usage, now: Date) {
    const { used, blockedUntil } = usage[bucket];
    const isBlocked = blockedUntil !== null && blockedUntil > now;
    return {
      bucket,
      used,
      limit: limits[bucket],
      blockedUntil: isBlocked ? blockedUntil.toISOString() : null,
    };
  }

  async function buckets(usage?: Usage): Promise<Record<QuotaBucket, QuotaBucketStatus>> {
    const now = clock.now();
    const resetsAt = nextPacificMidnight(now).toISOString();
    const [reserved, read] = await Promise.all([kept(now), usage ?? usageToday()]);
    return {
      shared: { ...spent('shared', read, now), reserved, resetsAt },
      search: { ...spent('search', read, now), reserved: 0, resetsAt },
    };
  }

  /**
   * Throws 429 `quota_spent` if fewer units are left, not counting those kept for
   * scheduled comments.
   */
  async function ensure(units: Units): Promise<void> {
    const all = Object.values(await buckets());
    const short = all.find((bucket) => spareUnits(bucket) < (units[bucket.bucket] ?? 0));
    if (short) throw quotaSpent(short);
  }

  return { usageToday, spent, buckets, ensure };
}

type UsageReader = ReturnType<typeof createUsageReader>;

type RoomOf = (bucket: QuotaBucket, units: number) => Promise<Room>;

/**
 * Creates a meter that also counts the units towards one share of the day. Throws 429 and
 * counts nothing if the share or the whole bucket would exceed its limit.
 */
function createShareMeter(
  { repository, events, clock }: Deps,
  share: Share,
  roomOf: RoomOf,
): QuotaMeter {
  return {
    async spend(bucket, units) {
      const now = clock.now();
      const day = pacificDay(now);
      const { most, ceiling } = await roomOf(bucket, units);
      const count = async (more: number) => {
        const isCounted = await repository.addToShare(share, {
          day,
          bucket,
          units: more,
          most,
          ceiling,
        });
        if (isCounted) events.changed('quota');
        return isCounted;
      };
      if (await count(units)) return async () => void (await count(-units));
      const resetsAt = nextPacificMidnight(now).toISOString();
      throw new AppError(429, 'quota_spent', shareSpent[share], { bucket, resetsAt });
    },
  };
}

/** Counts what followed channels and standing searches use, and limits it (rule 14.5). */
function createFollowingShare(deps: Deps, { usageToday, buckets }: UsageReader) {
  const { repository, limits, events, clock } = deps;
  let prepaid = 0;

  /**
   * Returns what following may use. The rest is kept for posting, for visibility checks
   * and replies, and for searches by hand.
   */
  async function followingUnits() {
    const usage = await usageToday();
    const [{ shared, search }, outcomeUnits] = await Promise.all([
      buckets(usage),
      repository.outcomeUnits(),
    ]);
    const { used, outcomesUsed, followingUsed } = usage.shared;
    const keptForOutcomes = Math.max(0, outcomeUnits - outcomesUsed);
    const room = {
      shared: {
        most: followingLimits.shared,
        ceiling: ceilingOf(shared, keptForOutcomes),
      },
      search: {
        most: followingLimits.search,
        ceiling: ceilingOf(search, searchesByHand),
      },
    };
    const { most } = room.shared;
    return {
      room,
      resetsAt: nextPacificMidnight(clock.now()),
      /** Shared units that following may still use today. */
      left: Math.max(0, Math.min(most - followingUsed, room.shared.ceiling - used)),
      /** Shared units that following may use on a whole day. */
      aDay: Math.max(0, Math.min(most, limits.shared - outcomeUnits)),
    };
  }

  const share = createShareMeter(deps, 'followingUsed', async (bucket) => {
    const { room } = await followingUnits();
    return room[bucket];
  });

  const followingMeter: QuotaMeter = {
    async spend(bucket, units) {
      if (bucket !== 'shared' || prepaid < units) return share.spend(bucket, units);
      prepaid -= units;
      return async () => {
        prepaid += units;
      };
    },
  };

  /**
   * Counts all reads of a round in advance, so that after a crash our count is too high
   * rather than too low. Returns a function that gives back the unused units.
   */
  async function prepayFollowing(units: number): Promise<() => Promise<void>> {
    const day = pacificDay(clock.now());
    await share.spend('shared', units);
    prepaid = units;
    return async () => {
      const unused = prepaid;
      prepaid = 0;
      const refund = {
        day,
        bucket: 'shared',
        units: -unused,
        most: 0,
        ceiling: 0,
      } as const;
      await repository.addToShare('followingUsed', refund);
      events.changed('quota');
    };
  }

  return { followingUnits, followingMeter, prepayFollowing };
}

/**
 * Returns up to which count of a bucket following may go, so that `kept` units remain for
 * others.
 */
function ceilingOf(
  { limit, reserved, blockedUntil }: QuotaBucketStatus,
  kept: number,
): number {
  return blockedUntil === null ? limit - reserved - kept : 0;
}

export function createQuotaService(deps: Deps) {
  const { repository, limits, events, clock } = deps;
  const usageReader = createUsageReader(deps);
  const { usageToday, spent, buckets, ensure } = usageReader;
  const { followingUnits, followingMeter, prepayFollowing } = createFollowingShare(
    deps,
    usageReader,
  );

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

  /** Counts reads of what became of posted comments (rule 13.6). */
  const outcomesMeter = createShareMeter(deps, 'outcomesUsed', async (bucket, units) => {
    await ensure({ [bucket]: units });
    return { most: await repository.outcomeUnits(), ceiling: limits[bucket] };
  });

  return {
    meter,
    outcomesMeter,
    followingMeter,

    followingUnits,
    prepayFollowing,

    ensure,

    /**
     * Returns which part of the day's units for checking posted comments is left, from 0
     * to 1.
     */
    async outcomesLeft(): Promise<number> {
      const [units, usage] = await Promise.all([repository.outcomeUnits(), usageToday()]);
      return units === 0 ? 0 : Math.max(0, units - usage.shared.outcomesUsed) / units;
    },

    resetsAt: () => nextPacificMidnight(clock.now()),

    /**
     * Returns whether there are units for one more insert. Every tick of the posting loop
     * calls this, so it saves the queries for the units kept for scheduled comments.
     */
    async allowsInsert(): Promise<boolean> {
      const now = clock.now();
      const lately = new Date(now.getTime() - recentInsertMs);
      const [sending, usage] = await Promise.all([
        repository.sending(lately),
        usageToday(),
      ]);
      return unitsLeft(spent('shared', usage, now)) >= insertUnits * (sending + 1);
    },

    async block(bucket: QuotaBucket): Promise<void> {
      const now = clock.now();
      // Google's clock may be behind ours, so just after midnight Google may mean the day
      // before.
      const midnight = nextPacificMidnight(new Date(now.getTime() - googleClockLagMs));
      const until =
        midnight > now ? midnight : new Date(midnight.getTime() + googleClockLagMs);
      await repository.block(pacificDay(now), bucket, until);
      events.changed('quota', 'posting-status');
    },

    async status(): Promise<QuotaResponse> {
      const usage = await usageToday();
      const share = (bucket: QuotaBucket) => ({
        used: usage[bucket].followingUsed,
        limit: followingLimits[bucket],
      });
      return {
        buckets: Object.values(await buckets(usage)),
        following: { units: share('shared'), searches: share('search') },
      };
    },
  };
}

const longestPauseMs = 30 * 60_000;

/**
 * Pauses all reads while YouTube does not respond: other reads would fail too, and each
 * try costs quota.
 */
export function createReadsHold({ clock }: Pick<Deps, 'clock'>) {
  let failures = 0;
  let until = 0;
  return {
    isOn(): boolean {
      const leftMs = until - clock.now().getTime();
      // A longer pause was begun while the clock was ahead.
      return leftMs > 0 && leftMs <= longestPauseMs;
    },
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

export type QuotaService = ReturnType<typeof createQuotaService>;

const spentSentences: Record<QuotaBucket, string> = {
  search: 'Today’s YouTube searches are used up. They reset at midnight Pacific time.',
  shared:
    'Today’s YouTube quota is used up or kept for scheduled comments. It resets at midnight Pacific time.',
};

const shareSpent: Record<Share, string> = {
  outcomesUsed:
    'Today’s YouTube quota for checking posted comments is used up. It resets at midnight Pacific time; Settings hold how much a day may be used.',
  followingUsed:
    'Today’s YouTube quota for what you follow is used up, or the rest is kept for posting. It resets at midnight Pacific time.',
};

function quotaSpent({ bucket, resetsAt }: QuotaBucketStatus): AppError {
  return new AppError(429, 'quota_spent', spentSentences[bucket], { bucket, resetsAt });
}
