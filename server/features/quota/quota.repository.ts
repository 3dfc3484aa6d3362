import { and, count, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { pacificZone } from '#shared/rules/calendar.ts';
import {
  comments,
  googleAccount,
  postAttempts,
  queueItems,
  quotaUsage,
  userSettings,
} from '#shared/schema.ts';
import {
  changedRows,
  type Db,
  firstRow,
  isOpenAttempt,
  onlyRow,
  pick,
} from '../../db/database.ts';
import type { QuotaBucket } from '../../providers/youtube/youtube.ts';

/** Shares of a bucket that are also counted separately. */
export type Share = 'outcomesUsed' | 'followingUsed';

export interface Room {
  /** The most units that the share may use a day. */
  most: number;
  /**
   * The most units of the bucket that may be used a day, by this share and everything
   * else together.
   */
  ceiling: number;
}

interface SharedUnits extends Room {
  day: string;
  bucket: QuotaBucket;
  units: number;
}

export function createQuotaRepository(db: Db) {
  return {
    /** Uses one statement, so that parallel calls lose no units. */
    async add(pacificDay: string, bucket: QuotaBucket, units: number): Promise<void> {
      await db
        .insert(quotaUsage)
        .values({ pacificDay, bucket, used: units })
        .onConflictDoUpdate({
          target: [quotaUsage.pacificDay, quotaUsage.bucket],
          set: { used: sql`${quotaUsage.used} + ${units}` },
        });
    },

    /**
     * Counts units in one statement. Returns false and counts nothing if they exceed a
     * limit. Giving units back (a negative number) is always counted.
     */
    async addToShare(
      share: Share,
      { day, bucket, units, most, ceiling }: SharedUnits,
    ): Promise<boolean> {
      if (units > Math.min(most, ceiling)) return false;
      const used = sql`${quotaUsage.used} + ${units}`;
      const ofShare = sql`${quotaUsage[share]} + ${units}`;
      const counted = await db
        .insert(quotaUsage)
        .values({ pacificDay: day, bucket, used: units, [share]: units })
        .onConflictDoUpdate({
          target: [quotaUsage.pacificDay, quotaUsage.bucket],
          set: { used, [share]: ofShare },
          setWhere: sql`${units}::int <= 0 or (${ofShare} <= ${most} and ${used} <= ${ceiling})`,
        });
      return changedRows(counted) > 0;
    },

    async outcomeUnits(): Promise<number> {
      const { outcomeUnits } = userSettings;
      return (await onlyRow(db.select({ outcomeUnits }).from(userSettings))).outcomeUnits;
    },

    async block(
      pacificDay: string,
      bucket: QuotaBucket,
      blockedUntil: Date,
    ): Promise<void> {
      await db
        .insert(quotaUsage)
        .values({ pacificDay, bucket, blockedUntil })
        .onConflictDoUpdate({
          target: [quotaUsage.pacificDay, quotaUsage.bucket],
          set: { blockedUntil },
        });
    },

    async usage(pacificDay: string) {
      const rows = await db
        .select(
          pick(
            quotaUsage,
            'bucket',
            'used',
            'outcomesUsed',
            'followingUsed',
            'blockedUntil',
          ),
        )
        .from(quotaUsage)
        .where(eq(quotaUsage.pacificDay, pacificDay));
      const unused = { used: 0, outcomesUsed: 0, followingUsed: 0, blockedUntil: null };
      const of = (name: QuotaBucket) =>
        rows.find(({ bucket }) => bucket === name) ?? unused;
      return { shared: of('shared'), search: of('search') };
    },

    async dueBefore(until: Date): Promise<number> {
      const [row] = await db
        .select({ due: count() })
        .from(queueItems)
        .innerJoin(comments, eq(comments.id, queueItems.commentId))
        .leftJoin(postAttempts, isOpenAttempt)
        .where(
          and(
            lt(queueItems.dueAt, until),
            eq(comments.status, 'approved'),
            isNull(postAttempts.id),
          ),
        );
      return row?.due ?? 0;
    },

    postingTerms() {
      const fields = {
        ...pick(userSettings, 'postingPaused', 'dailyCap'),
        timeZone: sql<string>`coalesce(${userSettings.timeZone}, ${pacificZone})`,
        ...pick(
          googleAccount,
          'blockedCode',
          'scopes',
          'accessTokenExpiresAt',
          'grantExpiresAt',
        ),
        accessToken: googleAccount.sealedAccessToken,
        refreshToken: googleAccount.sealedRefreshToken,
      };
      const isSame = eq(userSettings.id, googleAccount.id);
      return firstRow(
        db.select(fields).from(googleAccount).innerJoin(userSettings, isSame),
      );
    },

    /** Counts inserts in progress, whose units may not be recorded yet. */
    sending(since: Date): Promise<number> {
      const isOpen = and(
        eq(postAttempts.state, 'sending'),
        isNull(postAttempts.closedAt),
      );
      return db.$count(postAttempts, and(isOpen, gt(postAttempts.startedAt, since)));
    },
  };
}

export type QuotaRepository = ReturnType<typeof createQuotaRepository>;
