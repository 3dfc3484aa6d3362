import {
  and,
  desc,
  eq,
  getTableColumns,
  getTableName,
  gt,
  isNotNull,
  isNull,
  ne,
  notInArray,
  or,
  type SQL,
  type SQLChunk,
  sql,
} from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import {
  backupFailures,
  comments,
  draftRecords,
  postAttempts,
  queueItems,
  replies,
  videos,
} from '#shared/schema.ts';
import { changedRows, columnsOf, type Db, firstRow, isOneOf, queryRows, type Tx } from '../db/database.ts';
import { backedUpTables, type TableName, tableNames } from './format.ts';

export type TableBatch = readonly [TableName, readonly Record<string, unknown>[]];

/** Kept small because a draft's record with its transcript can have 200 kB or more. */
const batchRows = 50;

export function readSnapshot<T>(db: Db, use: (batches: AsyncIterable<TableBatch>) => Promise<T>): Promise<T> {
  return db.transaction((tx) => use(batches(tx)), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

async function* batches(tx: Tx): AsyncGenerator<TableBatch> {
  for (const name of tableNames)
    for await (const rows of byPrimaryKey(tx, backedUpTables[name])) yield [name, rows];
}

async function* byPrimaryKey(tx: Tx, table: PgTable): AsyncGenerator<Record<string, unknown>[]> {
  const together = getTableConfig(table).primaryKeys.flatMap(({ columns }) =>
    columns.map(({ name }) => name),
  );
  const key = Object.entries(getTableColumns(table)).filter(
    ([, { primary, name }]) => primary || together.includes(name),
  );
  const columns = key.map(([, column]) => column);
  const tuple = (values: SQLChunk[]): SQL => sql`(${sql.join(values, sql`, `)})`;
  let after: SQL | undefined;
  for (;;) {
    const rows: Record<string, unknown>[] = await tx
      .select()
      .from(table)
      .where(after)
      .orderBy(...columns)
      .limit(batchRows);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchRows) return;
    after = sql`${tuple(columns)} > ${tuple(key.map(([name]) => sql`${last[name]}`))}`;
  }
}

const listOf = (table: Parameters<typeof columnsOf>[0], ...without: string[]) =>
  columnsOf(table)
    .filter(({ key }) => !without.includes(key))
    .map(({ sqlName }) => sqlName);

const videoColumns = listOf(videos, 'id');
/** Leaves out the voice profile, because its id may belong to another profile in the backup. */
const commentColumns = listOf(comments, 'id', 'videoId', 'voiceProfileId', 'replyId');
const replyColumns = listOf(replies, 'id', 'commentId');
const attemptColumns = listOf(postAttempts, 'id', 'commentId');

const raw = (columns: readonly string[], prefix = ''): SQL =>
  sql.raw(columns.map((column) => `${prefix}${column}`).join(', '));

/**
 * Adds `place` to each comment: the YouTube id of the video or reply that it answers, or its own YouTube id
 * once it is withdrawn. Unlike our row ids, these ids are the same in the database and in the backup.
 */
const placed = sql`(
  select c.*, v.youtube_id as kept_youtube_id, r.youtube_reply_id as kept_reply_id,
    coalesce(r.youtube_reply_id, case when c.withdrawn_at is not null then c.youtube_comment_id end, v.youtube_id)
      as place
  from comments c join videos v on v.id = c.video_id left join replies r on r.id = c.reply_id)`;

/**
 * Copies what must survive an older backup: it must not undo posts, edits, withdrawals or spent quota (rule
 * 7.17).
 */
async function setPostedAside(tx: Tx): Promise<void> {
  await tx.execute(sql`
    create temporary table kept_comments on commit drop as
    select c.* from ${placed} c
    where c.status = 'posted' or exists (
      select 1 from post_attempts a where a.comment_id = c.id
      and (a.state in ('sending', 'confirming') or a.outcome_code = 'unconfirmed'))`);
  await tx.execute(sql`
    create temporary table kept_videos on commit drop as
    select * from videos where id in (select video_id from kept_comments)`);
  await tx.execute(sql`
    create temporary table kept_replies on commit drop as
    select r.*, thread.place as thread_place from replies r join kept_comments k on k.reply_id = r.id
    join ${placed} thread on thread.id = r.comment_id`);
  await tx.execute(sql`
    create temporary table kept_attempts on commit drop as
    select a.* from post_attempts a join kept_comments k on k.id = a.comment_id`);
  await tx.execute(sql`create temporary table kept_quota on commit drop as select * from quota_usage`);
  await tx.execute(sql`
    create temporary table revisions on commit drop as select place, revision from ${placed} c`);
}

/** Call this after loading the backup. Returns how many comments the backup lacked. */
async function bringBackPosted(tx: Tx, now: Date): Promise<number> {
  const lacks = (kinds: SQL) => sql`exists (
    select 1 from kept_attempts a where a.comment_id = k.id and ${kinds} and not exists (
      select 1 from post_attempts p
      where p.comment_id = c.id and p.started_at = a.started_at and p.state = a.state))`;
  await tx.execute(sql`
    delete from kept_comments k using comments c
    where c.youtube_comment_id = k.youtube_comment_id and c.withdrawn_at is not null and k.withdrawn_at is null`);
  // Once a comment is withdrawn, its video may get another comment, which is brought back as well.
  await tx.execute(sql`
    update comments c set withdrawn_at = k.withdrawn_at, youtube_comment_id = k.youtube_comment_id
    from kept_comments k join videos v on v.youtube_id = k.kept_youtube_id
    where k.withdrawn_at is not null and k.reply_id is null and c.video_id = v.id and c.reply_id is null
      and c.withdrawn_at is null and (c.youtube_comment_id = k.youtube_comment_id
        or (c.youtube_comment_id is null and c.created_at = k.created_at))`);
  await tx.execute(sql`
    delete from kept_comments k using ${placed} c
    where c.place = k.place and (
      (c.status = 'posted' and not ${lacks(sql`a.kind <> 'insert'`)})
      or (c.status = k.status and c.revision = k.revision and not ${lacks(sql`true`)}))`);
  await tx.execute(sql`
    insert into videos (${raw(videoColumns)})
    select ${raw(videoColumns, 'k.')} from kept_videos k
    where k.youtube_id in (select kept_youtube_id from kept_comments) on conflict (youtube_id) do nothing`);
  const updates = commentColumns.map((column) => `${column} = excluded.${column}`).join(', ');
  const assignments = commentColumns.map((column) => `${column} = k.${column}`).join(', ');
  const updated = await tx.execute(sql`
    update comments c set ${sql.raw(assignments)} from kept_comments k join ${placed} p on p.place = k.place
    where c.id = p.id and k.reply_id is null`);
  const inserted = await tx.execute(sql`
    insert into comments (video_id, ${raw(commentColumns)})
    select v.id, ${raw(commentColumns, 'k.')} from kept_comments k
    join videos v on v.youtube_id = k.kept_youtube_id
    where k.reply_id is null and k.place not in (select place from ${placed} p)`);
  await tx.execute(sql`
    insert into replies (comment_id, ${raw(replyColumns)})
    select c.id, ${raw(replyColumns, 'k.')} from kept_replies k join ${placed} c on c.place = k.thread_place
    on conflict (youtube_reply_id) do update set state = excluded.state`);
  const answers = await tx.execute(sql`
    insert into comments (video_id, reply_id, ${raw(commentColumns)})
    select v.id, r.id, ${raw(commentColumns, 'k.')} from kept_comments k
    join videos v on v.youtube_id = k.kept_youtube_id
    join replies r on r.youtube_reply_id = k.kept_reply_id
    on conflict (reply_id) where reply_id is not null do update set ${sql.raw(updates)}`);
  await tx.execute(sql`
    update comments c set withdrawn_at = thread.withdrawn_at, visibility_reason = 'gone_with_comment', next_look_at = null
    from replies r join comments thread on thread.id = r.comment_id
    where c.reply_id = r.id and c.status = 'posted' and c.withdrawn_at is null and thread.withdrawn_at is not null`);
  await bringBackAttempts(tx, now);
  await tx.execute(sql`
    insert into quota_usage (pacific_day, bucket, used, outcomes_used, following_used, blocked_until)
    select pacific_day, bucket, used, outcomes_used, following_used, blocked_until from kept_quota
    on conflict (pacific_day, bucket) do update set
      used = greatest(quota_usage.used, excluded.used),
      outcomes_used = greatest(quota_usage.outcomes_used, excluded.outcomes_used),
      following_used = greatest(quota_usage.following_used, excluded.following_used),
      blocked_until = greatest(quota_usage.blocked_until, excluded.blocked_until)`);
  // An open page or an unsaved edit may still hold a revision from before the restore. No other text may have
  // that revision.
  await tx.execute(sql`
    update comments c set revision = k.revision + 1 from revisions k join ${placed} p on p.place = k.place
    where c.id = p.id and k.revision > c.revision`);
  return changedRows(updated) + changedRows(inserted) + changedRows(answers);
}

/** Clears schedules and puts every comment that is not certainly posted into the Review Queue. */
async function bringBackAttempts(tx: Tx, now: Date): Promise<void> {
  const known = sql`
    select c.id from ${placed} c join kept_comments k on k.place = c.place`;
  await tx.execute(sql`delete from queue_items where comment_id in (${known})`);
  await tx.execute(sql`
    insert into queue_items (comment_id, created_at)
    select c.id, ${now.toISOString()}::timestamptz from comments c
    where c.id in (${known}) and c.status <> 'posted'`);
  await tx.execute(sql`delete from post_attempts where comment_id in (${known})`);
  await tx.execute(sql`
    insert into post_attempts (comment_id, ${raw(attemptColumns)})
    select c.id, ${raw(attemptColumns, 'a.')} from kept_attempts a
    join kept_comments k on k.id = a.comment_id
    join ${placed} c on c.place = k.place order by a.id`);
}

/**
 * Lets the confirmer check comments that were being sent, instead of sending them again: a different text may
 * already be posted there.
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
 * A comment that is not posted in the backup may have been posted since. Marks each such comment, so that
 * YouTube is checked before it is approved, and returns approved ones to review. A comment with an open
 * attempt keeps its status, because the confirmer looks for it anyway.
 */
async function reviewAgain(tx: Tx, { madeAt, keepSchedule, now }: ReviewAgain): Promise<number> {
  const kept = keepSchedule ? await idsOf(tx, scheduledAfter(now)) : [];
  const mayBePosted = and(ne(comments.status, 'posted'), notInArray(comments.id, kept));
  await tx
    .update(comments)
    .set({
      // Keeps the mark of an earlier restore: the comment may have been posted at any time since that backup.
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
    .where(and(mayBePosted, eq(comments.status, 'approved'), notInArray(comments.id, beingConfirmed)))
    .returning({ id: comments.id });
  const returnedIds = returned.map(({ id }) => id);
  await tx
    .update(queueItems)
    .set({ scheduledFor: null, dueAt: null, nextTryAt: null, autoPost: false, blockedReason: 'restored' })
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

/** Returns the last failure, or null if no backup has failed since the last successful one. */
export async function newestFailure(db: Db): Promise<{ at: Date; reason: string } | null> {
  const { failedAt: at, reason, id } = backupFailures;
  return firstRow(db.select({ at, reason }).from(backupFailures).orderBy(desc(id)).limit(1));
}

export const restoring = <T>(db: Db, work: (target: RestoreTarget, tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction((tx) => work(restoreTarget(tx), tx));

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
     * Also empties tables that a backup leaves out (caches, the hold, notices), because they refer to rows by
     * their old ids, and the steps: a restore sends approved comments back to review, and no undo may approve
     * them again.
     */
    async clear(kept: readonly TableName[] = []): Promise<void> {
      const all = sql.join(tableNames.filter((name) => !kept.includes(name)).map(sqlNameOf), sql`, `);
      await tx.execute(sql`
        truncate ${all}, comment_steps, search_cache, top_comments, bulk_drafts, posting_hold, backup_failures, notices
        restart identity`);
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

    /** An id that an open page still shows must not be reused for another row. */
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

    /**
     * The backup lacks what YouTube reported since, and versions before migration 0007 did not plan when to
     * read a comment's metrics.
     */
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
    reviewAgain: (by: ReviewAgain) => reviewAgain(tx, by),
  };
}
