import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, DatabaseLog, OnLost } from '../database.ts';
import { DatabaseOpenError } from '../errors.ts';
import { openCluster } from './cluster.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { embeddedDatabase } from './embedded-database.ts';

interface Options {
  dataDir: string;
  onLost?: OnLost | undefined;
  log?: DatabaseLog | undefined;
}

export async function openEmbedded({ dataDir, onLost, log }: Options): Promise<Database> {
  makeFolder(dataDir);
  const lock = await lockDataDir(dataDir, { log });
  const onPanic = () =>
    onLost?.(
      new Error(
        'The embedded database stopped, most likely because the disk is full, and Chime In with it. ' +
          'Nothing that was saved is lost. Start it again if nothing does so for you.',
      ),
    );
  try {
    const lite = await openCluster(join(dataDir, 'cluster'), { onPanic });
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
  } catch (error) {
    throw new DatabaseOpenError(
      `The folder ${dataDir} cannot be made (${reason(error)}). Set DATA_DIR to one this user may write to.`,
      { cause: error },
    );
  }
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));
