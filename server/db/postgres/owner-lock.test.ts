import pg from 'pg';
import { beforeAll, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { createPostgresDatabase } from '../../testing/database.ts';
import { DatabaseOpenError } from '../errors.ts';
import { lockDatabase } from './owner-lock.ts';

let url: string;
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

beforeAll(async () => {
  url = (await createPostgresDatabase()) ?? '';
});
beforeEach(() => {
  vi.clearAllMocks();
});

async function lock(handoverMs: number, onLost?: (error: Error) => void) {
  const taken = await lockDatabase({ connection: { connectionString: url }, onLost, log, handoverMs });
  onTestFinished(taken.release);
  return taken;
}

async function cut({ client }: { client: pg.Client }): Promise<void> {
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const admin = new pg.Client(inject('postgres')?.url ?? '');
  await admin.connect();
  await admin.query('select pg_terminate_backend($1)', [rows[0].pid]);
  await admin.end();
}

test('refuses a second process once the time for a handover is over (rule 3.10)', async () => {
  await lock(0);
  const second = lock(50);
  await expect(second).rejects.toThrow(DatabaseOpenError);
  await expect(second).rejects.toThrow(
    'The database of DATABASE_URL is in use by another Chime In. ' +
      'Stop that one first, or set DATABASE_URL to another database.',
  );
});

test('lets a second process take over as soon as the first releases the lock', async () => {
  const first = await lock(0);
  const second = lock(60_000);
  await expect.poll(() => log.info.mock.calls).toEqual([['waiting for another Chime In to end']]);
  await first.release();
  await second;
});

test('reports the loss of its connection once, and the lock is free then', async () => {
  const onLost = vi.fn();
  await cut(await lock(0, onLost));
  await expect
    .poll(() => onLost.mock.calls)
    .toEqual([
      [
        new Error(
          'Chime In lost the connection that keeps its PostgreSQL database for one process, and has stopped. ' +
            'Start it again if nothing does so for you.',
        ),
      ],
    ]);
  await lock(0);
  expect(onLost).toHaveBeenCalledOnce();
});

test('does not report a release as a loss', async () => {
  const onLost = vi.fn();
  const first = await lock(0, onLost);
  await first.release();
  await lock(0);
  expect(onLost).not.toHaveBeenCalled();
});
