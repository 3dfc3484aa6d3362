import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { messageOf } from '../core/errors.ts';
import { DatabaseInUseError, type DatabaseLog, DatabaseOpenError } from './database.ts';

interface DataDirLock {
  release(): Promise<void>;
}

interface Waiting {
  /**
   * Ten seconds by default. A process stops within this time, unless it is just posting a
   * comment.
   */
  patienceMs?: number;
  sleep?: (ms: number) => Promise<unknown>;
  log?: DatabaseLog | undefined;
}

const pauseMs = 200;

/**
 * Locks of this process by real path. A process must not wait for itself, and the garbage
 * collector would close a lock file without a reference.
 */
const held = new Map<string, DatabaseSync>();

/**
 * Locks a data folder, because two processes on one PGlite folder silently lose rows.
 * Throws DatabaseInUseError if another process keeps the lock.
 */
export async function lockDataDir(
  dataDir: string,
  { patienceMs = 10_000, sleep = setTimeout, log }: Waiting = {},
): Promise<DataDirLock> {
  const folder = realpathSync(dataDir);
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    const lock = held.has(folder) ? null : tryLock(folder);
    if (lock) return lock;
    const pid = holderOf(folder);
    if (waitedMs >= patienceMs || held.has(folder)) throw inUse(dataDir, pid);
    if (waitedMs === 0)
      log?.info({ dataDir, pid }, 'waiting for another Chime In to end');
    await sleep(pauseMs);
  }
}

const SQLITE_BUSY = 5;
const pidFileIn = (folder: string) => join(folder, 'lock.pid');

/**
 * Returns null if another process has the lock. SQLite lets the kernel lock the file, so
 * the lock ends with the process, even after a crash. The file is never deleted, because
 * that would break the lock for waiting processes. The pid is only used in messages.
 */
function tryLock(folder: string): DataDirLock | null {
  let file: DatabaseSync | null = null;
  try {
    file = new DatabaseSync(join(folder, 'lock.sqlite'));
    file.exec('BEGIN EXCLUSIVE');
    writeFileSync(pidFileIn(folder), String(process.pid));
  } catch (error) {
    file?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)
      return null;
    throw new DatabaseOpenError(
      `The folder ${folder} cannot be used (${messageOf(error)}). Set DATA_DIR to one this user may write to.`,
      { cause: error },
    );
  }
  const locked = file;
  held.set(folder, locked);
  return {
    async release() {
      if (!held.delete(folder)) return;
      rmSync(pidFileIn(folder), { force: true });
      locked.close();
    },
  };
}

function holderOf(folder: string): number | null {
  try {
    return Number(readFileSync(pidFileIn(folder), 'utf8')) || null;
  } catch {
    return null;
  }
}

const inUse = (dataDir: string, pid: number | null) =>
  new DatabaseInUseError(
    `The data in ${dataDir} is in use by another Chime In${pid ? ` (process ${pid})` : ''}. ` +
      'Stop that one first, or set DATA_DIR to another folder.',
  );
