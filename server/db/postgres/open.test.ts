import { sql } from 'drizzle-orm';
import { beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { createPostgresDatabase } from '../../testing/database.ts';
import { openDatabase } from '../client.ts';
import type { Database } from '../database.ts';
import { DatabaseOpenError } from '../errors.ts';
import { queryRows } from '../rows.ts';

let url: string;
let database: Database;
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

async function open(databaseUrl: string): Promise<Database> {
  const opened = await openDatabase({ databaseUrl, dataDir: '', log });
  onTestFinished(() => opened.close());
  return opened;
}

beforeEach(async () => {
  vi.clearAllMocks();
  url = (await createPostgresDatabase()) ?? '';
  database = await open(url);
});

/** What a restart of PostgreSQL does to every connection of a database. */
async function breakConnections(): Promise<void> {
  const admin = await open(inject('postgres')?.url ?? '');
  const name = new URL(url).pathname.slice(1);
  await admin.sessionPool.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [
    name,
  ]);
  await admin.close();
}

test('idle connections that break cost nothing but a line in the log', async () => {
  await Promise.all([database.ping(), database.ping()]);
  await breakConnections();
  await expect.poll(() => log.warn).toHaveBeenCalledTimes(2);
  await database.ping();
  await database.ping();
});

test('a connection that breaks inside a transaction fails that transaction alone', async () => {
  const broken = database.db.transaction(async (tx) => {
    await tx.execute(sql`create table half (id int)`);
    await breakConnections();
    await tx.execute(sql`select 1`);
  });
  await expect(broken).rejects.toThrow();
  const [row] = await queryRows(database.db, sql`select to_regclass('half') as half`);
  expect(row).toEqual({ half: null });
});

test('notices come again after the connection was lost, and that they may have been missed is told', async () => {
  const heard = vi.fn();
  const begun = vi.fn();
  database.listen('news', heard, begun);
  await expect.poll(() => begun).toHaveBeenCalledOnce();
  await database.notify('news', 'before');
  await expect.poll(() => heard).toHaveBeenCalledWith('before');
  await breakConnections();
  await expect.poll(() => begun).toHaveBeenCalledTimes(2);
  await database.notify('news', 'after');
  await expect.poll(() => heard).toHaveBeenCalledWith('after');
});

test('what one process says, all on the same database hear', async () => {
  const other = await open(url);
  const heard = vi.fn();
  const begun = vi.fn();
  other.listen('news', heard, begun);
  await expect.poll(() => begun).toHaveBeenCalledOnce();
  await database.notify('news', 'hello');
  await expect.poll(() => heard).toHaveBeenCalledExactlyOnceWith('hello');
});

test('every connection speaks UTC and ISO dates, whatever the server prefers', async () => {
  const name = new URL(url).pathname.slice(1);
  await database.sessionPool.query(`alter database ${name} set timezone to 'Asia/Kathmandu'`);
  await database.sessionPool.query(`alter database ${name} set datestyle to 'German'`);
  const other = await open(url);
  const [row] = await queryRows(other.db, sql`select '2026-03-01T12:00:00Z'::timestamptz as at`);
  expect(row).toEqual({ at: '2026-03-01 12:00:00+00' });
});

test('an address that leads nowhere is told in a sentence, without its password', async () => {
  const nowhere = openDatabase({ databaseUrl: 'postgres://me:s3cret@127.0.0.1:1/none', dataDir: '' });
  await expect(nowhere).rejects.toThrow(DatabaseOpenError);
  await expect(nowhere).rejects.toThrow(
    /^PostgreSQL could not be used \(.*ECONNREFUSED.*\)\. Check that it runs/,
  );
  await expect(nowhere).rejects.not.toThrow('s3cret');
  const noSuchDatabase = openDatabase({ databaseUrl: `${url.replace(/test_\w+/, 'missing')}`, dataDir: '' });
  await expect(noSuchDatabase).rejects.toThrow('database "missing" does not exist');
});
