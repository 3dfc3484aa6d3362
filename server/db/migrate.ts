import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { DatabaseOpenError } from './errors.ts';
import { queryRows } from './rows.ts';

interface Journal {
  entries: { when: number }[];
}

/** migrations/ of the repository, found from server/db/ as well as from the bundle in dist/server/. */
export function findMigrations(from: string = import.meta.dirname): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'migrations');
    if (existsSync(join(candidate, 'meta/_journal.json'))) return candidate;
    if (dirname(folder) === folder) throw new Error(`There is no migrations folder above ${from}.`);
  }
}

/** When the newest migration that this version knows was made, in milliseconds. */
export function newestMigration(folder: string = findMigrations()): number {
  const journal: Journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'));
  return journal.entries.at(-1)?.when ?? 0;
}

/**
 * Brings the tables up to date, all or nothing; processes that start together wait for one another.
 * @throws DatabaseOpenError where a newer version of Chime In has already changed them.
 */
export async function migrateDatabase(database: Database, folder: string = findMigrations()): Promise<void> {
  await database.migrate(folder);
  const known = newestMigration(folder);
  const [applied] = await queryRows<{ newest: number | null }>(
    database.db,
    sql`select max(created_at) as newest from drizzle.__drizzle_migrations`,
  );
  if ((applied?.newest ?? 0) > known) {
    throw new DatabaseOpenError(
      'This database was last used by a newer version of Chime In. Start that version, or restore a backup.',
    );
  }
}
