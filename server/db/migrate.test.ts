import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../testing/database.ts';
import { type Database, DatabaseOpenError, queryRows } from './database.ts';
import { checkTables, findMigrations, migrateDatabase, newestMigration } from './open-database.ts';

let database: Database;
let folder: string;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chime-in-migrations-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.db.execute(sql`drop table if exists extra`);
  await database.db.execute(
    sql`delete from drizzle.__drizzle_migrations where created_at > ${newestMigration()}`,
  );
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

test('applies a new migration once', async () => {
  const next = withOneMore(
    'create table extra (id int primary key);--> statement-breakpoint\ninsert into extra values (1);',
  );
  await migrateDatabase(database, next);
  await migrateDatabase(database, next);
  expect(await queryRows(database.db, sql`select id from extra`)).toEqual([{ id: 1 }]);
});

test('changes nothing if a migration fails half-way', async () => {
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

test('refuses a reader the tables of another version', async () => {
  await expect(checkTables(database.db)).resolves.toBeUndefined();
  const next = withOneMore('select 1;');
  await expect(checkTables(database.db, next)).rejects.toThrow(
    'The tables of this database are not those of this version of Chime In. Start Chime In once, then try again.',
  );
  await migrateDatabase(database, next);
  await expect(checkTables(database.db)).rejects.toThrow('newer version of Chime In');
  await database.db.execute(sql`alter schema drizzle rename to away`);
  await expect(checkTables(database.db)).rejects.toThrow('Start Chime In once');
  await database.db.execute(sql`alter schema away rename to drizzle`);
});

test('finds the migrations from the sources and from the bundle', () => {
  const root = join(import.meta.dirname, '../..');
  expect(findMigrations()).toBe(join(root, 'migrations'));
  expect(findMigrations(join(root, 'dist/server'))).toBe(join(root, 'migrations'));
  mkdirSync(join(folder, 'deep'));
  expect(() => findMigrations(join(folder, 'deep'))).toThrow('no migrations folder');
});
