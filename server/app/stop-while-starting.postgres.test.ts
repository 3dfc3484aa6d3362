import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { processEnvironment, tempDir } from '../testing/processes.ts';
import { bundledEntries } from '../testing/start-app-process.ts';

/** Others may be waiting for locks in other databases of the same server. */
const waitingHere = `select 1 from pg_locks join pg_database on oid = database
  where datname = current_database() and not granted`;

/**
 * Holds every start of the app at one of its first queries, until the returned client
 * commits.
 */
async function holdStarts(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin; lock table model_profiles');
  return client;
}

it('an app that is stopped while it still starts ends without an error', async () => {
  const { env } = await processEnvironment();
  const client = await holdStarts(env['DATABASE_URL'] ?? '');
  const { appProcess } = await bundledEntries();
  const child = spawn(process.execPath, ['--liftoff-only', appProcess, tempDir()], {
    env: { ...process.env, ...env, PORT: '0', LOG_LEVEL: 'warn', NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  await expect.poll(async () => (await client.query(waitingHere)).rowCount).not.toBe(0);

  child.kill('SIGTERM');
  await client.query('commit');

  const [said, complained] = await output;
  expect([complained, (await ended)[0]]).toEqual(['', 0]);
  expect(said).toContain('running at');
});
