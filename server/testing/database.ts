import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, beforeEach, expect, inject } from 'vitest';
import { comments } from '#shared/schema.ts';
import { errorCode } from '../core/errors.ts';
import { type Database, type Db, queryRows, type Tx } from '../db/database.ts';
import { migrateDatabase, openDatabase } from '../db/open-database.ts';
import { testStart } from './clock.ts';

let shared: ReturnType<typeof openShared> | null = null;

/**
 * Provides a migrated database, emptied before each test of the file that calls this at
 * its top, or once before all of them. All files of a worker share it, so closing it does
 * nothing.
 */
export function testDatabase(emptied: 'each' | 'once' = 'each') {
  let opened: Awaited<ReturnType<typeof openShared>> | null = null;
  beforeAll(async () => {
    shared ??= openShared();
    opened = await shared;
    if (emptied === 'once') await opened.empty();
  });
  if (emptied === 'each') beforeEach(() => opened?.empty());
  return {
    get database(): Database {
      if (!opened)
        throw new Error('The database is there only while tests and their hooks run.');
      return opened.database;
    },
    get db(): Db {
      return this.database.db;
    },
  };
}

/** PostgreSQL's error code for a lock timeout. */
const lockNotAvailable = '55P03';

async function openShared() {
  const database = { ...(await openTestDatabase()), close: async () => {} };
  await createEmptying(database);
  const empty = (): Promise<unknown> =>
    database.sessionPool.query('select empty_tables()').catch((error: unknown) => {
      if (errorCode(error) !== lockNotAvailable) throw error;
      return empty();
    });
  return { database, empty };
}

interface TestDatabaseOptions {
  /** LC_CTYPE and LC_COLLATE of the new database, on PostgreSQL only. Default: C. */
  locale?: string;
}

/** Opens a new, migrated database, for tests that break or close it. */
export async function openTestDatabase(
  options: TestDatabaseOptions = {},
): Promise<Database> {
  const url = await createPostgresDatabase(options);
  if (url) {
    const database = await openDatabase({ databaseUrl: url, dataDir: '' });
    if (options.locale) await migrateDatabase(database);
    return asOneSession(database);
  }
  const { openFromTemplate } = await import('./embedded-template.ts');
  return openFromTemplate();
}

const inTransaction = new AsyncLocalStorage<true>();

/**
 * Makes using `db` inside a transaction throw, because on the embedded database, which
 * has a single session, it would wait forever.
 */
function asOneSession(database: Database): Database {
  const { db } = database;
  const pool = (db as unknown as { $client: pg.Pool }).$client;
  const connect = pool.connect.bind(pool) as (
    ...given: unknown[]
  ) => Promise<pg.PoolClient>;
  pool.connect = (...given: unknown[]) => {
    if (inTransaction.getStore())
      throw new Error('Inside a transaction only its tx may be used.');
    return connect(...given);
  };
  const transaction = db.transaction.bind(db);
  db.transaction = (run, config) =>
    transaction((tx) => inTransaction.run(true, () => run(tx)), config);
  return database;
}

/**
 * Returns the URL of a new database, or null for tests on the embedded database. The new
 * database is migrated, unless `locale` asks for another locale than the template's.
 */
export async function createPostgresDatabase({
  locale,
}: TestDatabaseOptions = {}): Promise<string | null> {
  const postgres = inject('postgres');
  if (!postgres) return null;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client(postgres.url);
  await admin.connect();
  await admin.query(
    locale === undefined
      ? `create database ${name} template ${postgres.template}`
      : `create database ${name} template template0 encoding 'UTF8' locale '${locale}'`,
  );
  await admin.end();
  return postgres.url.replace('/postgres?', `/${name}?`);
}

/**
 * Deletes rows instead of truncating, because TRUNCATE takes forty times as long for a
 * test's few rows; only tables with more than 500 rows are truncated. A function keeps
 * the query plans of its statements.
 */
async function createEmptying({ sessionPool }: Database): Promise<void> {
  const { rows } = await sessionPool.query(`
    select format('delete from %I; get diagnostics deleted = row_count;
      if deleted > 500 then truncate %1$I cascade; end if;', tablename) as step
    from pg_tables where schemaname = 'public'
    union all
    select format('perform setval(%L, 1, false);', sequencename) from pg_sequences where schemaname = 'public'`);
  const steps = (rows as { step: string }[]).map(({ step }) => step);
  // The rows that migrateDatabase creates.
  steps.push(
    `insert into user_settings (created_at, updated_at) values ('${testStart}', '${testStart}');`,
  );
  steps.push('insert into notice_settings default values;');
  // As a replica, PostgreSQL ignores foreign keys, so the order of the tables does not
  // matter. An app may still be writing after its response. The short lock timeout
  // releases all locks and retries, before PostgreSQL looks for a deadlock after a
  // second.
  await sessionPool.query(`create function empty_tables() returns void language plpgsql as $$
    declare deleted bigint; begin set local session_replication_role = replica;
    set local lock_timeout = '100ms'; ${steps.join(' ')} end $$`);
}

/**
 * Finds sessions that wait for a lock in this database; other databases of the same
 * server do not count.
 */
const whoWaits = sql`select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/**
 * Fails unless `work` leaves the second comment unlocked while it waits for a lock on the
 * first. On PostgreSQL only.
 */
export async function expectLocksById(
  db: Db,
  work: () => Promise<unknown>,
): Promise<void> {
  const [first, second] = await db
    .select({ id: comments.id })
    .from(comments)
    .orderBy(asc(comments.id));
  if (!first || !second) throw new Error('Two comments are needed.');
  let working: Promise<unknown> = Promise.resolve();
  const lock = (tx: Tx, id: number) =>
    tx.select().from(comments).where(eq(comments.id, id)).for('update', { noWait: true });
  await db.transaction((tx) =>
    inTransaction.exit(async () => {
      await lock(tx, first.id);
      working = work();
      await expect.poll(() => queryRows(db, whoWaits)).not.toEqual([]);
      await lock(tx, second.id);
    }),
  );
  await working;
}
