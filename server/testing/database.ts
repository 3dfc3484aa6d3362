import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { openDatabase } from '../db/client.ts';
import type { Database, Db } from '../db/database.ts';

export interface TestDatabase {
  readonly database: Database;
  readonly db: Db;
}

let shared: Promise<Database> | null = null;

/**
 * A migrated database for the tests of a file, empty before each of them: PostgreSQL in the project
 * `postgres`, else the embedded one. Call it at the top of the file and read its fields inside the tests.
 * Closing it is harmless: all files of a worker use it, and it ends with the worker.
 */
export function testDatabase(): TestDatabase {
  let current: Database | null = null;
  const unlisten: (() => void)[] = [];

  beforeAll(async () => {
    shared ??= openTestDatabase();
    const database = await shared;
    current = {
      ...database,
      close: async () => {},
      listen: (...args) => {
        const stop = database.listen(...args);
        unlisten.push(stop);
        return stop;
      },
    };
  });
  beforeEach(async () => {
    if (current) await empty(current);
  });
  afterEach(() => {
    for (const stop of unlisten.splice(0)) stop();
  });

  const opened = () => {
    if (!current) throw new Error('The database is there only while tests and their hooks run.');
    return current;
  };
  return {
    get database() {
      return opened();
    },
    get db() {
      return opened().db;
    },
  };
}

/** A new, migrated database of one's own, to be closed by the test: for tests that break or close it. */
export async function openTestDatabase(): Promise<Database> {
  const url = await createPostgresDatabase();
  if (url) return openDatabase({ databaseUrl: url, dataDir: '' });
  const { openFromTemplate } = await import('./embedded-template.ts');
  return openFromTemplate();
}

/** The address of a new, migrated PostgreSQL database; null where the tests run on the embedded one. */
export async function createPostgresDatabase(): Promise<string | null> {
  const postgres = inject('postgres');
  if (!postgres) return null;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = await openDatabase({ databaseUrl: postgres.url, dataDir: '' });
  await admin.sessionPool.query(`create database ${name} template ${postgres.template}`);
  await admin.close();
  return postgres.url.replace('/postgres?', `/${name}?`);
}

async function empty({ sessionPool }: Database): Promise<void> {
  const { rows } = await sessionPool.query(
    `select string_agg(format('%I.%I', schemaname, tablename), ', ') as tables
     from pg_tables where schemaname = 'public'`,
  );
  const { tables } = rows[0] as { tables: string };
  await sessionPool.query(`truncate ${tables} restart identity cascade`);
}
