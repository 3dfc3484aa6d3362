import { and, eq, getTableName, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { comments, draftRecords } from '#shared/schema.ts';
import { type Db, queryRows, type Tx } from '../db/database.ts';
import { bringBackPosted, setPostedAside } from './posted-since.repository.ts';
import { confirmUnsettled, returnToReview } from './review-again.repository.ts';
import { backedUpTables, type TableName, tableNames } from './tables.ts';

/** Rows in any of these mean that the database is not empty. */
const contentTables: readonly TableName[] = ['videos', 'comments', 'voiceProfiles', 'googleAccount'];

const tableOf = (name: TableName): PgTable => backedUpTables[name];
const sqlNameOf = (name: TableName): SQL => sql.identifier(getTableName(tableOf(name))).getSQL();
const withIds = tableNames.filter((name) => 'id' in backedUpTables[name]);

export async function isEmptyDatabase(db: Db | Tx): Promise<boolean> {
  for (const name of contentTables) {
    if ((await queryRows(db, sql`select 1 from ${sqlNameOf(name)} limit 1`)).length > 0) return false;
  }
  return true;
}

export function createRestoreRepository(db: Db) {
  return {
    atomically<T>(work: (target: RestoreTarget) => Promise<T>): Promise<T> {
      return db.transaction((tx) => work(restoreTarget(tx)));
    },
  };
}

export type RestoreTarget = ReturnType<typeof restoreTarget>;

function restoreTarget(tx: Tx) {
  return {
    async lockTables(): Promise<void> {
      const all = sql.join(tableNames.map(sqlNameOf), sql`, `);
      await tx.execute(sql`set local lock_timeout = '10s'`);
      // Replies come before their comments.
      await tx.execute(sql`set constraints all deferred`);
      await tx.execute(sql`lock table ${all} in access exclusive mode`);
    },

    isEmpty: () => isEmptyDatabase(tx),

    /** The caches and the hold go too: they name rows by old ids. */
    async clear(): Promise<void> {
      const others = ['search_cache', 'top_comments', 'posting_hold'].map((name) => sql.identifier(name));
      const all = sql.join([...tableNames.map(sqlNameOf), ...others], sql`, `);
      await tx.execute(sql`truncate ${all} restart identity`);
    },

    async insert(name: TableName, rows: readonly Record<string, unknown>[]): Promise<void> {
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

    /** An id that an open page still shows must not name another row. */
    async continueIdsAfter(...all: readonly ReadonlyMap<TableName, number>[]): Promise<void> {
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

    /** Backups of older versions do not say when a draft quoted YouTube (decision 009). */
    async dateQuotes(): Promise<void> {
      await tx
        .update(draftRecords)
        .set({ quotedAt: sql`${draftRecords.createdAt}` })
        .where(isNull(draftRecords.quotedAt));
    },

    /** What YouTube answered since the backup is not in it, and versions before migration 0007 planned no figures. */
    async readOutcomesAgain(now: Date): Promise<void> {
      await tx.update(comments).set({ readReplyCount: null }).where(isNotNull(comments.readReplyCount));
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
    returnToReview: (due: Date | 'all', now: Date) => returnToReview(tx, due, now),
  };
}
