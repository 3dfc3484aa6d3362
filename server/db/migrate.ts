import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { type Database, DatabaseOpenError, type Db, queryRows } from './database.ts';

interface Journal {
  entries: { when: number }[];
}

/** Searches upwards: the bundle lies in dist/server/, the source in server/db/. */
export function findMigrations(from: string = import.meta.dirname): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'migrations');
    if (existsSync(join(candidate, 'meta/_journal.json'))) return candidate;
    if (dirname(folder) === folder) throw new Error(`There is no migrations folder above ${from}.`);
  }
}

export function newestMigration(folder: string = findMigrations()): number {
  const journal: Journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'));
  return journal.entries.at(-1)?.when ?? 0;
}

const isFromNewerVersion =
  'This database was last used by a newer version of Chime In. Start that version, or restore a backup.';

/** All or nothing. Throws DatabaseOpenError if a newer version has changed the tables. */
export async function migrateDatabase(database: Database, folder: string = findMigrations()): Promise<void> {
  await database.migrate(folder);
  if ((await appliedMigration(database.db)) > newestMigration(folder)) {
    throw new DatabaseOpenError(isFromNewerVersion);
  }
}

export async function checkTables(db: Db, folder: string = findMigrations()): Promise<void> {
  const applied = await appliedMigration(db);
  const known = newestMigration(folder);
  if (applied > known) throw new DatabaseOpenError(isFromNewerVersion);
  if (applied < known) {
    throw new DatabaseOpenError(
      'The tables of this database are not those of this version of Chime In. Start Chime In once, then try again.',
    );
  }
}

async function appliedMigration(db: Db): Promise<number> {
  const [found] = await queryRows<{ name: string | null }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  );
  if (!found?.name) return 0;
  const [applied] = await queryRows<{ newest: number | null }>(
    db,
    sql`select max(created_at) as newest from drizzle.__drizzle_migrations`,
  );
  return applied?.newest ?? 0;
}
