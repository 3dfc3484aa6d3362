import type { Access, Database, DatabaseLog, OnLost } from './database.ts';

export type { Database, Db, SessionPool, Tx } from './database.ts';

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
    const { openPostgres } = await import('./postgres/open.ts');
    return openPostgres({ databaseUrl, access, onLost, log });
  }
  const { openEmbedded } = await import('./embedded/open.ts');
  return openEmbedded({ dataDir, onLost, log });
}
