import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { errorCode } from '../core/errors.ts';
import { DatabaseInUseError, type DatabaseLog } from './database.ts';

/** Tells processes with the same number apart, also after a restart of the machine. */
interface ProcessIdentity {
  pid: number;
  startedAt: string | null;
  bootId: string | null;
}

export const ownIdentity = (): ProcessIdentity => ({
  pid: process.pid,
  startedAt: look(process.pid)?.startedAt ?? null,
  bootId: bootId(),
});

export function isRunning(identity: ProcessIdentity): boolean {
  if (identity.bootId !== bootId()) return false;
  if (!exists(identity.pid)) return false;
  const seen = look(identity.pid);
  // A zombie has ended.
  if (seen?.state.startsWith('Z')) return false;
  return !seen || identity.startedAt === null || seen.startedAt === identity.startedAt;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function bootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}

function look(pid: number): { state: string; startedAt: string } | null {
  try {
    if (process.platform !== 'linux') {
      const columns = ['-o', 'stat=', '-o', 'lstart='];
      const said = execFileSync('ps', [...columns, '-p', String(pid)], { encoding: 'utf8' }).trim();
      const [, state, startedAt] = /^(\S+)\s+(.+)$/.exec(said) ?? [];
      return state && startedAt ? { state, startedAt } : null;
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name may hold spaces and brackets: count from behind it. The start time is field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startedAt] = [fields[0], fields[19]];
    return state && startedAt ? { state, startedAt } : null;
  } catch {
    return null;
  }
}

const ATTEMPTS = 20;

/** False if a running process has the file. Linked into place: nobody reads half of one. */
export function claimPidFile(path: string): boolean {
  const tempFile = `${path}.${randomUUID()}`;
  writeFileSync(tempFile, JSON.stringify(ownIdentity()), { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (link(tempFile, path)) return true;
      const holder = readPidFile(path);
      if (holder && isRunning(holder)) return false;
      removeStale(path, holder);
    }
    return false;
  } finally {
    rmSync(tempFile, { force: true });
  }
}

export function readPidFile(path: string): ProcessIdentity | null {
  try {
    const { pid, startedAt, bootId } = JSON.parse(readFileSync(path, 'utf8'));
    return typeof pid === 'number' ? { pid, startedAt: startedAt ?? null, bootId: bootId ?? null } : null;
  } catch {
    return null;
  }
}

export function releasePidFile(path: string): void {
  if (isDeepStrictEqual(readPidFile(path), ownIdentity())) rmSync(path, { force: true });
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Puts back a file that another process replaced meanwhile. */
function removeStale(path: string, stale: ProcessIdentity | null): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  try {
    if (!isDeepStrictEqual(readPidFile(aside), stale)) link(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}

export interface DataDirLock {
  release(): Promise<void>;
}

interface Waiting {
  /** Default: ten seconds. A stop takes no longer, unless a comment is just being posted. */
  patienceMs?: number;
  sleep?: (ms: number) => Promise<unknown>;
  log?: DatabaseLog | undefined;
}

const pauseMs = 200;

/** Two processes on one PGlite folder silently lose rows. Throws DatabaseInUseError if another one keeps it. */
export async function lockDataDir(
  dataDir: string,
  { patienceMs = 10_000, sleep = setTimeout, log }: Waiting = {},
): Promise<DataDirLock> {
  const pidFile = join(dataDir, 'lock');
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    const lock = await tryLock(dataDir, pidFile);
    if (lock) return lock;
    const holder = readPidFile(pidFile);
    if (waitedMs >= patienceMs || isDeepStrictEqual(holder, ownIdentity())) throw inUse(dataDir, holder);
    if (waitedMs === 0) log?.info({ dataDir, pid: holder?.pid }, 'waiting for another Chime In to end');
    await sleep(pauseMs);
  }
}

/** Null if another process has it. The pid file names it; on Linux a socket ends with it. */
async function tryLock(dataDir: string, pidFile: string): Promise<DataDirLock | null> {
  const socket = await holdSocket(dataDir);
  if (socket === 'taken') return null;
  if (!claimPidFile(pidFile)) {
    await closeSocket(socket);
    return null;
  }
  return {
    release: async () => {
      releasePidFile(pidFile);
      await closeSocket(socket);
    },
  };
}

const inUse = (dataDir: string, holder: ProcessIdentity | null) =>
  new DatabaseInUseError(
    `The data in ${dataDir} is in use by another Chime In${holder ? ` (process ${holder.pid})` : ''}. ` +
      'Stop that one first, or set DATA_DIR to another folder.',
  );

/** An abstract socket has no file; the same folder gives the same name by any path. */
async function holdSocket(dataDir: string): Promise<Server | null | 'taken'> {
  if (process.platform !== 'linux') return null;
  const { dev, ino } = statSync(dataDir, { bigint: true });
  const name = createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32);
  const server = createServer((connection) => connection.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      if (errorCode(error) === 'EADDRINUSE') resolve('taken');
      else reject(error);
    });
    server.listen(`\0chime-in-${name}`, () => {
      server.unref();
      resolve(server);
    });
  });
}

async function closeSocket(socket: Server | null): Promise<void> {
  if (socket) await new Promise<void>((resolve) => socket.close(() => resolve()));
}
