import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../config/config.ts';
import { createLog } from '../../core/log.ts';
import { createPostgresDatabase } from '../../testing/database.ts';
import type { Access } from '../database.ts';
import { openConfigured } from '../open-configured.ts';

let DATABASE_URL: string;

beforeEach(async () => {
  DATABASE_URL = (await createPostgresDatabase()) ?? '';
});

async function open(access: Access, env: Record<string, string> = {}) {
  const database = await openConfigured(loadConfig({ DATABASE_URL, ...env }), createLog('silent'), {
    access,
  });
  onTestFinished(() => database.close());
  return database;
}

test('opens the database for a reader while its owner has it', async () => {
  await open('owner');
  const reader = await open('reader');
  await reader.ping();
});

test('refuses a reader that is set up for another Google', async () => {
  await open('owner');
  const google = {
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    OPENAI_API_KEY: 'key',
    GOOGLE_BASE_URL: 'http://localhost:1',
  };
  await expect(open('reader', google)).rejects.toThrow('This database belongs to the sandbox');
});

test('leaves the database free when it refuses the owner', async () => {
  const first = await open('owner');
  await first.db.execute(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('next', 9999999999999)",
  );
  await first.close();
  await expect(open('owner')).rejects.toThrow('newer version of Chime In');
  await expect(open('owner')).rejects.toThrow('newer version of Chime In');
});
