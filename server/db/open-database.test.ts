import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import {
  afterAll,
  afterEach,
  beforeAll,
  describe,
  expect,
  it,
  onTestFinished,
  test,
} from 'vitest';
import {
  comments,
  draftRecords,
  noticeSettings,
  postAttempts,
  queueItems,
  styleRules,
  userSettings,
  videos,
  voiceProfiles,
} from '#shared/schema.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { fakeClock } from '../testing/clock.ts';
import { openTestDatabase, testDatabase } from '../testing/database.ts';
import { makeComment, makeQueueItem, makeVideo } from '../testing/factories.ts';
import { tempDir } from '../testing/processes.ts';
import {
  changedRows,
  type Database,
  DatabaseOpenError,
  type Db,
  queryRows,
} from './database.ts';
import {
  checkTables,
  findMigrations,
  migrateDatabase,
  newestMigration,
  originOf,
  recordOrigin,
} from './open-database.ts';

const t = testDatabase();

describe('both kinds of database behave alike', () => {
  test('large counts are numbers, in columns and in raw SQL', async () => {
    await makeVideo(t.db, { viewCount: 9_007_199_254_740_991 });
    const [row] = await t.db.select().from(videos);
    expect(row?.viewCount).toBe(9_007_199_254_740_991);
    const [raw] = await queryRows(
      t.db,
      sql`select count(*) as count, sum(view_count) as sum, max(view_count) as max,
          9007199254740993::int8 as beyond, avg(1) as mean from videos`,
    );
    expect(raw).toEqual({
      count: 1,
      sum: '9007199254740991',
      max: 9_007_199_254_740_991,
      beyond: 9_007_199_254_740_993n,
      mean: '1.00000000000000000000',
    });
  });

  test('timestamps keep their milliseconds', async () => {
    const at = new Date('2026-11-01T08:30:00.123Z');
    const video = await makeVideo(t.db, { fetchedAt: at });
    expect(video.fetchedAt).toEqual(at);
    const [raw] = await queryRows(
      t.db,
      sql`select fetched_at as at from videos where fetched_at = ${at}`,
    );
    expect(raw).toEqual({ at: '2026-11-01 08:30:00.123+00' });
  });

  test('changed rows are counted', async () => {
    await makeVideo(t.db);
    await makeVideo(t.db);
    expect(changedRows(await t.db.update(videos).set({ title: 'New' }))).toBe(2);
    expect(changedRows(await t.db.delete(videos).where(eq(videos.title, 'Old')))).toBe(0);
  });

  test('a rejected row has its SQLSTATE', async () => {
    const video = await makeVideo(t.db);
    await makeComment(t.db, { videoId: video.id });
    const second = makeComment(t.db, { videoId: video.id });
    await expect(second).rejects.toMatchObject({ cause: { code: '23505' } });
    expect(await t.db.$count(comments)).toBe(1);
  });

  test('a failed transaction leaves nothing, and a failed savepoint only what came before it', async () => {
    await expect(
      t.db.transaction(async (tx) => {
        await makeVideo(tx);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await t.db.transaction(async (tx) => {
      await makeVideo(tx, { title: 'Kept' });
      const inner = tx.transaction(async (savepoint) => {
        await makeVideo(savepoint, { title: 'Lost' });
        savepoint.rollback();
      });
      await inner.catch(() => {});
    });
    expect((await t.db.select().from(videos)).map(({ title }) => title)).toEqual([
      'Kept',
    ]);
  });

  test('upper and lower case sort by their bytes', async () => {
    for (const title of ['b', 'B', 'a', 'ä', 'A']) await makeVideo(t.db, { title });
    const rows = await t.db
      .select({ title: videos.title })
      .from(videos)
      .orderBy(videos.title);
    expect(rows.map(({ title }) => title).join('')).toBe('ABabä');
  });

  test('forty queries at once are all answered', async () => {
    const ids = await Promise.all(
      Array.from({ length: 40 }, async () => (await makeQueueItem(t.db)).id),
    );
    expect(new Set(ids).size).toBe(40);
  });
});

describe('database origin', () => {
  const t = testDatabase();

  test.each([
    [{ mode: 'sandbox', baseUrl: null }, 'sandbox'],
    [{ mode: 'sandbox', baseUrl: 'http://localhost:3001' }, 'sandbox'],
    [{ mode: 'real', baseUrl: null }, 'google'],
    [{ mode: 'real', baseUrl: 'https://stand-in.example' }, 'https://stand-in.example'],
  ] as const)('of %j is %s', (google, origin) => {
    expect(originOf(google)).toBe(origin);
  });

  test('keeps the first origin of a database and refuses others', async () => {
    await recordOrigin(t.db, 'sandbox');
    await recordOrigin(t.db, 'sandbox');
    await expect(recordOrigin(t.db, 'google')).rejects.toThrow(DatabaseOpenError);
    await expect(recordOrigin(t.db, 'google')).rejects.toThrow(
      'This database belongs to the sandbox, but Chime In is now set up for the real Google. ' +
        'Go back to the settings it was made with, or choose another DATA_DIR or DATABASE_URL.',
    );
  });
});

describe('migrate', () => {
  let database: Database;

  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  afterEach(async () => {
    await database.db.execute(sql`drop table if exists extra`);
    await database.db.execute(
      sql`delete from drizzle.__drizzle_migrations where created_at > ${newestMigration()}`,
    );
  });

  /** Returns a folder with the real migrations and one more that runs this SQL. */
  function withOneMore(statement: string): string {
    const folder = tempDir();
    cpSync(findMigrations(), folder, { recursive: true });
    const path = join(folder, 'meta/_journal.json');
    const journal = JSON.parse(readFileSync(path, 'utf8'));
    const last = journal.entries.at(-1);
    journal.entries.push({
      ...last,
      idx: last.idx + 1,
      when: last.when + 1,
      tag: '9999_next',
    });
    writeFileSync(path, JSON.stringify(journal));
    writeFileSync(join(folder, '9999_next.sql'), statement);
    return folder;
  }

  test('changes nothing when a migration fails halfway', async () => {
    const broken = withOneMore(
      'create table extra (id int);--> statement-breakpoint\nselect 1 / 0;',
    );
    await expect(migrateDatabase(database, broken)).rejects.toThrow();
    await expect(queryRows(database.db, sql`select id from extra`)).rejects.toThrow();
    await migrateDatabase(database);
  });

  test('refuses a database that a newer version has changed', async () => {
    await migrateDatabase(database, withOneMore('select 1;'));
    await expect(migrateDatabase(database)).rejects.toThrow(DatabaseOpenError);
    await expect(migrateDatabase(database)).rejects.toThrow('newer version of Chime In');
  });

  test('refuses to read the tables of another version', async () => {
    await expect(checkTables(database.db)).resolves.toBeUndefined();
    const next = withOneMore('select 1;');
    await expect(checkTables(database.db, next)).rejects.toThrow(
      'The tables of this database are not those of this version of Chime In. Start Chime In once, then try again.',
    );
    await migrateDatabase(database, next);
    await expect(checkTables(database.db)).rejects.toThrow('newer version of Chime In');
    await database.db.execute(sql`alter schema drizzle rename to away`);
    await expect(checkTables(database.db)).rejects.toThrow('Start Chime In once');
    await database.db.execute(sql`alter schema away rename to drizzle`);
  });
});

/**
 * Made by commit 4d8678a: comments in every state, two profiles, rules, schedules,
 * settings.
 */
const fixtures = join(import.meta.dirname, '../testing/fixtures');

async function freshDatabase(): Promise<Database> {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  return database;
}

async function expectAllThere(db: Db): Promise<void> {
  const count = async (table: Parameters<Db['$count']>[0]) =>
    Number(await db.$count(table));
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
  // Otherwise its likes and replies would never be read (rule 13.4).
  expect(posted).toMatchObject({
    nextFiguresAt: expect.any(Date),
    youtubeCommentId: 'Ugz1',
    previousTexts: [expect.objectContaining({ content: 'An older text.' })],
  });
  const records = await db.select().from(draftRecords);
  expect(records).not.toEqual([]);
  for (const { quotedAt, createdAt } of records) expect(quotedAt).toEqual(createdAt);
  const [unconfirmed] = await db
    .select()
    .from(postAttempts)
    .where(eq(postAttempts.state, 'confirming'));
  expect(unconfirmed).toMatchObject({
    content: 'Nobody knows whether this arrived.',
    closedAt: null,
  });
}

it('a backup of an older version is restored completely', async () => {
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

it('the database of an older version is migrated completely', async () => {
  const database = await freshDatabase();
  const { db, sessionPool } = database;
  await db.execute(sql`drop schema public cascade`);
  await db.execute(sql`drop schema drizzle cascade`);
  await db.execute(sql`create schema public`);
  const dump = gunzipSync(readFileSync(join(fixtures, 'dump-4d8678a.sql.gz'))).toString(
    'utf8',
  );
  const statements = dump
    .split('\n')
    .filter(
      (line) =>
        !/^(--|\\|SET |SELECT pg_catalog\.set_config|CREATE SCHEMA public)/.test(line),
    )
    .join('\n')
    .split(/;\n/);
  for (const statement of statements)
    if (statement.trim() !== '') await sessionPool.query(statement, []);
  await migrateDatabase(database);
  await expectAllThere(db);
  // Created because they are missing, as on a new database. In other tests the test
  // database creates them.
  for (const settings of [userSettings, noticeSettings])
    expect(await db.$count(settings)).toBe(1);
});
