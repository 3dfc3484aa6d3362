import { sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { createPostgresDatabase } from '../../testing/database.ts';
import { openDatabase } from '../client.ts';
import type { Access, Database } from '../database.ts';
import { DatabaseOpenError } from '../errors.ts';
import { queryRows } from '../rows.ts';

let url: string;
let database: Database;
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

async function open(access: Access = 'reader'): Promise<Database> {
  const opened = await openDatabase({ databaseUrl: url, dataDir: '', access, log });
  onTestFinished(() => opened.close());
  return opened;
}

beforeAll(async () => {
  url = (await createPostgresDatabase()) ?? '';
});
beforeEach(async () => {
  vi.clearAllMocks();
  database = await open();
});

/** What a restart of PostgreSQL does to every connection of a database. */
async function breakConnections(): Promise<void> {
  const admin = new pg.Client(inject('postgres')?.url ?? '');
  await admin.connect();
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    new URL(url).pathname.slice(1),
  ]);
  await admin.end();
}

test('survives idle connections that break, with a line in the log', async () => {
  await Promise.all([database.ping(), database.ping()]);
  await breakConnections();
  await expect.poll(() => log.warn).toHaveBeenCalledTimes(2);
  await database.ping();
  await database.ping();
});

test('fails only the transaction whose connection breaks', async () => {
  const broken = database.db.transaction(async (tx) => {
    await tx.execute(sql`create table half (id int)`);
    await breakConnections();
    await tx.execute(sql`select 1`);
  });
  await expect(broken).rejects.toThrow();
  const [row] = await queryRows(database.db, sql`select to_regclass('half') as half`);
  expect(row).toEqual({ half: null });
});

test('uses UTC and ISO dates on every connection, whatever the server prefers', async () => {
  const name = new URL(url).pathname.slice(1);
  await database.sessionPool.query(`alter database ${name} set timezone to 'Asia/Kathmandu'`);
  await database.sessionPool.query(`alter database ${name} set datestyle to 'German'`);
  const other = await open();
  const [row] = await queryRows(other.db, sql`select '2026-03-01T12:00:00Z'::timestamptz as at`);
  expect(row).toEqual({ at: '2026-03-01 12:00:00+00' });
});

test('lets a reader work beside the owner, but not migrate', async () => {
  const owner = await open('owner');
  const reader = await open();
  await Promise.all([owner.ping(), reader.ping()]);
  await expect(reader.migrate('')).rejects.toThrow('A reader does not change tables.');
});

test('is free for the next owner once it is closed', async () => {
  const first = await open('owner');
  await Promise.all([first.close(), first.close()]);
  await expect(first.ping()).rejects.toThrow();
  const second = await open('owner');
  await second.ping();
});

test('refuses an address that leads nowhere with a sentence, without its password', async () => {
  const nowhere = openDatabase({ databaseUrl: 'postgres://me:s3cret@127.0.0.1:1/none', dataDir: '' });
  await expect(nowhere).rejects.toThrow(DatabaseOpenError);
  await expect(nowhere).rejects.toThrow(
    /^PostgreSQL could not be used \(.*ECONNREFUSED.*\)\. Check that it runs/,
  );
  await expect(nowhere).rejects.not.toThrow('s3cret');
  const noSuchDatabase = openDatabase({ databaseUrl: `${url.replace(/test_\w+/, 'missing')}`, dataDir: '' });
  await expect(noSuchDatabase).rejects.toThrow('database "missing" does not exist');
});
