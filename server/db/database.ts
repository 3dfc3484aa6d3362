import {
  and,
  asc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  ne,
  or,
  type SQL,
  sql,
  type Table,
} from 'drizzle-orm';
import type { PgColumn, PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { PostedAs } from '#shared/contracts/comments.ts';
import { countedStates } from '#shared/rules/comment-status.ts';
import type * as schema from '#shared/schema.ts';
import {
  comments,
  googleAccount,
  postAttempts,
  queueItems,
  replies,
} from '#shared/schema.ts';
import type { Log } from '../core/log.ts';

export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

/**
 * Inside a transaction only `tx` may be used: the embedded database has one session, so
 * `db` would wait forever.
 */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

/**
 * An owner locks the database until it closes it. On PostgreSQL a reader can run beside
 * the owner, and migrates nothing.
 */
export type Access = 'owner' | 'reader';

export type DatabaseLog = Pick<Log, 'info' | 'warn' | 'error'>;

export interface OpenOptions {
  access: Access;
  /**
   * Called once if the lock is lost or the embedded database stops. The error's message
   * is shown to the user.
   */
  onLost?: ((error: Error) => void) | undefined;
  log?: DatabaseLog | undefined;
}

export interface SessionPool {
  query(text: string, params?: unknown[]): Promise<{ rows: unknown[] }>;
}

export interface Database {
  readonly db: Db;
  readonly sessionPool: SessionPool;
  /** Null on PostgreSQL, whose autovacuum and checkpointer do this. */
  readonly maintenance: {
    /**
     * Limits the size of the write-ahead log, and so the duration of a start after a
     * crash.
     */
    checkpoint(): Promise<void>;
    vacuum(): Promise<void>;
  } | null;
  /** Called only by migrateDatabase. Rejects for a reader of PostgreSQL. */
  migrate(migrationsFolder: string): Promise<void>;
  close(): Promise<void>;
}

/** The message tells the user what to do and contains no secret. */
export class DatabaseOpenError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseOpenError';
  }
}

export class DatabaseInUseError extends DatabaseOpenError {}

export const firstRow = async <T>(rows: PromiseLike<T[]>): Promise<T | null> =>
  (await rows)[0] ?? null;

/**
 * Returns the row of a query that always has one: an aggregate, an insert, the settings.
 * Throws if it is missing.
 */
export async function onlyRow<T>(rows: PromiseLike<T[]>): Promise<T> {
  const [row] = await rows;
  if (row === undefined) throw new Error('A row is missing.');
  return row;
}

/** Binds all values as one parameter, unlike `inArray`. */
export function isOneOf(column: PgColumn, values: readonly (number | string)[]): SQL {
  return sql`${column} = any(${sql.param([...values])})`;
}

export const pick = <Of extends object, Name extends keyof Of>(
  table: Of,
  ...names: Name[]
) => Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Of, Name>;

export const countOf = (which: SQL | undefined) =>
  sql`count(*) filter (where ${which})`.mapWith(Number);

/**
 * Returns the `set` of an upsert that overwrites these columns with the values that were
 * to be inserted.
 */
export const overwriting = <Columns extends Record<string, PgColumn>>(columns: Columns) =>
  Object.fromEntries(
    Object.entries(columns).map(([field, { name }]) => [
      field,
      sql.raw(`excluded.${name}`),
    ]),
  ) as Record<keyof Columns, SQL>;

interface DriverResult {
  rows: unknown[];
  rowCount?: number | null;
}

/**
 * Runs raw SQL. Both databases return int8 as number, numeric as string, and timestamps
 * as text in UTC.
 */
export async function queryRows<Row extends Record<string, unknown>>(
  db: Db | Tx,
  query: SQL,
): Promise<Row[]> {
  const result = (await db.execute(query)) as unknown as DriverResult;
  return result.rows as Row[];
}

export const changedRows = (result: unknown): number =>
  (result as DriverResult).rowCount ?? 0;

interface Column {
  key: string;
  /** The column's name in double quotes. */
  sqlName: string;
  isInstant: boolean;
  isRequired: boolean;
}

export function columnsOf(table: Table): Column[] {
  return Object.entries(getTableColumns(table)).map(([key, column]) => ({
    key,
    sqlName: `"${column.name}"`,
    isInstant: column.dataType === 'date',
    isRequired: column.notNull && !column.hasDefault,
  }));
}

/** Locks the comment. Call this before deciding anything from its state. */
export const lockComment = (tx: Tx, id: number) =>
  firstRow(tx.select().from(comments).where(eq(comments.id, id)).for('update'));

/**
 * Locks comments in the order of their ids, so that two transactions cannot deadlock.
 * Returns the ids.
 */
export async function lockComments(tx: Tx, which: SQL | undefined): Promise<number[]> {
  const locked = await tx
    .select({ id: comments.id })
    .from(comments)
    .where(which)
    .orderBy(asc(comments.id))
    .for('update');
  return locked.map(({ id }) => id);
}

export const isOnYouTube = and(
  eq(comments.status, 'posted'),
  isNull(comments.withdrawnAt),
);

/**
 * Matches comments with a reply by the creator of their video. The subquery finds the few
 * such replies first.
 */
export const hasReplyByCreator = sql`${comments.id} in (
  select ${replies.commentId} from ${replies} where ${replies.byCreator}
)`;

const rejectedStayMs = 30 * 86_400_000;

/**
 * Leaves out comments that were rejected more than 30 days ago, so that the queue stays
 * small by itself (rule 4.12). A rejected comment that is added to the queue again stays
 * for another 30 days. Needs a join with the queue items.
 */
export function isNotLongRejected(now: Date): SQL | undefined {
  const since = new Date(now.getTime() - rejectedStayMs);
  const rejectedAt = sql`coalesce(${comments.reviewedAt}, ${comments.createdAt})`;
  const lastAt = sql`greatest(${rejectedAt}, ${queueItems.createdAt})`;
  return or(
    ne(comments.status, 'rejected'),
    gt(lastAt, sql.param(since, comments.reviewedAt)),
  );
}

/** Join condition for the open attempt of a comment. */
export const isOpenAttempt = and(
  eq(postAttempts.commentId, comments.id),
  isNull(postAttempts.closedAt),
);

/**
 * Matches attempts that count for the daily cap. Changes and withdrawals do not, because
 * they post nothing new.
 */
export const isCounted = and(
  eq(postAttempts.kind, 'insert'),
  inArray(postAttempts.state, countedStates),
);

/**
 * Matches attempts whose comment was not withdrawn. A withdrawn comment blocks neither
 * its channel nor its text.
 */
export const isNotWithdrawn = sql`not exists (
  select 1 from ${comments} withdrawn
  where withdrawn.id = ${postAttempts.commentId} and withdrawn.withdrawn_at is not null)`;

/** The channel that a comment was posted from; null if unknown. */
export const postedAs = sql<PostedAs | null>`(
  select json_build_object('title', posting.author_channel_title, 'isConnected',
    coalesce(posting.author_channel_id = (select channel_id from ${googleAccount}), false))
  from ${postAttempts} posting
  where posting.comment_id = comments.id and posting.kind = 'insert' and posting.state = 'posted'
  order by posting.id desc limit 1)`;
