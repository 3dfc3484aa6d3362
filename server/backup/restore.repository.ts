import {
  and,
  eq,
  getTableName,
  gt,
  isNotNull,
  isNull,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { comments, draftRecords, postAttempts, queueItems } from '#shared/schema.ts';
import { type Db, isOneOf, queryRows, type Tx } from '../db/database.ts';
import { isEmptyDatabase, sqlNameOf } from './backup.repository.ts';
import { backedUpTables, type TableName, tableNames } from './format.ts';
import { bringBackPosted, setPostedAside } from './kept-posts.repository.ts';

const tableOf = (name: TableName): PgTable => backedUpTables[name];
const withIds = tableNames.filter((name) => 'id' in backedUpTables[name]);

export const restoring = <T>(
  db: Db,
  work: (target: RestoreTarget, tx: Tx) => Promise<T>,
): Promise<T> => db.transaction((tx) => work(restoreTarget(tx), tx));

export type RestoreTarget = ReturnType<typeof restoreTarget>;

function restoreTarget(tx: Tx) {
  return {
    async lockTables(): Promise<void> {
      const all = sql.join(tableNames.map(sqlNameOf), sql`, `);
      await tx.execute(sql`set local lock_timeout = '10s'`);
      // Replies are inserted before the comments that they refer to.
      await tx.execute(sql`set constraints all deferred`);
      await tx.execute(sql`lock table ${all} in access exclusive mode`);
    },

    isEmpty: () => isEmptyDatabase(tx),

    /**
     * Also empties tables that a backup leaves out (caches, the hold, notices), because
     * they refer to rows by their old ids, and the steps: a restore sends approved
     * comments back to review, and no undo may approve them again.
     */
    async clear(kept: readonly TableName[] = []): Promise<void> {
      const all = sql.join(
        tableNames.filter((name) => !kept.includes(name)).map(sqlNameOf),
        sql`, `,
      );
      await tx.execute(sql`
        truncate ${all}, comment_steps, search_cache, top_comments, bulk_drafts, posting_hold, backup_failures, notices
        restart identity`);
    },

    async insert(
      name: TableName,
      rows: readonly Record<string, unknown>[],
    ): Promise<void> {
      await tx.insert(tableOf(name)).values([...rows]);
    },

    async highestIds(): Promise<Map<TableName, number>> {
      const highest = new Map<TableName, number>();
      for (const name of withIds) {
        const [row] = await queryRows<{ id: number | null }>(
          tx,
          sql`select max(id) as id from ${sqlNameOf(name)}`,
        );
        highest.set(name, row?.id ?? 0);
      }
      return highest;
    },

    /** An id that an open page still shows must not be reused for another row. */
    async continueIdsAfter(
      ...all: readonly ReadonlyMap<TableName, number>[]
    ): Promise<void> {
      for (const name of withIds) {
        const last = Math.max(...all.map((highest) => highest.get(name) ?? 0));
        if (last < 1) continue;
        const sequence = sql`pg_get_serial_sequence(${getTableName(tableOf(name))}, 'id')`;
        await tx.execute(sql`select setval(${sequence}, ${last})`);
      }
    },

    async checkReferences(): Promise<void> {
      await tx.execute(sql`set constraints all immediate`);
    },

    /**
     * Backups of older versions do not say when a draft quoted YouTube (decision 009).
     */
    async dateQuotes(): Promise<void> {
      await tx
        .update(draftRecords)
        .set({ quotedAt: sql`${draftRecords.createdAt}` })
        .where(isNull(draftRecords.quotedAt));
    },

    /**
     * The backup lacks what YouTube reported since, and versions before migration 0007
     * did not plan when to read a comment's metrics.
     */
    async readOutcomesAgain(now: Date): Promise<void> {
      await tx
        .update(comments)
        .set({ readReplyCount: null })
        .where(isNotNull(comments.readReplyCount));
      const isUnplanned = and(
        eq(comments.status, 'posted'),
        isNotNull(comments.youtubeCommentId),
        isNull(comments.replyId),
        isNull(comments.withdrawnAt),
        isNull(comments.nextFiguresAt),
      );
      await tx.update(comments).set({ nextFiguresAt: now }).where(isUnplanned);
    },

    setPostedAside: () => setPostedAside(tx),
    bringBackPosted: (now: Date) => bringBackPosted(tx, now),
    confirmUnsettled: (now: Date) => confirmUnsettled(tx, now),
    reviewAgain: (by: ReviewAgain) => reviewAgain(tx, by),
  };
}

/**
 * Lets the confirmer check comments that were being sent, instead of sending them again:
 * a different text may already be posted there.
 */
async function confirmUnsettled(tx: Tx, now: Date): Promise<number> {
  const unsettled = await tx
    .update(postAttempts)
    .set({ state: 'confirming', nextCheckAt: now, outcomeCode: null })
    .where(isNull(postAttempts.closedAt))
    .returning({ id: postAttempts.id });
  return unsettled.length;
}

interface ReviewAgain {
  madeAt: Date;
  /** Keeps approved comments that are scheduled for later than now. */
  keepSchedule: boolean;
  now: Date;
}

/**
 * A comment that is not posted in the backup may have been posted since. Marks each such
 * comment, so that YouTube is checked before it is approved, and returns approved ones to
 * review. A comment with an open attempt keeps its status, because the confirmer looks
 * for it anyway.
 */
async function reviewAgain(
  tx: Tx,
  { madeAt, keepSchedule, now }: ReviewAgain,
): Promise<number> {
  const kept = keepSchedule ? await idsOf(tx, scheduledAfter(now)) : [];
  const mayBePosted = and(ne(comments.status, 'posted'), notInArray(comments.id, kept));
  await tx
    .update(comments)
    .set({
      // Keeps the mark of an earlier restore: the comment may have been posted at any
      // time since that backup.
      restoredFrom: sql`least(${comments.restoredFrom}, ${sql.param(madeAt, comments.restoredFrom)})`,
      restoredAsApproved: sql`${comments.restoredAsApproved} or ${comments.status} = 'approved'`,
    })
    .where(mayBePosted);
  const beingConfirmed = tx
    .select({ id: postAttempts.commentId })
    .from(postAttempts)
    .where(isNull(postAttempts.closedAt));
  const returned = await tx
    .update(comments)
    .set({ status: 'pending', revision: sql`${comments.revision} + 1`, updatedAt: now })
    .where(
      and(
        mayBePosted,
        eq(comments.status, 'approved'),
        notInArray(comments.id, beingConfirmed),
      ),
    )
    .returning({ id: comments.id });
  const returnedIds = returned.map(({ id }) => id);
  await tx
    .update(queueItems)
    .set({
      scheduledFor: null,
      dueAt: null,
      nextTryAt: null,
      autoPost: false,
      blockedReason: 'restored',
    })
    .where(isOneOf(queueItems.commentId, returnedIds));
  return returned.length;
}

const scheduledAfter = (now: Date) =>
  and(
    eq(comments.status, 'approved'),
    gt(queueItems.dueAt, now),
    or(isNull(queueItems.scheduledFor), gt(queueItems.scheduledFor, now)),
  );

async function idsOf(tx: Tx, condition: SQL | undefined): Promise<number[]> {
  const rows = await tx
    .select({ id: comments.id })
    .from(comments)
    .innerJoin(queueItems, eq(queueItems.commentId, comments.id))
    .where(condition);
  return rows.map(({ id }) => id);
}
