import type { Database, DatabaseLog } from './database.ts';

export type { Database, Db, SessionPool, Tx } from './database.ts';

export interface DatabaseOptions {
  /** PostgreSQL 15 or newer; null for the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** The embedded database's folder (config.databaseDir), made where it is missing. */
  dataDir: string;
  log?: DatabaseLog;
}

/**
 * Opens one of the two databases; only the driver that is needed is loaded. The tables may not be there yet.
 * @throws DatabaseOpenError with a sentence for the person who starts the app.
 */
export async function openDatabase({ databaseUrl, dataDir, log }: DatabaseOptions): Promise<Database> {
  if (databaseUrl !== null) {
    const { openPostgres } = await import('./postgres/open.ts');
    return openPostgres(databaseUrl, log);
  }
  const { openEmbedded } = await import('./embedded/open.ts');
  return openEmbedded(dataDir, log);
}
