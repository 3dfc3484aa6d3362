import { randomUUID } from 'node:crypto';
import { chmodSync, createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Log } from '../core/log.ts';
import { DatabaseOpenError } from '../db/errors.ts';
import { BackupError } from './backup-error.ts';
import { controlAddress, controlFolder } from './control-address.ts';
import type { RestoreChoices, RestoreSummary } from './restore-backup.ts';

export interface ControlOperations {
  /** Writes a backup to a file that does not exist yet. */
  backup(path: string): Promise<unknown>;
  restore(path: string, choices: RestoreChoices): Promise<RestoreSummary>;
}

interface ControlOptions {
  dataDir: string;
  operations: ControlOperations;
  log: Log;
}

export interface Control {
  close(): void;
}

/**
 * Lets the same user's `backup` and `restore` commands reach this process: HTTP on a socket in a folder that
 * nobody else may enter. Null where another process on the same data listens already, or none can be made: the
 * app runs without.
 */
export async function listenForControl({
  dataDir,
  operations,
  log,
}: ControlOptions): Promise<Control | null> {
  const folder = controlFolder(dataDir);
  const server = createServer((req, res) => {
    answer(req, res, folder, operations).catch((error: unknown) => {
      log.warn({ err: error }, 'a backup or restore command broke off');
      res.destroy();
    });
  });
  // A restore takes as long as it takes.
  server.requestTimeout = 0;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    return await listenIn(folder, server);
  } catch (error) {
    log.warn({ err: error }, 'backup and restore cannot reach this process while it runs');
    return null;
  }
}

async function listenIn(folder: string, server: Server): Promise<Control | null> {
  const address = controlAddress(folder);
  if (await isAnswered(address.path)) {
    address.release();
    return null;
  }
  // What a killed process left behind: its socket, and files on their way.
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.path, resolve);
  });
  server.unref();
  return {
    close: () => {
      server.close(address.release);
      server.closeAllConnections();
    },
  };
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const done = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => done(true)).once('error', () => done(false));
  });
}

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  folder: string,
  operations: ControlOperations,
): Promise<void> {
  const { pathname, searchParams } = new URL(req.url ?? '/', 'http://control');
  const spool = join(folder, `${randomUUID()}.jsonl.gz`);
  try {
    if (req.method === 'GET' && pathname === '/backup') {
      const rows = await operations.backup(spool);
      res.writeHead(200, { 'Content-Type': 'application/gzip', 'X-Backup-Rows': JSON.stringify(rows) });
      await pipeline(createReadStream(spool), res);
    } else if (req.method === 'POST' && pathname === '/restore') {
      await pipeline(req, createWriteStream(spool, { flags: 'wx', mode: 0o600 }));
      const choices = {
        replace: searchParams.has('replace'),
        keepSchedule: searchParams.has('keep-schedule'),
      };
      sendJson(res, 200, await operations.restore(spool, choices));
    } else {
      sendJson(res, 404, { error: 'This version of Chime In does not know this command.' });
    }
  } catch (error) {
    if (res.headersSent) throw error;
    const isTold = error instanceof BackupError || error instanceof DatabaseOpenError;
    sendJson(res, isTold ? 409 : 500, {
      error: isTold ? error.message : 'The server could not do this; its log says why.',
    });
    if (!isTold) throw error;
  } finally {
    rmSync(spool, { force: true });
  }
}

function sendJson(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
