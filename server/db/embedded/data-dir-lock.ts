import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { errorCode } from '../../core/error-code.ts';
import type { DatabaseLog } from '../database.ts';
import { DatabaseInUseError } from '../errors.ts';
import { claimPidFile, readPidFile, releasePidFile } from './pid-file.ts';
import { ownIdentity, type ProcessIdentity } from './process-identity.ts';

export interface DataDirLock {
  release(): Promise<void>;
}

interface Waiting {
  sleep?: (ms: number) => Promise<unknown>;
  log?: DatabaseLog | undefined;
}

/** A stop takes no longer, unless a comment is just being posted. */
const patienceMs = 10_000;
const pauseMs = 200;

/** Two processes on one PGlite folder silently lose rows. Throws DatabaseInUseError if another one keeps it. */
export async function lockDataDir(
  dataDir: string,
  { sleep = setTimeout, log }: Waiting = {},
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
