import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import * as schema from '#shared/schema.ts';
import type { Db } from '../db/database.ts';
import { createAccountRepository } from '../features/auth/account.repository.ts';
import { testBackups, textIn } from '../testing/backups.ts';
import { openFromTemplate } from '../testing/embedded-template.ts';
import {
  fillDatabase,
  makeComment,
  makeGoogleAccount,
  makeQueueItem,
  makeReply,
  makeVideo,
  makeVoiceProfile,
  setSettings,
} from '../testing/factories.ts';
import { tempDir } from '../testing/processes.ts';
import { readSnapshot } from './backup.repository.ts';
import { writeBackup } from './backup-file.ts';
import { backedUpTables, tableNames } from './format.ts';

const test = testBackups();
const { backUp, clock, edited, hours, origin, restore } = test;

async function contents(db: Db) {
  const tables: Record<string, unknown> = {};
  for (const name of tableNames) {
    const rows: Record<string, unknown>[] = await db.select().from(backedUpTables[name]);
    tables[name] = rows
      .map(({ sealedAccessToken, sealedRefreshToken, ...rest }) => rest)
      .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  }
  return tables;
}

describe('a backup', () => {
  it('includes each table of the schema, or leaves it out on purpose', () => {
    const all = Object.entries(schema).flatMap(([key, value]) =>
      is(value, PgTable) ? [key] : [],
    );
    const leftOut =
      'sessions apiTokens backupFailures commentSteps notices searchCache topComments postingHold bulkDrafts databaseOrigin';
    expect([...tableNames, ...leftOut.split(' ')].sort()).toEqual(all.sort());
  });

  it('moves every row to another database, of the other kind if there is one, and back', async () => {
    await fillDatabase(test.db, clock.now());
    const before = await contents(test.db);
    const other = inject('postgres') ? await openFromTemplate() : test.target;
    onTestFinished(() => (other === test.target ? undefined : other.close()));
    const path = await backUp(test.db);
    expect(await restore(other, path, { keepSchedule: true })).toMatchObject({
      rows: {
        videos: 2,
        replies: 2,
        comments: 2,
        queueItems: 2,
        postAttempts: 2,
        userSettings: 1,
      },
      returnedToReview: 0,
      toConfirm: 0,
      keptPosted: 0,
    });
    for (const into of [test, other]) {
      const back = await restore(into, await backUp(other.db), {
        replace: true,
        keepSchedule: true,
      });
      // A comment that the backup has too must not be kept twice.
      expect(back.keptPosted).toBe(0);
      expect(await contents(into.db)).toEqual(before);
    }
  });

  it('is read fifty rows at a time, also from tables without an id (rule 3.9)', async () => {
    const { id: profileId } = await makeVoiceProfile(test.db);
    await test.db.execute(sql`
      insert into profile_versions (profile_id, number, reason, fields, rules, created_at)
      select ${profileId}, n, 'Saved', '{}', '[]', now() from generate_series(1, 120) n`);
    await test.db.execute(sql`
      insert into forgotten_videos select 'hash' || n from generate_series(1, 120) n`);
    await test.db.execute(sql`
      insert into quota_usage (pacific_day, bucket)
      select (date '2026-01-01' + n / 2)::text, (array['shared', 'search'])[1 + n % 2]
      from generate_series(0, 119) n`);
    const read = new Map<string, number[]>();
    await readSnapshot(test.db, async (batches) => {
      for await (const [name, rows] of batches)
        read.set(name, [...(read.get(name) ?? []), rows.length]);
    });
    for (const name of ['profileVersions', 'forgottenVideos', 'quotaUsage'])
      expect([name, read.get(name)]).toEqual([name, [50, 50, 20]]);
    const before = await contents(test.db);
    await restore(test.target, await backUp(test.db));
    expect(await contents(test.target.db)).toEqual(before);
  });

  it('is a snapshot that contains a concurrent transaction completely or not at all', async () => {
    for (let count = 0; count < 3; count++) await makeQueueItem(test.db);
    const path = join(tempDir(), 'backup.jsonl.gz');
    const [rows] = await Promise.all([
      writeBackup({ db: test.db, origin, now: clock.now(), path }),
      test.db.transaction(async (tx) => {
        const { id } = await makeComment(tx);
        await makeQueueItem(tx, { commentId: id });
      }),
    ]);
    expect(rows.queueItems).toBe(rows.comments);
  });
});

describe('secrets (rule 6.5)', () => {
  it('are not in a backup, so that a restore requires a new sign-in and the model’s key again', async () => {
    await makeGoogleAccount(test.db, {
      sealedAccessToken: 'v1.sealed-access',
      sealedRefreshToken: 'v1.sealed-refresh',
      grantExpiresAt: hours(100),
    });
    const model = {
      kind: 'ollama' as const,
      baseUrl: 'http://localhost:11434/v1',
      model: 'qwen3:8b',
    };
    await test.db
      .insert(schema.modelSettings)
      .values({ ...model, sealedKey: 'v1.sealed-key', updatedAt: hours(0) });
    await test.db
      .insert(schema.sessions)
      .values({ sid: 'session-id-1', sess: { secret: 'session' }, expire: hours(24) });
    const path = await backUp(test.db);
    const text = textIn(path);
    expect(text).toContain('ada@example.com');
    expect(text).not.toMatch(/sealed|session-id-1/);

    await restore(test.target, path);
    expect(await createAccountRepository(test.target.db).find()).toMatchObject({
      email: 'ada@example.com',
      channelTitle: 'Ada Builds',
      sealedAccessToken: null,
      sealedRefreshToken: null,
    });
    expect(await test.target.db.select().from(schema.modelSettings)).toMatchObject([
      { ...model, sealedKey: null },
    ]);
  });
});

describe('a restore changes nothing and refuses', () => {
  it.each<[string, (lines: string[]) => string[], RegExp]>([
    ['a file without its end', (lines) => lines.slice(0, -1), /its end is missing/],
    [
      'a file that lost a row',
      (lines) => lines.toSpliced(2, 1),
      /rows of videos are missing/,
    ],
    [
      'a file that is not a backup',
      () => ['{"name":"not a backup"}'],
      /does not begin as a backup does/,
    ],
    ['a broken line', (lines) => lines.toSpliced(2, 0, '{"'), /cannot be read/],
    [
      'a backup of a newer version',
      ([header = '', ...rest]) => [header.replace('"version":1', '"version":2'), ...rest],
      /newer version of Chime In/,
    ],
    [
      'columns that the tables do not have',
      (lines) => lines.map((line) => line.replace('"youtubeId"', '"videoCode"')),
      /another version of Chime In, whose table videos differs in videoCode/,
    ],
  ])('%s', async (_, edit, sentence) => {
    for (let count = 0; count < 2; count++) await makeQueueItem(test.db);
    const path = await edited(edit);
    const before = await contents(test.db);
    await expect(restore(test, path, { replace: true })).rejects.toThrow(sentence);
    expect(await contents(test.db)).toEqual(before);
  });

  it('a file that is cut off and one that is not gzip', async () => {
    await makeQueueItem(test.db);
    const path = await backUp(test.db);
    for (const bytes of [readFileSync(path).subarray(0, -40), 'plain text']) {
      writeFileSync(path, bytes);
      await expect(restore(test, path, { replace: true })).rejects.toThrow(
        /no whole gzip file/,
      );
    }
    await expect(restore(test, join(tempDir(), 'none'))).rejects.toThrow(
      /There is no file/,
    );
  });

  it('to replace the data of a database, unless told to', async () => {
    await makeVideo(test.db);
    const path = await backUp(test.db);
    await makeVideo(test.db);
    const before = await contents(test.db);
    await expect(restore(test, path)).rejects.toThrow(/add --replace/);
    expect(await contents(test.db)).toEqual(before);
    await restore(test, path, { replace: true });
    expect(await test.db.$count(schema.videos)).toBe(1);
  });

  it('a backup of another Google origin', async () => {
    const path = await edited((lines) =>
      lines.map((line) => line.replace('"origin":"sandbox"', '"origin":"google"')),
    );
    await expect(restore(test, path)).rejects.toThrow(
      'This backup belongs to the real Google, but this database to the sandbox. Nothing was changed.',
    );
  });

  it('a file with a row that the database rejects', async () => {
    await fillDatabase(test.db, clock.now());
    const path = await edited((lines) =>
      lines.map((line) =>
        line.startsWith('["libraryTotals"') ? line.replace('s":1', 's":"many"') : line,
      ),
    );
    const before = await contents(test.db);
    await expect(restore(test, path, { replace: true })).rejects.toThrow(
      'The database did not take the rows of libraryTotals (invalid input syntax for type integer: "many"). Nothing was changed.',
    );
    expect(await contents(test.db)).toEqual(before);
    // A rolled-back restore must not move the id sequences either.
    const { id } = await makeVideo(test.db);
    expect(await test.db.$count(schema.videos, sql`id = ${id}`)).toBe(1);
  });
});

it('an older backup that lacks a newer column is restored with its default', async () => {
  await setSettings(test.db, { minGapSeconds: 90 });
  await restore(
    test.target,
    await edited((lines) => lines.map((line) => line.replace('"minGapSeconds":90,', ''))),
  );
  expect(await test.target.db.select().from(schema.userSettings)).toMatchObject([
    { minGapSeconds: 300 },
  ]);
});

it('an older backup that has another name for the replies by creators is restored', async () => {
  await makeReply(test.db, { byCreator: true });
  await restore(
    test.target,
    await edited((lines) =>
      lines.map((line) => line.replace('"byCreator":true', '"isVideoAuthor":true')),
    ),
  );
  expect(await test.target.db.select().from(schema.replies)).toMatchObject([
    { byCreator: true },
  ]);
});
