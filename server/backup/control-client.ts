import { existsSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { BackupError } from './backup-error.ts';
import { controlAddress, controlFolder } from './control-address.ts';
import { type RowCounts, rowCountsSchema } from './format.ts';
import type { RestoreChoices, RestoreSummary } from './restore-backup.ts';

const failureSchema = z.object({ error: z.string() });
const summarySchema = z.object({
  madeAt: z.string(),
  rows: rowCountsSchema,
  returnedToReview: z.int(),
  toConfirm: z.int(),
  keptPosted: z.int(),
}) satisfies z.ZodType<RestoreSummary>;

/** Asks the server that runs on this data; null where none does. Throws BackupError with the server's sentence. */
export function createControlClient(dataDir: string) {
  const folder = controlFolder(dataDir);

  /** Null where nobody listens. */
  async function ask(method: string, path: string, body?: Readable): Promise<IncomingMessage | null> {
    if (!existsSync(folder)) return null;
    const address = controlAddress(folder);
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const call = request({ socketPath: address.path, method, path }, resolve);
    call.on('error', reject);
    // Only once somebody is there: what standard input holds can be read a single time.
    call.on('socket', (socket) =>
      socket.once('connect', () => {
        if (body) pipeline(body, call).catch(reject);
        else call.end();
      }),
    );
    try {
      const response = await promise;
      if (response.statusCode === 200) return response;
      throw new BackupError(failureSchema.parse(await json(response)).error);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (code === 'ENOENT' || code === 'ECONNREFUSED') return null;
      if (code === 'EACCES') throw otherUser(dataDir, error);
      if (error instanceof BackupError) throw error;
      throw brokeOff(error);
    } finally {
      address.release();
    }
  }

  return {
    async backup(): Promise<{ rows: RowCounts; content: Readable } | null> {
      const response = await ask('GET', '/backup');
      if (!response) return null;
      return {
        rows: rowCountsSchema.parse(JSON.parse(String(response.headers['x-backup-rows']))),
        content: response,
      };
    },

    async restore(content: Readable, choices: RestoreChoices): Promise<RestoreSummary | null> {
      const query = new URLSearchParams({
        ...(choices.replace && { replace: '' }),
        ...(choices.keepSchedule && { 'keep-schedule': '' }),
      });
      const response = await ask('POST', `/restore?${query}`, content);
      if (!response) return null;
      return summarySchema.parse(
        await json(response).catch((error: unknown) => {
          throw brokeOff(error);
        }),
      );
    },
  };
}

export type ControlClient = ReturnType<typeof createControlClient>;

const brokeOff = (cause: unknown) => new BackupError('The server broke off; its log says why.', { cause });

function otherUser(dataDir: string, cause: unknown): BackupError {
  return new BackupError(
    `The data in ${dataDir} belongs to another user. Run this command as the user that the server runs as.`,
    { cause },
  );
}
