import {
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  rmSync,
} from 'node:fs';
import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import { errorCode } from '../core/errors.ts';
import { createLog } from '../core/log.ts';
import { type Access, type Database, DatabaseInUseError } from '../db/database.ts';
import { type openConfigured, originOf } from '../db/open-database.ts';
import { withTempFile, writeBackup } from './backup-file.ts';
import { stampedName } from './backups.service.ts';
import { BackupError, type RowCounts } from './format.ts';
import {
  type RestoreChoices,
  type RestoreSummary,
  restoreBackup,
} from './restore-backup.ts';

interface Deps {
  config: Config;
  open: typeof openConfigured;
  clock: Clock;
  folder: string;
  stdin: Readable;
  stdout: Writable;
}

/** The file name `-` means standard output or standard input. */
export function createCommands({ config, open, clock, folder, stdin, stdout }: Deps) {
  const log = createLog('silent');
  const origin = originOf(config.google);

  async function withDatabase<T>(
    access: Access,
    whileInUse: string,
    use: (database: Database) => Promise<T>,
  ): Promise<T> {
    const database = await open(config, log, { access }).catch((error: unknown) => {
      throw error instanceof DatabaseInUseError
        ? new BackupError(whileInUse, { cause: error })
        : error;
    });
    try {
      return await use(database);
    } finally {
      await database.close();
    }
  }

  async function backupTo(path: string): Promise<RowCounts> {
    if (config.databaseUrl === null && !existsSync(config.databaseDir)) {
      throw new BackupError(
        `There is no database in ${config.databaseDir} yet, so nothing to back up.`,
      );
    }
    const whileInUse =
      'Chime In is running on this data: choose "Download a backup" in its Settings, or take a nightly file ' +
      `from ${config.backupDir}.`;
    return withDatabase('reader', whileInUse, ({ db }) =>
      writeBackup({ db, origin, now: clock.now(), path }),
    );
  }

  const restoreFrom = (path: string, choices: RestoreChoices): Promise<RestoreSummary> =>
    withDatabase(
      'owner',
      'Chime In is running on this data. Stop it, restore, and start it again. Nothing was changed.',
      (database) => restoreBackup({ database, path, origin, now: clock.now(), choices }),
    );

  return {
    /** Never overwrites a file, and gives a file its name only when it is complete. */
    async backup(name: string | undefined): Promise<{ path: string; rows: RowCounts }> {
      if (name === '-') {
        return withTempFile(async (path) => {
          const rows = await backupTo(path);
          await pipeline(createReadStream(path), stdout, { end: false });
          return { path: 'standard output', rows };
        });
      }
      const path = resolve(folder, name ?? stampedName('chime-in', clock.now()));
      if (existsSync(path)) throw exists(path);
      const unfinished = `${path}.${process.pid}.part`;
      try {
        const rows = await backupTo(unfinished);
        linkSync(unfinished, path);
        return { path, rows };
      } catch (error) {
        throw errorCode(error) === 'EEXIST' ? exists(path) : error;
      } finally {
        rmSync(unfinished, { force: true });
      }
    },

    async restore(name: string, choices: RestoreChoices): Promise<RestoreSummary> {
      if (name !== '-') {
        const path = resolve(folder, name);
        if (!existsSync(path)) throw new BackupError(`There is no file ${path}.`);
        return restoreFrom(path, choices);
      }
      return withTempFile(async (path) => {
        await pipeline(stdin, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
        return restoreFrom(path, choices);
      });
    },
  };
}

const exists = (path: string) =>
  new BackupError(`${path} exists already. Choose another name.`);

const number = (count: number) => count.toLocaleString('en-US');
const counted = (count: number, one: string, many = `${one}s`) =>
  `${number(count)} ${count === 1 ? one : many}`;

export function describeRows(rows: RowCounts): string {
  const parts = [
    counted(rows.videos, 'video'),
    counted(rows.comments, 'comment'),
    `${number(rows.queueItems)} of them queued`,
    counted(rows.voiceProfiles, 'voice profile'),
  ];
  return parts.join(', ');
}

export function describeRestore({ madeAt, rows, ...outcome }: RestoreSummary): string[] {
  const { returnedToReview, toConfirm, keptPosted } = outcome;
  const when = `${madeAt.slice(0, 16).replace('T', ' ')} UTC`;
  const lines = [`Restored the backup of ${when}: ${describeRows(rows)}.`];
  if (returnedToReview > 0) {
    const what = counted(returnedToReview, 'approved comment');
    const they = returnedToReview === 1 ? 'it' : 'they';
    lines.push(
      `${what} went back to review: ${they} may have been posted after the backup was made. ` +
        'Chime In checks YouTube before you approve one again.',
    );
  }
  if (toConfirm > 0) {
    lines.push(
      `${counted(toConfirm, 'comment')} had no answer from YouTube yet and will be looked for there.`,
    );
  }
  if (keptPosted > 0) {
    lines.push(
      `${counted(keptPosted, 'comment')} that went out since, or may have, stayed on record as in the replaced data.`,
    );
  }
  if (rows.googleAccount > 0) {
    lines.push(
      'Backups hold no tokens: sign in with Google again before anything can be posted.',
    );
  }
  return lines;
}
