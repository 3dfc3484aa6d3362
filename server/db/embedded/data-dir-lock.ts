import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { DatabaseOpenError } from '../errors.ts';
import { claimPidFile, readPidFile, releasePidFile } from './pid-file.ts';

export interface DataDirLock {
  release(): Promise<void>;
}

/**
 * Takes a folder for this process: two on one PGlite folder silently lose rows. A pid file tells the other
 * process; on Linux a socket that dies with its process decides besides, whatever happened to the file.
 * @throws DatabaseOpenError where another process has it.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const pidFile = join(dataDir, 'lock');
  const socket = await holdSocket(dataDir);
  if (socket === 'taken' || !claimPidFile(pidFile)) {
    if (socket !== 'taken') await closeSocket(socket);
    const holder = readPidFile(pidFile);
    throw new DatabaseOpenError(
      `The data in ${dataDir} is in use by another Chime In${holder ? ` (process ${holder.pid})` : ''}. ` +
        'Stop that one first, or set DATA_DIR to another folder.',
    );
  }
  return {
    release: async () => {
      releasePidFile(pidFile);
      await closeSocket(socket);
    },
  };
}

/** An abstract socket has a name but no file; the same folder gives the same name by whatever path. */
async function holdSocket(dataDir: string): Promise<Server | null | 'taken'> {
  if (process.platform !== 'linux') return null;
  const { dev, ino } = statSync(dataDir, { bigint: true });
  const name = createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32);
  const server = createServer((connection) => connection.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      if ('code' in error && error.code === 'EADDRINUSE') resolve('taken');
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
