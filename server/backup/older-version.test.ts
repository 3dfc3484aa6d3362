import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import {
  comments,
  draftRecords,
  postAttempts,
  queueItems,
  styleRules,
  userSettings,
  voiceProfiles,
} from '#shared/schema.ts';
import type { Database, Db } from '../db/database.ts';
import { migrateDatabase } from '../db/open-database.ts';
import { fakeClock } from '../testing/clock.ts';
import { openTestDatabase } from '../testing/database.ts';
import { restoreBackup } from './restore-backup.ts';

/** Made by commit 4d8678a: comments in every state, two profiles, rules, schedules, settings. */
const fixtures = join(import.meta.dirname, '../testing/fixtures');

async function freshDatabase(): Promise<Database> {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  return database;
}

async function expectAllThere(db: Db): Promise<void> {
  const count = async (table: Parameters<Db['$count']>[0]) => Number(await db.$count(table));
  expect(await count(comments)).toBe(9);
  expect(await count(queueItems)).toBe(7);
  expect(await count(postAttempts)).toBe(3);
  expect(await count(voiceProfiles)).toBe(2);
  expect(await count(styleRules)).toBe(2);
  const profiles = await db.select({ name: voiceProfiles.name }).from(voiceProfiles);
  expect(profiles).toContainEqual({ name: 'Größe \u2028 "quoted" \\ 🦊\nsecond line' });
  const [settings] = await db.select().from(userSettings);
  expect(settings).toMatchObject({ minGapSeconds: 90, blockedChannels: ['UCblocked'] });
  const [posted] = await db.select().from(comments).where(eq(comments.status, 'posted'));
  // Else its figures would never be read (rule 13.4).
  expect(posted).toMatchObject({
    nextFiguresAt: expect.any(Date),
    youtubeCommentId: 'Ugz1',
    previousTexts: [expect.objectContaining({ content: 'An older text.' })],
  });
  const records = await db.select().from(draftRecords);
  expect(records).not.toEqual([]);
  for (const { quotedAt, createdAt } of records) expect(quotedAt).toEqual(createdAt);
  const [unconfirmed] = await db.select().from(postAttempts).where(eq(postAttempts.state, 'confirming'));
  expect(unconfirmed).toMatchObject({ content: 'Nobody knows whether this arrived.', closedAt: null });
}

it('restores a backup of an older version completely', async () => {
  const database = await freshDatabase();
  await restoreBackup({
    database,
    path: join(fixtures, 'backup-4d8678a.jsonl.gz'),
    origin: 'sandbox',
    now: fakeClock().now(),
    choices: { replace: false, keepSchedule: true },
  });
  await expectAllThere(database.db);
});

it('migrates the database of an older version completely', async () => {
  const database = await freshDatabase();
  const { db, sessionPool } = database;
  await db.execute(sql`drop schema public cascade`);
  await db.execute(sql`drop schema drizzle cascade`);
  await db.execute(sql`create schema public`);
  const dump = gunzipSync(readFileSync(join(fixtures, 'dump-4d8678a.sql.gz'))).toString('utf8');
  const statements = dump
    .split('\n')
    .filter((line) => !/^(--|\\|SET |SELECT pg_catalog\.set_config|CREATE SCHEMA public)/.test(line))
    .join('\n')
    .split(/;\n/);
  for (const statement of statements) if (statement.trim() !== '') await sessionPool.query(statement, []);
  await migrateDatabase(database);
  await expectAllThere(db);
});
