import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { databaseOrigin, noticeSettings, userSettings } from '#shared/schema.ts';
import type { Config } from '../config/config.ts';
import { systemClock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import {
  type Database,
  DatabaseOpenError,
  type Db,
  type OpenOptions,
  queryRows,
} from './database.ts';

/**
 * Searches upwards for the migrations, because the bundle is in dist/server/ and the
 * source in server/db/.
 */
export function findMigrations(from: string = import.meta.dirname): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'migrations');
    if (existsSync(join(candidate, 'meta/_journal.json'))) return candidate;
    if (dirname(folder) === folder)
      throw new Error(`There is no migrations folder above ${from}.`);
  }
}

export function newestMigration(folder: string = findMigrations()): number {
  const journal = readFileSync(join(folder, 'meta/_journal.json'), 'utf8');
  const { entries }: { entries: { when: number }[] } = JSON.parse(journal);
  return entries.at(-1)?.when ?? 0;
}

/**
 * Applies all missing migrations or none, and creates the rows of the settings if they
 * are missing. Throws DatabaseOpenError if a newer version has changed the tables.
 */
export async function migrateDatabase(
  database: Database,
  folder: string = findMigrations(),
): Promise<void> {
  await database.migrate(folder);
  await checkTables(database.db, folder);
  const now = systemClock.now();
  await database.db
    .insert(userSettings)
    .values({ createdAt: now, updatedAt: now })
    .onConflictDoNothing();
  await database.db.insert(noticeSettings).values({}).onConflictDoNothing();
}

export async function checkTables(
  db: Db,
  folder: string = findMigrations(),
): Promise<void> {
  const applied = await appliedMigration(db);
  const known = newestMigration(folder);
  if (applied === known) return;
  throw new DatabaseOpenError(
    applied > known
      ? 'This database was last used by a newer version of Chime In. Start that version, or restore a backup.'
      : 'The tables of this database are not those of this version of Chime In. Start Chime In once, then try again.',
  );
}

const migrations = 'drizzle.__drizzle_migrations';

async function appliedMigration(db: Db): Promise<number> {
  const found = await queryRows(
    db,
    sql`select 1 where to_regclass(${migrations}) is not null`,
  );
  if (found.length === 0) return 0;
  const newest = sql`select max(created_at) as newest from ${sql.raw(migrations)}`;
  return (await queryRows<{ newest: number | null }>(db, newest))[0]?.newest ?? 0;
}

interface DatabaseOptions extends Partial<OpenOptions> {
  /** PostgreSQL 15 or newer; null for the embedded database in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
}

export const loadDriver = (databaseUrl: string | null) =>
  databaseUrl === null ? import('./embedded.ts') : import('./postgres.ts');

/**
 * Opens the database, by default as its owner. A reader locks the embedded database too,
 * but waits only a second for the lock.
 */
export async function openDatabase({
  databaseUrl,
  dataDir,
  ...more
}: DatabaseOptions): Promise<Database> {
  const options = { access: 'owner' as const, ...more };
  if (databaseUrl !== null)
    return (await import('./postgres.ts')).openPostgres(databaseUrl, options);
  return (await import('./embedded.ts')).openEmbedded(dataDir, options);
}

/** Returns 'google', 'sandbox', or the origin of GOOGLE_BASE_URL. */
export function originOf(google: Pick<Config['google'], 'mode' | 'baseUrl'>): string {
  return google.mode === 'sandbox' ? 'sandbox' : (google.baseUrl ?? 'google');
}

const names: Record<string, string> = {
  google: 'the real Google',
  sandbox: 'the sandbox',
};
export const originName = (origin: string): string => names[origin] ?? origin;

/**
 * Records at the first start which Google the database belongs to. Throws
 * DatabaseOpenError if it belongs to another one, so that sandbox and real data never
 * mix.
 */
export async function recordOrigin(db: Db, google: string): Promise<void> {
  await db.insert(databaseOrigin).values({ id: 1, google }).onConflictDoNothing();
  await checkOrigin(db, google);
}

async function checkOrigin(db: Db, google: string): Promise<void> {
  const [row] = await db.select().from(databaseOrigin);
  if (!row || row.google === google) return;
  throw new DatabaseOpenError(
    `This database belongs to ${originName(row.google)}, but Chime In is now set up for ${originName(google)}. ` +
      'Go back to the settings it was made with, or choose another DATA_DIR or DATABASE_URL.',
  );
}

/**
 * Opens the configured database and migrates it, except for a reader of PostgreSQL.
 * Throws DatabaseOpenError, also if the tables or the origin do not match.
 */
export async function openConfigured(
  config: Config,
  log: Log,
  { access, onLost }: Omit<OpenOptions, 'log'>,
): Promise<Database> {
  const { databaseUrl, databaseDir: dataDir } = config;
  const database = await openDatabase({ databaseUrl, dataDir, access, onLost, log });
  const origin = originOf(config.google);
  try {
    if (access === 'reader' && databaseUrl !== null) {
      await checkTables(database.db);
      await checkOrigin(database.db, origin);
    } else {
      await migrateDatabase(database);
      await recordOrigin(database.db, origin);
    }
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
