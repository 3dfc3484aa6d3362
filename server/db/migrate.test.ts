import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPostgresDatabase, openTestDatabase } from '../testing/database.ts';
import { openDatabase } from './client.ts';
import type { Database } from './database.ts';
import { DatabaseOpenError } from './errors.ts';
import { findMigrations, migrateDatabase } from './migrate.ts';
import { queryRows } from './rows.ts';

let database: Database;
let folder: string;
const opened: Database[] = [];

beforeEach(async () => {
  database = await openTestDatabase();
  opened.push(database);
  folder = mkdtempSync(join(tmpdir(), 'chime-in-migrations-'));
});

afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The real migrations and one more with the given SQL. */
function withOneMore(statement: string): string {
  cpSync(findMigrations(), folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8'));
  const last = journal.entries.at(-1);
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_next' });
  writeFileSync(path, JSON.stringify(journal));
  writeFileSync(join(folder, '9999_next.sql'), statement);
  return folder;
}

test('applies what is new, once', async () => {
  const next = withOneMore(
    'create table extra (id int primary key);--> statement-breakpoint\ninsert into extra values (1);',
  );
  await migrateDatabase(database, next);
  await migrateDatabase(database, next);
  expect(await queryRows(database.db, sql`select id from extra`)).toEqual([{ id: 1 }]);
});

test('a migration that fails half-way changes nothing', async () => {
  const broken = withOneMore('create table extra (id int);--> statement-breakpoint\nselect 1 / 0;');
  await expect(migrateDatabase(database, broken)).rejects.toThrow();
  await expect(queryRows(database.db, sql`select id from extra`)).rejects.toThrow();
  await migrateDatabase(database);
});

test('refuses a database that a newer version has changed', async () => {
  await migrateDatabase(database, withOneMore('select 1;'));
  await expect(migrateDatabase(database)).rejects.toThrow(DatabaseOpenError);
  await expect(migrateDatabase(database)).rejects.toThrow('newer version of Chime In');
});

test('processes that migrate at the same time do it once', async () => {
  const url = await createPostgresDatabase();
  const next = withOneMore('create table extra (id int primary key);');
  const processes = await Promise.all(
    [1, 2, 3].map(() => (url ? openDatabase({ databaseUrl: url, dataDir: '' }) : database)),
  );
  if (url) opened.push(...processes);
  const [first] = processes;
  // One PGlite has one session, so there it is three calls after one another.
  if (url) await Promise.all(processes.map((each) => migrateDatabase(each, next)));
  else for (const each of processes) await migrateDatabase(each, next);
  expect(first && (await queryRows(first.db, sql`select count(*) as n from extra`))).toEqual([{ n: 0 }]);
});

test('the migrations are found from sources and from the bundle', () => {
  const root = join(import.meta.dirname, '../..');
  expect(findMigrations()).toBe(join(root, 'migrations'));
  expect(findMigrations(join(root, 'dist/server'))).toBe(join(root, 'migrations'));
  mkdirSync(join(folder, 'deep'));
  expect(() => findMigrations(join(folder, 'deep'))).toThrow('no migrations folder');
});
