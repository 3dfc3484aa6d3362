import type { Config } from '../config/config.ts';
import type { Log } from '../core/log.ts';
import { originOf } from '../db/database-origin.ts';
import { openConfigured } from '../db/open-configured.ts';
import { type RestoreChoices, type RestoreSummary, restoreBackup } from './restore-backup.ts';

interface Options {
  config: Config;
  log: Log;
  path: string;
  now: Date;
  choices: RestoreChoices;
}

/**
 * Restores into the database that the configuration names, made where it is missing. No server may have it open.
 * @throws BackupError or DatabaseOpenError with a sentence; nothing was changed then.
 */
export async function restoreConfigured({
  config,
  log,
  path,
  now,
  choices,
}: Options): Promise<RestoreSummary> {
  const database = await openConfigured(config, log, { access: 'owner' });
  try {
    return await restoreBackup({ database, path, origin: originOf(config.google), now, choices });
  } finally {
    await database.close();
  }
}
