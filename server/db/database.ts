import { and, asc, eq, getTableColumns, inArray, isNull, type SQL, sql, type Table } from 'drizzle-orm';
import type { PgColumn, PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { PostedAs } from '#shared/contracts/comments.ts';
import { countedStates } from '#shared/rules/comment-status.ts';
import type * as schema from '#shared/schema.ts';
import { comments, googleAccount, postAttempts } from '#shared/schema.ts';
import type { Log } from '../core/log.ts';

export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

/** Inside a transaction only `tx` may be used: the embedded database has one session, so `db` would wait for ever. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

/** The owner locks the database until it closes it; a reader works beside it and migrates nothing. */
export type Access = 'owner' | 'reader';

export type DatabaseLog = Pick<Log, 'info' | 'warn' | 'error'>;

export interface OpenOptions {
  access: Access;
  /** Called once if the lock is lost or the embedded database stops; the message is for people. */
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
    /** Bounds the write-ahead log, and so a start after a crash. */
    checkpoint(): Promise<void>;
    vacuum(): Promise<void>;
  } | null;
  /** For migrateDatabase alone. Rejects for a reader. */
  migrate(migrationsFolder: string): Promise<void>;
  close(): Promise<void>;
}

/** The message tells a person what to do and holds no secret. */
export class DatabaseOpenError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseOpenError';
  }
}

export class DatabaseInUseError extends DatabaseOpenError {}

export const firstRow = async <T>(rows: PromiseLike<T[]>): Promise<T | null> => (await rows)[0] ?? null;

/** Of what always has a row: an aggregate, an insert, the settings. */
export async function onlyRow<T>(rows: PromiseLike<T[]>): Promise<T> {
  const [row] = await rows;
  if (row === undefined) throw new Error('A row is missing.');
  return row;
}

/** Binds all values as one parameter, unlike `inArray`. */
export function isOneOf(column: PgColumn, values: readonly (number | string)[]): SQL {
  return sql`${column} = any(${sql.param([...values])})`;
}

/** Columns of a table, under their own names. */
export const pick = <Of extends object, Name extends keyof Of>(table: Of, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Of, Name>;

export const countOf = (which: SQL | undefined) => sql`count(*) filter (where ${which})`.mapWith(Number);

/** Of an upsert: what was to be inserted wins. */
export const overwriting = <Columns extends Record<string, PgColumn>>(columns: Columns) =>
  Object.fromEntries(
    Object.entries(columns).map(([field, { name }]) => [field, sql.raw(`excluded.${name}`)]),
  ) as Record<keyof Columns, SQL>;

interface DriverResult {
  rows: unknown[];
  rowCount?: number | null;
}

/** Returns int8 as number, numeric as string, and instants as UTC text on both databases. */
export async function queryRows<Row extends Record<string, unknown>>(
  db: Db | Tx,
  query: SQL,
): Promise<Row[]> {
  const result = (await db.execute(query)) as unknown as DriverResult;
  return result.rows as Row[];
}

export const changedRows = (result: unknown): number => (result as DriverResult).rowCount ?? 0;

interface Column {
  key: string;
  /** Quoted. */
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

/** Who decides by what a comment is, locks it first. */
export const lockComment = (tx: Tx, id: number) =>
  firstRow(tx.select().from(comments).where(eq(comments.id, id)).for('update'));

/** Locks comments in the order of their ids, so that two transactions cannot deadlock. Returns the ids. */
export async function lockComments(tx: Tx, which: SQL | undefined): Promise<number[]> {
  const locked = await tx
    .select({ id: comments.id })
    .from(comments)
    .where(which)
    .orderBy(asc(comments.id))
    .for('update');
  return locked.map(({ id }) => id);
}

/** Of a comment. */
export const isOnYouTube = and(eq(comments.status, 'posted'), isNull(comments.withdrawnAt));

/** Of an attempt at the comment beside it. */
export const isOpenAttempt = and(eq(postAttempts.commentId, comments.id), isNull(postAttempts.closedAt));

/** Of an attempt, for the daily cap: changes and withdrawals post nothing new. */
export const isCounted = and(eq(postAttempts.kind, 'insert'), inArray(postAttempts.state, countedStates));

/** Of an attempt: a withdrawn comment holds neither its channel nor its words. */
export const isNotWithdrawn = sql`not exists (
  select 1 from ${comments} withdrawn
  where withdrawn.id = ${postAttempts.commentId} and withdrawn.withdrawn_at is not null)`;

/** Of a comment: the channel that it was posted from; null where nobody knows. */
export const postedAs = sql<PostedAs | null>`(
  select json_build_object('title', posting.author_channel_title, 'isConnected',
    coalesce(posting.author_channel_id = (select channel_id from ${googleAccount}), false))
  from ${postAttempts} posting
  where posting.comment_id = comments.id and posting.kind = 'insert' and posting.state = 'posted'
  order by posting.id desc limit 1)`;
