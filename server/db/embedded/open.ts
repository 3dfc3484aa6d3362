import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database, DatabaseLog } from '../database.ts';
import { DatabaseOpenError } from '../errors.ts';
import { openCluster } from './cluster.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { embeddedDatabase } from './embedded-database.ts';
import { createRevivingLite } from './reviving-lite.ts';
import { syncPath } from './sync-tree.ts';

/**
 * Opens the embedded database in `dataDir`, which belongs to this process until it is closed.
 * @throws DatabaseOpenError where another process keeps the folder or it cannot be read.
 */
export async function openEmbedded(dataDir: string, log?: DatabaseLog): Promise<Database> {
  makeFolder(dataDir);
  const lock = await lockDataDir(dataDir, { log });
  try {
    const open = () => openCluster(join(dataDir, 'cluster'));
    const lite = createRevivingLite(await open(), open, log);
    log?.info({ dataDir }, 'embedded database opened');
    return embeddedDatabase(lite, lock.release);
  } catch (error) {
    await lock.release();
    throw new DatabaseOpenError(
      `The embedded database in ${dataDir} could not be opened (${reason(error)}). ` +
        'Check that the disk has room and that this user may write there, or restore a backup.',
      { cause: error },
    );
  }
}

function makeFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    syncPath(dirname(dataDir), true);
  } catch (error) {
    throw new DatabaseOpenError(
      `The folder ${dataDir} cannot be made (${reason(error)}). Set DATA_DIR to one this user may write to.`,
      { cause: error },
    );
  }
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));
