import type { Config } from '../config/config.ts';
import type { Log } from '../core/log.ts';
import { openDatabase } from './client.ts';
import type { Access, Database, OnLost } from './database.ts';
import { checkOrigin, originOf, recordOrigin } from './database-origin.ts';
import { checkTables, migrateDatabase } from './migrate.ts';

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
