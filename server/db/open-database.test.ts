import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { comments, videos } from '#shared/schema.ts';
import { testDatabase } from '../testing/database.ts';
import { makeComment, makeQueueItem, makeVideo } from '../testing/factories.ts';
import { changedRows, DatabaseOpenError, queryRows } from './database.ts';
import { originOf, recordOrigin } from './open-database.ts';

const t = testDatabase();

describe('both databases answer alike', () => {
  test('large counts are numbers, through columns and through raw SQL', async () => {
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

  test('instants keep their milliseconds and come back as the same instant', async () => {
    const at = new Date('2026-11-01T08:30:00.123Z');
    const video = await makeVideo(t.db, { fetchedAt: at });
    expect(video.fetchedAt).toEqual(at);
    const [raw] = await queryRows(t.db, sql`select fetched_at as at from videos where fetched_at = ${at}`);
    expect(raw).toEqual({ at: '2026-11-01 08:30:00.123+00' });
  });

  test('JSON, booleans and nulls come back as they went in', async () => {
    const video = await makeVideo(t.db, { tags: ['a', '"b"', '{}'], description: null, commentsOff: true });
    expect(video).toMatchObject({ tags: ['a', '"b"', '{}'], description: null, commentsOff: true });
  });

  test('changed rows are counted', async () => {
    await makeVideo(t.db);
    await makeVideo(t.db);
    expect(changedRows(await t.db.update(videos).set({ title: 'New' }))).toBe(2);
    expect(changedRows(await t.db.delete(videos).where(eq(videos.title, 'Old')))).toBe(0);
  });

  test('a refused row names its SQLSTATE', async () => {
    const video = await makeVideo(t.db);
    await makeComment(t.db, { videoId: video.id });
    const second = makeComment(t.db, { videoId: video.id });
    await expect(second).rejects.toMatchObject({ cause: { code: '23505' } });
    expect(await t.db.$count(comments)).toBe(1);
  });

  test('a failed transaction leaves nothing, and a savepoint only what was before it', async () => {
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
    expect((await t.db.select().from(videos)).map(({ title }) => title)).toEqual(['Kept']);
  });

  test('upper and lower case sort as bytes do', async () => {
    for (const title of ['b', 'B', 'a', 'ä', 'A']) await makeVideo(t.db, { title });
    const rows = await t.db.select({ title: videos.title }).from(videos).orderBy(videos.title);
    expect(rows.map(({ title }) => title).join('')).toBe('ABabä');
  });

  test('forty queries at once all get their answer', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, async () => (await makeQueueItem(t.db)).id));
    expect(new Set(ids).size).toBe(40);
  });
});

describe('the test database', () => {
  test.each([1, 2])('is empty and counts from 1, time %i', async () => {
    expect(await t.db.$count(videos)).toBe(0);
    expect((await makeVideo(t.db)).id).toBe(1);
  });

  test('survives being closed by what it was given to', async () => {
    await t.database.close();
    await t.database.ping();
  });
});

describe('database origin', () => {
  const t = testDatabase();

  test.each([
    [{ mode: 'sandbox', baseUrl: null }, 'sandbox'],
    [{ mode: 'sandbox', baseUrl: 'http://localhost:3001' }, 'sandbox'],
    [{ mode: 'real', baseUrl: null }, 'google'],
    [{ mode: 'real', baseUrl: 'https://stand-in.example' }, 'https://stand-in.example'],
  ] as const)('%j is %s', (google, origin) => {
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

  test('tells one GOOGLE_BASE_URL from another', async () => {
    await recordOrigin(t.db, 'https://a.example');
    await expect(recordOrigin(t.db, 'https://b.example')).rejects.toThrow(
      'belongs to https://a.example, but Chime In is now set up for https://b.example',
    );
  });
});
