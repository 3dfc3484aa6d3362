import { and, eq, inArray, isNotNull, isNull, max, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import {
  apiTokens,
  backupFailures,
  commentSteps,
  comments,
  draftRecords,
  followedChannels,
  freshVideos,
  googleAccount,
  lastChannel,
  modelSettings,
  noticeSettings,
  notices,
  ownComments,
  postAttempts,
  postingHold,
  profileVersions,
  queueItems,
  replies,
  searchCache,
  standingSearches,
  styleRules,
  topComments,
  userSettings,
  videos,
  voiceProfiles,
} from '#shared/schema.ts';
import { changedRows, type Db, type Tx } from '../db/database.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Small corrections of a clock are normal, and YouTube's own times may be a little ahead
 * of ours.
 */
const toleranceMs = 5 * minuteMs;

/**
 * Times of past events are only rewritten beyond a day: a shorter lead passes by itself,
 * and a clock that is a few hours behind must not change history.
 */
const historyAheadMs = dayMs;

interface LatestTime {
  column: PgColumn;
  /** How far ahead of now this time may lie. */
  aheadMs: number;
  /** Replaces a time that lies further ahead. */
  becomes: 'now' | 'null';
}

const happened = (column: PgColumn): LatestTime => ({
  column,
  aheadMs: historyAheadMs,
  becomes: 'now',
});
const planned = (column: PgColumn, aheadMs: number): LatestTime => ({
  column,
  aheadMs,
  becomes: 'now',
});

/**
 * Every timestamp that our own clock writes. Queue items, attempts, notices, looks and
 * the end of a grant have statements of their own below.
 */
const latestTimes: readonly LatestTime[] = [
  happened(videos.fetchedAt),
  happened(videos.absentSince),
  happened(videos.createdAt),
  happened(searchCache.fetchedAt),
  happened(topComments.fetchedAt),
  happened(followedChannels.namedAt),
  happened(followedChannels.readAt),
  planned(followedChannels.nextReadAt, 40 * hourMs),
  happened(followedChannels.createdAt),
  // Without a last run the search looks over two days again.
  { column: standingSearches.lastRunAt, aheadMs: 0, becomes: 'null' },
  planned(standingSearches.nextRunAt, 25 * hourMs),
  happened(standingSearches.createdAt),
  happened(freshVideos.appearedAt),
  happened(freshVideos.foundAt),
  happened(freshVideos.seenAt),
  happened(freshVideos.dismissedAt),
  happened(voiceProfiles.createdAt),
  happened(voiceProfiles.updatedAt),
  happened(styleRules.createdAt),
  happened(styleRules.decidedAt),
  happened(profileVersions.createdAt),
  happened(ownComments.createdAt),
  happened(comments.createdAt),
  happened(comments.updatedAt),
  // An approval counts the attempts since then. If the time is unknown, all of them
  // count, so none is sent too often.
  { column: comments.reviewedAt, aheadMs: historyAheadMs, becomes: 'null' },
  happened(comments.postedAt),
  happened(comments.withdrawnAt),
  happened(comments.outcomesCheckedAt),
  happened(comments.visibilityCheckedAt),
  happened(comments.lookFailingSince),
  planned(comments.nextLookAt, 7 * dayMs),
  planned(comments.nextFiguresAt, 28 * dayMs),
  happened(replies.fetchedAt),
  happened(replies.createdAt),
  happened(draftRecords.quotedAt),
  happened(draftRecords.createdAt),
  happened(queueItems.createdAt),
  happened(commentSteps.madeAt),
  happened(commentSteps.undoneAt),
  planned(postingHold.nextTryAt, dayMs),
  happened(userSettings.loopSeenAt),
  happened(userSettings.vacuumedAt),
  happened(userSettings.createdAt),
  happened(userSettings.updatedAt),
  happened(googleAccount.updatedAt),
  planned(googleAccount.accessTokenExpiresAt, dayMs),
  happened(lastChannel.seenAt),
  happened(modelSettings.updatedAt),
  happened(backupFailures.failedAt),
  happened(noticeSettings.readUpTo),
  planned(noticeSettings.formerUntil, dayMs),
  happened(apiTokens.createdAt),
];

/** Corrects timestamps that only a clock that was ahead can have written (rule 3.13). */
export function createClockAheadRepository(db: Db) {
  return {
    /**
     * Returns how many rows had such a time. Changes nothing while the clock itself is
     * behind.
     */
    takeBack(now: Date): Promise<number> {
      return db.transaction(async (tx) => {
        if (await isBehindYouTube(tx, now)) return 0;
        let changed = await takeBackGrant(tx, now);
        changed += await takeBackLooks(tx, now);
        changed += await takeBackRestores(tx, now);
        for (const [table, times] of Map.groupBy(
          latestTimes,
          ({ column }) => column.table,
        ))
          changed += await takeBackIn(tx, table as PgTable, times, now);
        changed += await takeBackQueue(tx, now);
        changed += await takeBackAttempts(tx, now);
        changed += await takeBackNotices(tx, now);
        return changed + (await takeBackDeliveries(tx, now));
      });
    },
  };
}

export type ClockAheadRepository = ReturnType<typeof createClockAheadRepository>;

const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;
const later = (now: Date, ms: number): SQL => instant(new Date(now.getTime() + ms));
const isLater = (column: PgColumn, now: Date, aheadMs: number): SQL =>
  sql`${column} > ${later(now, aheadMs + toleranceMs)}`;

/**
 * Returns true if a YouTube video was published after our current time. Then our clock is
 * behind, as on a board without a battery before its first synchronization, and the
 * stored times are right.
 */
async function isBehindYouTube(tx: Tx, now: Date): Promise<boolean> {
  const [newest] = await tx.select({ at: max(videos.publishedAt) }).from(videos);
  return (
    newest?.at != null && new Date(newest.at).getTime() > now.getTime() + toleranceMs
  );
}

async function takeBackIn(
  tx: Tx,
  table: PgTable,
  times: readonly LatestTime[],
  now: Date,
): Promise<number> {
  const assignments = times.map(({ column, aheadMs, becomes }) => {
    const replacement = becomes === 'null' ? sql`null` : instant(now);
    const value = sql`case when ${isLater(column, now, aheadMs)} then ${replacement} else ${column} end`;
    return sql`${sql.identifier(column.name)} = ${value}`;
  });
  const isAhead = or(
    ...times.map(({ column, aheadMs }) => isLater(column, now, aheadMs)),
  );
  return changedRows(
    await tx.execute(
      sql`update ${table} set ${sql.join(assignments, sql`, `)} where ${isAhead}`,
    ),
  );
}

/**
 * Moves the end of the grant together with its beginning, because Google only says how
 * long the grant lasts.
 */
async function takeBackGrant(tx: Tx, now: Date): Promise<number> {
  const { connectedAt, grantExpiresAt } = googleAccount;
  const changed = await tx
    .update(googleAccount)
    .set({
      connectedAt: now,
      grantExpiresAt: sql`${grantExpiresAt} - (${connectedAt} - ${instant(now)})`,
    })
    .where(isLater(connectedAt, now, historyAheadMs));
  return changedRows(changed);
}

/**
 * A comment that was not found is checked again minutes later. A time a year ahead must
 * not delay that check.
 */
async function takeBackLooks(tx: Tx, now: Date): Promise<number> {
  const latest = new Date(now.getTime() + historyAheadMs + toleranceMs).toISOString();
  const rows = await tx
    .select({ id: comments.id, looks: comments.looks })
    .from(comments)
    .where(sql`${comments.looks} -> -1 ->> 'at' > ${latest}`);
  for (const { id, looks } of rows) {
    const corrected = looks.map((look) =>
      look.at > latest ? { ...look, at: now.toISOString() } : look,
    );
    await tx.update(comments).set({ looks: corrected }).where(eq(comments.id, id));
  }
  return rows.length;
}

/**
 * A restored comment is searched on YouTube from the date of its backup on. If that date
 * lies in the future, the real one is unknown: use the time at which the comment was
 * made, and at the latest one day ago.
 */
async function takeBackRestores(tx: Tx, now: Date): Promise<number> {
  const { restoredFrom, createdAt } = comments;
  const changed = await tx
    .update(comments)
    .set({ restoredFrom: sql`least(${createdAt}, ${later(now, -dayMs)})` })
    .where(isLater(restoredFrom, now, historyAheadMs));
  return changedRows(changed);
}

/** A comment that was set aside must not wait for a time that never comes. */
async function takeBackQueue(tx: Tx, now: Date): Promise<number> {
  const longestSetAsideMs = 4 * hourMs;
  const reviewPeriodMs = dayMs;
  const waiting = await tx
    .update(queueItems)
    .set({ nextTryAt: now })
    .where(
      and(
        inArray(queueItems.blockedReason, ['set_aside', 'processing_failure']),
        isLater(queueItems.nextTryAt, now, longestSetAsideMs),
      ),
    );
  // Auto-post without a time that the owner chose: the review period starts again.
  const unscheduled = await tx
    .update(queueItems)
    .set({ dueAt: new Date(now.getTime() + reviewPeriodMs) })
    .where(
      and(
        isNull(queueItems.scheduledFor),
        isLater(queueItems.dueAt, now, reviewPeriodMs),
      ),
    );
  return changedRows(waiting) + changedRows(unscheduled);
}

/**
 * A closed attempt counts from now on for the gap, the cap and the cooldown. An attempt
 * that is still looked for is dated one day back: its real time is unknown, and the check
 * on YouTube must begin before it.
 */
async function takeBackAttempts(tx: Tx, now: Date): Promise<number> {
  const longestCheckWaitMs = dayMs;
  const isAhead = isLater(postAttempts.startedAt, now, historyAheadMs);
  const closed = await tx
    .update(postAttempts)
    .set({ startedAt: now, closedAt: now })
    .where(and(isAhead, isNotNull(postAttempts.closedAt)));
  const open = await tx
    .update(postAttempts)
    .set({ startedAt: new Date(now.getTime() - dayMs), nextCheckAt: now })
    .where(
      and(isAhead, isNull(postAttempts.closedAt), eq(postAttempts.state, 'confirming')),
    );
  const closedLater = await tx
    .update(postAttempts)
    .set({ closedAt: now })
    .where(isLater(postAttempts.closedAt, now, historyAheadMs));
  // These attempts were made while the clock was right, and checked while it was ahead.
  const checkedLater = await tx
    .update(postAttempts)
    .set({ nextCheckAt: now })
    .where(
      and(
        isNull(postAttempts.closedAt),
        isLater(postAttempts.nextCheckAt, now, longestCheckWaitMs),
      ),
    );
  return (
    changedRows(closed) +
    changedRows(open) +
    changedRows(closedLater) +
    changedRows(checkedLater)
  );
}

/** Notices that were told stay told, and notices that wait are told now. */
async function takeBackNotices(tx: Tx, now: Date): Promise<number> {
  const longestWaitMs = hourMs;
  const { openedAt, tellAt, toldAt, resolvedAt } = notices;
  const atMost = (column: PgColumn, latest: SQL): SQL =>
    sql`case when ${column} > ${latest} then ${latest} else ${column} end`;
  const isToBeToldAnew = sql`${toldAt} < ${tellAt}`;
  const toldBy = sql`case when ${isToBeToldAnew} then ${later(now, -1)} else ${instant(now)} end`;
  const changed = await tx
    .update(notices)
    .set({
      openedAt: atMost(openedAt, instant(now)),
      tellAt: atMost(tellAt, instant(now)),
      toldAt: atMost(toldAt, toldBy),
      resolvedAt: atMost(resolvedAt, instant(now)),
    })
    .where(
      or(
        isLater(openedAt, now, 0),
        isLater(tellAt, now, longestWaitMs),
        isLater(toldAt, now, 0),
        isLater(resolvedAt, now, 0),
      ),
    );
  return changedRows(changed);
}

/** A notice that could not be sent is tried again now. */
async function takeBackDeliveries(tx: Tx, now: Date): Promise<number> {
  const longestRetryMs = 8 * hourMs;
  const latest = new Date(now.getTime() + longestRetryMs + toleranceMs).toISOString();
  let changed = 0;
  for (const { id, deliveries } of await tx.select().from(notices)) {
    const late = Object.values(deliveries).filter(
      ({ nextTryAt }) => nextTryAt !== null && nextTryAt > latest,
    );
    if (late.length === 0) continue;
    const again = late.map((delivery) => [
      delivery.channel,
      { ...delivery, nextTryAt: now.toISOString() },
    ]);
    await tx
      .update(notices)
      .set({ deliveries: { ...deliveries, ...Object.fromEntries(again) } })
      .where(eq(notices.id, id));
    changed += 1;
  }
  return changed;
}
