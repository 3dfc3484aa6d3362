import { databaseOrigin } from '#shared/schema.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../core/log.ts';
import {
  type Access,
  type Database,
  type DatabaseLog,
  DatabaseOpenError,
  type Db,
  type OnLost,
} from './database.ts';
import { checkTables, migrateDatabase } from './migrate.ts';

export interface DatabaseOptions {
  /** PostgreSQL 15 or newer; null for the embedded database in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  /** Default: owner. The embedded database has owners only. */
  access?: Access;
  onLost?: OnLost | undefined;
  log?: DatabaseLog;
}

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, access = 'owner', onLost, log } = options;
  if (databaseUrl !== null) {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres({ databaseUrl, access, onLost, log });
  }
  const { openEmbedded } = await import('./embedded.ts');
  return openEmbedded({ dataDir, onLost, log });
}

/** 'google', 'sandbox', or the origin of GOOGLE_BASE_URL. */
export type DatabaseOrigin = string;

export function originOf(google: { mode: 'sandbox' | 'real'; baseUrl: string | null }): DatabaseOrigin {
  return google.mode === 'sandbox' ? 'sandbox' : (google.baseUrl ?? 'google');
}

const names: Record<string, string> = { google: 'the real Google', sandbox: 'the sandbox' };
export const originName = (origin: DatabaseOrigin): string => names[origin] ?? origin;

/** Sandbox and real data never mix. */
export async function recordOrigin(db: Db, google: DatabaseOrigin): Promise<void> {
  await db.insert(databaseOrigin).values({ id: 1, google }).onConflictDoNothing();
  await checkOrigin(db, google);
}

async function checkOrigin(db: Db, google: DatabaseOrigin): Promise<void> {
  const [row] = await db.select().from(databaseOrigin);
  if (!row || row.google === google) return;
  throw new DatabaseOpenError(
    `This database belongs to ${originName(row.google)}, but Chime In is now set up for ${originName(google)}. ` +
      'Go back to the settings it was made with, or choose another DATA_DIR or DATABASE_URL.',
  );
}

interface Options {
  access: Access;
  onLost?: OnLost | undefined;
}

/** An owner migrates. Throws DatabaseOpenError, also if tables or origin are not ours. */
export async function openConfigured(
  config: Config,
  log: Log,
  { access, onLost }: Options,
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
