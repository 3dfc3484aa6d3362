import { createReadStream, createWriteStream, existsSync, linkSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import { createLog } from '../core/log.ts';
import { originOf } from '../db/database-origin.ts';
import { openConfigured } from '../db/open-configured.ts';
import { BackupError } from './backup-error.ts';
import { createControlClient } from './control-client.ts';
import type { RowCounts } from './format.ts';
import type { RestoreChoices, RestoreSummary } from './restore-backup.ts';
import { restoreConfigured } from './restore-configured.ts';
import { writeBackup } from './write-backup.ts';

interface Deps {
  config: Config;
  clock: Clock;
  /** Relative names are meant from here. */
  folder: string;
  stdin: Readable;
  stdout: Writable;
}

/**
 * `backup` and `restore` as a person runs them: through the server where one runs on this data, else on the
 * database itself. The name `-` stands for standard output and input.
 */
export function createCommands({ config, clock, folder, stdin, stdout }: Deps) {
  const server = createControlClient(config.dataDir);
  // Standard output belongs to the backup.
  const log = createLog('silent');

  async function backupOffline(path: string): Promise<RowCounts> {
    if (config.databaseUrl === null && !existsSync(config.databaseDir)) {
      throw new BackupError(`There is no database in ${config.databaseDir} yet, so nothing to back up.`);
    }
    const database = await openConfigured(config, log, { access: 'reader' });
    try {
      return await writeBackup({
        db: database.db,
        origin: originOf(config.google),
        now: clock.now(),
        path,
      });
    } finally {
      await database.close();
    }
  }

  async function backupTo(path: string): Promise<RowCounts> {
    const answer = await server.backup();
    if (!answer) return backupOffline(path);
    await pipeline(answer.content, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
    return answer.rows;
  }

  async function restoreFrom(path: string, choices: RestoreChoices): Promise<RestoreSummary> {
    const summary = await server.restore(createReadStream(path), choices);
    return summary ?? restoreConfigured({ config, log, path, now: clock.now(), choices });
  }

  return {
    /** An existing file is never overwritten, and half a backup never gets the name. */
    async backup(name: string | undefined): Promise<{ path: string; rows: RowCounts }> {
      if (name === '-') {
        return inTemporaryFile(async (path) => {
          const rows = await backupTo(path);
          await pipeline(createReadStream(path), stdout, { end: false });
          return { path: 'standard output', rows };
        });
      }
      const stampedName = `chime-in-${clock.now().toISOString().slice(0, 19).replaceAll(':', '')}Z.jsonl.gz`;
      const path = resolve(folder, name ?? stampedName);
      if (existsSync(path)) throw exists(path);
      const draft = `${path}.${process.pid}.part`;
      try {
        const rows = await backupTo(draft);
        linkSync(draft, path);
        return { path, rows };
      } catch (error) {
        throw isCode(error, 'EEXIST') ? exists(path) : error;
      } finally {
        rmSync(draft, { force: true });
      }
    },

    restore(name: string, choices: RestoreChoices): Promise<RestoreSummary> {
      if (name !== '-') {
        const path = resolve(folder, name);
        if (!existsSync(path)) throw new BackupError(`There is no file ${path}.`);
        return restoreFrom(path, choices);
      }
      return inTemporaryFile(async (path) => {
        await pipeline(stdin, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
        return restoreFrom(path, choices);
      });
    },
  };
}

export type Commands = ReturnType<typeof createCommands>;

/** In a folder that is nobody else's. */
async function inTemporaryFile<T>(use: (path: string) => Promise<T>): Promise<T> {
  const own = mkdtempSync(join(tmpdir(), 'chime-in-'));
  try {
    return await use(join(own, 'backup.jsonl.gz'));
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

const exists = (path: string) => new BackupError(`${path} exists already. Choose another name.`);

const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;
