import type { Config } from '../config/config.ts';
import type { Log } from '../core/log.ts';
import { type Database, openDatabase } from './client.ts';
import { originOf, recordOrigin } from './database-origin.ts';
import { migrateDatabase } from './migrate.ts';

interface OpenOptions {
  /** A reader only makes a backup: beside a running app on PostgreSQL. */
  access: 'owner' | 'reader';
  /** Called once when the database is lost for good. */
  onLost?: (error: Error) => void;
}

/**
 * Opens the database that the configuration names, with its tables up to date and its origin checked.
 * @throws DatabaseOpenError with a sentence for the person who starts the app.
 */
export async function openConfigured(config: Config, log: Log, _options: OpenOptions): Promise<Database> {
  const { databaseUrl, databaseDir } = config;
  const database = await openDatabase({ databaseUrl, dataDir: databaseDir, log });
  try {
    await migrateDatabase(database);
    await recordOrigin(database.db, originOf(config.google));
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
