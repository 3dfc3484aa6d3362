import {
  and,
  asc,
  eq,
  gt,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  not,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import { pacificZone } from '#shared/rules/calendar.ts';
import type { PostingReason } from '#shared/rules/posting-reasons.ts';
import {
  comments,
  postAttempts,
  queueItems,
  userSettings,
  videos,
} from '#shared/schema.ts';
import {
  changedRows,
  type Db,
  isOneOf,
  isOpenAttempt,
  onlyRow,
} from '../../db/database.ts';
import { type Attempt, isWaiting } from './attempts.repository.ts';
import {
  postedSince,
  startsCooldown,
  textsBefore,
} from './recent-attempts.repository.ts';
import { unconfirmed } from './settlement.rules.ts';

const { blockedReason, nextTryAt } = queueItems;
const timeIn = (until: Date | null) => sql`${sql.param(until, nextTryAt)}`;
/**
 * True if one of these reasons blocks the item for longer than `until`. Such a reason
 * must stay: if a shorter one overwrote it, the two would alternate on every tick.
 */
const isBlockedBeyond = (until: ReturnType<typeof timeIn>, reasons: readonly string[]) =>
  sql`coalesce(${isOneOf(blockedReason, reasons)} and ${nextTryAt} > ${until}, false)`;
/**
 * False while the item is in backoff: items with these reasons wait until their next try.
 */
const backoffIsOver = (now: Date) =>
  not(isBlockedBeyond(timeIn(now), ['processing_failure', 'set_aside']));
const isNews = (code: string, until: ReturnType<typeof timeIn>) =>
  sql`(${blockedReason}, ${nextTryAt}) is distinct from (${code}, ${until})`;

const hourMs = 3_600_000;

const firstPostAt = sql<Date | null>`(
    select min(started_at) from post_attempts where kind = 'insert' and state = 'posted')`.mapWith(
  postAttempts.startedAt,
);

interface DueSearch {
  limit: number;
  cooldownHours: number;
  /**
   * Puts comments first whose last try is longest ago, so that one refused comment does
   * not take every try at the end of a hold.
   */
  byLastTry: boolean;
}

export function createDueRepository(db: Db) {
  return {
    async settings() {
      const { loopSeenAt: openAt, channelCooldownHours: cooldownHours } = userSettings;
      const { postingPaused, dailyCap, timeZone } = userSettings;
      const fields = {
        openAt,
        postingPaused,
        cooldownHours,
        dailyCap,
        timeZone,
        firstPostAt,
      };
      const settings = await onlyRow(db.select(fields).from(userSettings));
      return { ...settings, timeZone: settings.timeZone ?? pacificZone };
    },

    postedSince: (since: Date): Promise<number> => postedSince(db, since),
    textsBefore: (commentId: number, at: Date): Promise<string[]> =>
      textsBefore(db, commentId, at),

    async recordOpen(now: Date): Promise<void> {
      await db.update(userSettings).set({ loopSeenAt: now });
    },

    /**
     * Returns due comments, soonest first. Skips those in backoff or cooldown, so that
     * the comments behind them are found.
     */
    due: (now: Date, search: DueSearch): Promise<number[]> => findDue(db, now, search),

    /** Returns the comments whose items changed. */
    noteCooldowns: (now: Date, cooldownHours: number): Promise<number[]> =>
      noteCooldowns(db, now, cooldownHours),

    /** Returns the comments whose items changed. */
    async note(
      which: number | 'all due',
      code: PostingReason,
      until: Date | null,
      now: Date,
    ): Promise<number[]> {
      const items =
        which === 'all due'
          ? and(
              lte(queueItems.dueAt, now),
              backoffIsOver(now),
              not(isBlockedBeyond(timeIn(until), ['channel_cooldown'])),
            )
          : eq(queueItems.commentId, which);
      const changed = await db
        .update(queueItems)
        .set({ blockedReason: code, nextTryAt: until })
        .where(and(items, isNews(code, timeIn(until))))
        .returning({ commentId: queueItems.commentId });
      return changed.map(({ commentId }) => commentId);
    },

    /**
     * Returns comments due before `by`. With `set aside`, returns only those that YouTube
     * refuses; the rest are late because of the owner's own limits (rule 7.12).
     */
    async overdue(by: Date, now: Date, which: 'all' | 'set aside'): Promise<number[]> {
      const rows = await db
        .select({ commentId: queueItems.commentId })
        .from(queueItems)
        .where(
          and(
            lte(queueItems.dueAt, by),
            backoffIsOver(now),
            which === 'all' ? undefined : eq(queueItems.blockedReason, 'set_aside'),
          ),
        );
      return rows.map(({ commentId }) => commentId);
    },

    returnToReview: (
      commentId: number,
      code: PostingReason,
      now: Date,
    ): Promise<boolean> => returnToReview(db, commentId, code, now),

    /**
     * Marks attempts that a crash cut off as unconfirmed, and returns the ids of their
     * comments.
     */
    orphansToConfirm: (worker: string, staleBefore: Date): Promise<number[]> =>
      orphansToConfirm(db, worker, staleBefore),

    /** True if an attempt of this comment may have been sent and is not settled. */
    async hasOpenAttempt(commentId: number): Promise<boolean> {
      const open = and(
        eq(postAttempts.commentId, commentId),
        isNull(postAttempts.closedAt),
      );
      return (await db.$count(postAttempts, open)) > 0;
    },

    async dueChecks(now: Date, limit: number): Promise<Attempt[]> {
      return db
        .select()
        .from(postAttempts)
        .where(
          and(
            eq(postAttempts.state, 'confirming'),
            isNull(postAttempts.closedAt),
            lte(postAttempts.nextCheckAt, now),
          ),
        )
        .orderBy(asc(postAttempts.nextCheckAt))
        .limit(limit);
    },

    async postponeCheck(attemptId: number, nextCheckAt: Date): Promise<void> {
      await db
        .update(postAttempts)
        .set({ nextCheckAt })
        .where(and(eq(postAttempts.id, attemptId), isNull(postAttempts.closedAt)));
    },
  };
}

export type DueRepository = ReturnType<typeof createDueRepository>;

const isCooling = (now: Date, cooldownHours: number) =>
  and(
    startsCooldown,
    gt(postAttempts.startedAt, new Date(now.getTime() - cooldownHours * hourMs)),
  );

/** True for answers, and for comments on channels that have no cooldown now. */
function isOutsideCooldown(db: Db, now: Date, cooldownHours: number) {
  const cooling = db
    .select({ channelId: postAttempts.channelId })
    .from(postAttempts)
    .where(isCooling(now, cooldownHours));
  return or(isNotNull(comments.replyId), notInArray(videos.channelId, cooling));
}

async function findDue(
  db: Db,
  now: Date,
  { limit, cooldownHours, byLastTry }: DueSearch,
): Promise<number[]> {
  const lastTry = sql`(select max(started_at) from post_attempts tried where tried.comment_id = ${comments.id})`;
  const rows = await db
    .select({ commentId: queueItems.commentId })
    .from(queueItems)
    .innerJoin(comments, eq(comments.id, queueItems.commentId))
    .innerJoin(videos, eq(videos.id, comments.videoId))
    .leftJoin(postAttempts, isOpenAttempt)
    .where(
      and(
        lte(queueItems.dueAt, now),
        eq(comments.status, 'approved'),
        isNull(postAttempts.id),
        backoffIsOver(now),
        cooldownHours > 0 ? isOutsideCooldown(db, now, cooldownHours) : undefined,
      ),
    )
    .orderBy(
      ...(byLastTry ? [sql`${lastTry} asc nulls first`] : []),
      asc(queueItems.dueAt),
      asc(queueItems.id),
    )
    .limit(limit);
  return rows.map(({ commentId }) => commentId);
}

async function noteCooldowns(
  db: Db,
  now: Date,
  cooldownHours: number,
): Promise<number[]> {
  const cooling = db
    .select({
      channelId: postAttempts.channelId,
      ends: sql`max(${postAttempts.startedAt}) + make_interval(hours => ${cooldownHours})`.as(
        'ends',
      ),
    })
    .from(postAttempts)
    .where(isCooling(now, cooldownHours))
    .groupBy(postAttempts.channelId)
    .as('cooling');
  const ends = sql`${cooling.ends}`;
  const changed = await db
    .update(queueItems)
    .set({ blockedReason: 'channel_cooldown', nextTryAt: ends })
    .from(comments)
    .innerJoin(videos, eq(videos.id, comments.videoId))
    .innerJoin(cooling, eq(cooling.channelId, videos.channelId))
    .where(
      and(
        eq(queueItems.commentId, comments.id),
        eq(comments.status, 'approved'),
        isNull(comments.replyId),
        lte(queueItems.dueAt, now),
        backoffIsOver(now),
        isNews('channel_cooldown', ends),
        not(isBlockedBeyond(ends, ['min_gap', 'daily_cap'])),
      ),
    )
    .returning({ commentId: queueItems.commentId });
  return changed.map(({ commentId }) => commentId);
}

function returnToReview(
  db: Db,
  commentId: number,
  code: PostingReason,
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await isWaiting(tx, commentId))) return false;
    // The owner may have moved the comment in the meantime.
    const moved = await tx
      .update(queueItems)
      .set({
        scheduledFor: null,
        dueAt: null,
        nextTryAt: null,
        autoPost: false,
        blockedReason: code,
      })
      .where(and(eq(queueItems.commentId, commentId), lte(queueItems.dueAt, now)));
    if (changedRows(moved) === 0) return false;
    await tx
      .update(comments)
      .set({ status: 'pending', revision: sql`${comments.revision} + 1`, updatedAt: now })
      .where(eq(comments.id, commentId));
    return true;
  });
}

async function orphansToConfirm(
  db: Db,
  worker: string,
  staleBefore: Date,
): Promise<number[]> {
  // One process owns the database, so any other worker has ended.
  const dead = or(
    ne(postAttempts.worker, worker),
    lt(postAttempts.startedAt, staleBefore),
  );
  const orphans = await db
    .select()
    .from(postAttempts)
    .where(and(eq(postAttempts.state, 'sending'), isNull(postAttempts.closedAt), dead));
  for (const orphan of orphans)
    await db
      .update(postAttempts)
      .set(unconfirmed(orphan.startedAt).attempt)
      .where(and(eq(postAttempts.id, orphan.id), eq(postAttempts.state, 'sending')));
  return orphans.map(({ commentId }) => commentId);
}
