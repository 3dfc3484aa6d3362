import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import * as schema from '#shared/schema.ts';
import {
  comments,
  followedChannels,
  googleAccount,
  notices,
  postAttempts,
  postingHold,
  queueItems,
  standingSearches,
} from '#shared/schema.ts';
import { newNotice } from '../features/notices/notices.rules.ts';
import { testStart } from '../testing/clock.ts';
import { testDatabase } from '../testing/database.ts';
import {
  makeComment,
  makeGoogleAccount,
  makePostAttempt,
  makeQueueItem,
  makeVideo,
} from '../testing/factories.ts';
import { createClockAheadRepository } from './clock-ahead.repository.ts';

const test = testDatabase();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = new Date(testStart);
const ahead = (ms: number) => new Date(now.getTime() + ms);
const fiveDays = 5 * day;
const year = 365 * day;

const takeBack = () => createClockAheadRepository(test.db).takeBack(now);

/** Every table that has timestamps, with the names of these columns. */
const timestamped = Object.values(schema).flatMap((table) => {
  if (!is(table, PgTable)) return [];
  const times = Object.entries(getTableColumns(table)).filter(
    ([, { columnType }]) => columnType === 'PgTimestamp',
  );
  return times.length === 0 ? [] : [{ table, times: times.map(([key]) => key) }];
});

const anyValue: Record<string, unknown> = {
  number: 1,
  string: 'any',
  boolean: false,
  json: {},
  array: [],
};

async function fillEveryTable(at: Date): Promise<void> {
  await test.db.transaction(async (tx) => {
    // Turns off foreign keys for this transaction, so that the order of the tables does
    // not matter.
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const { table, times } of timestamped) {
      const required = Object.entries(getTableColumns(table)).filter(
        ([key, { notNull, hasDefault }]) => key === 'id' || (notNull && !hasDefault),
      );
      const values = required.map(
        ([key, { dataType }]) => [key, anyValue[dataType]] as const,
      );
      const instants = times.map((key) => [key, at] as const);
      await tx.delete(table);
      await tx.insert(table).values(Object.fromEntries([...values, ...instants]));
    }
  });
}

const channel = {
  channelId: 'UCa',
  uploadsId: 'UUa',
  title: 'A',
  namedAt: now,
  createdAt: now,
};

it.each([fiveDays, year])(
  'followed channels and searches are read again (rule 3.13, %i ms ahead)',
  async (ms) => {
    await test.db
      .insert(followedChannels)
      .values({ ...channel, readAt: ahead(ms), nextReadAt: ahead(ms + hour) });
    const search = {
      query: 'kubernetes',
      lastRunAt: ahead(ms),
      nextRunAt: ahead(ms + 6 * hour),
      createdAt: now,
    };
    await test.db.insert(standingSearches).values(search);
    await takeBack();
    expect(await test.db.select().from(followedChannels)).toMatchObject([
      { readAt: now, nextReadAt: now },
    ]);
    expect(await test.db.select().from(standingSearches)).toMatchObject([
      { lastRunAt: null, nextRunAt: now },
    ]);
  },
);

it.each([fiveDays, year])(
  'waiting notices are sent (rule 3.13, %i ms ahead)',
  async (ms) => {
    await test.db.insert(notices).values(
      newNotice({
        type: 'replies.new',
        cause: 'replies',
        data: { subjects: [1] },
        now: ahead(ms),
        tellInMs: minute,
      }),
    );
    await takeBack();
    expect(await test.db.select().from(notices)).toMatchObject([
      { openedAt: now, tellAt: now, toldAt: null },
    ]);
  },
);

it('a notice that was sent is not sent again (rule 3.13)', async () => {
  const notice = newNotice({
    type: 'disk.low',
    cause: 'disk',
    data: {},
    now: ahead(year),
  });
  await test.db.insert(notices).values({ ...notice, toldAt: ahead(year) });
  await takeBack();
  expect(await test.db.select().from(notices)).toMatchObject([
    { tellAt: now, toldAt: now },
  ]);
});

it('a delivery that would wait too long is tried again (rule 3.13)', async () => {
  const failing = {
    channel: 'webhook',
    state: 'failing',
    attempts: 1,
    answer: 'No.',
  } as const;
  const deliveries = { webhook: { ...failing, nextTryAt: ahead(year).toISOString() } };
  await test.db.insert(notices).values({
    ...newNotice({ type: 'disk.low', cause: 'disk', data: {}, now }),
    toldAt: now,
    deliveries,
  });
  await takeBack();
  expect(await test.db.select().from(notices)).toMatchObject([
    { deliveries: { webhook: { nextTryAt: now.toISOString() } } },
  ]);
});

it('a hold and a wait that would last too long end (rule 3.13)', async () => {
  const hold = {
    id: 1,
    code: 'youtube_unavailable',
    attempts: 1,
    commentId: null,
  } as const;
  await test.db.insert(postingHold).values({ ...hold, nextTryAt: ahead(year) });
  await makeQueueItem(test.db, {
    dueAt: now,
    blockedReason: 'set_aside',
    nextTryAt: ahead(year),
  });
  await takeBack();
  expect(await test.db.select().from(postingHold)).toMatchObject([{ nextTryAt: now }]);
  expect(await test.db.select().from(queueItems)).toMatchObject([{ nextTryAt: now }]);
});

it('the review period of an auto-post begins again, and nothing is posted sooner (rules 3.13, 4.5)', async () => {
  await makeQueueItem(test.db, {
    dueAt: ahead(year),
    scheduledFor: null,
    autoPost: true,
  });
  await takeBack();
  expect(await test.db.select().from(queueItems)).toMatchObject([{ dueAt: ahead(day) }]);
});

it('an unconfirmed attempt counts as made a day ago, and is checked now (rules 3.13, 7.5)', async () => {
  await makePostAttempt(test.db, {
    state: 'confirming',
    startedAt: ahead(year),
    nextCheckAt: ahead(year),
  });
  await takeBack();
  expect(await test.db.select().from(postAttempts)).toMatchObject([
    { startedAt: ahead(-day), nextCheckAt: now },
  ]);
});

it('an attempt of today whose check was put off too long is checked now (rules 3.13, 7.5)', async () => {
  await makePostAttempt(test.db, {
    state: 'confirming',
    startedAt: now,
    nextCheckAt: ahead(year),
  });
  await takeBack();
  expect(await test.db.select().from(postAttempts)).toMatchObject([
    { startedAt: now, nextCheckAt: now },
  ]);
});

it('every attempt counts for a comment whose approval has a future time (rules 3.13, 7.6)', async () => {
  await makeComment(test.db, { status: 'approved', reviewedAt: ahead(year) });
  await takeBack();
  expect(await test.db.select().from(comments)).toMatchObject([{ reviewedAt: null }]);
});

it('a grant lasts as long as before (rule 3.13)', async () => {
  await makeGoogleAccount(test.db, {
    connectedAt: ahead(year),
    grantExpiresAt: ahead(year + 7 * day),
  });
  await takeBack();
  expect(await test.db.select().from(googleAccount)).toMatchObject([
    { connectedAt: now, grantExpiresAt: ahead(7 * day) },
  ]);
});

it('the second look after a miss with a future time can conclude (rules 3.13, 13.2)', async () => {
  const miss = { at: ahead(year).toISOString(), seenBy: null, reason: null };
  await makeComment(test.db, { status: 'posted', postedAt: now, looks: [miss] });
  await takeBack();
  expect(await test.db.select().from(comments)).toMatchObject([
    { looks: [{ ...miss, at: now.toISOString() }] },
  ]);
});

it('a restored comment whose backup has a future time is searched for from its creation on (rules 3.13, 7.19)', async () => {
  await makeComment(test.db, { createdAt: ahead(-2 * day), restoredFrom: ahead(year) });
  await takeBack();
  expect(await test.db.select().from(comments)).toMatchObject([
    { restoredFrom: ahead(-2 * day) },
  ]);
});

const untouched = [
  // These come from YouTube or an imported file.
  'followed_channels.lastVideoAt',
  'own_comments.writtenAt',
  // The attempt of this row is closed. The tests above cover attempts that are still
  // checked.
  'post_attempts.nextCheckAt',
  // The owner chose these. The tests above cover items without a chosen time, and items
  // that wait after a refusal.
  'queue_items.dueAt',
  'queue_items.nextTryAt',
  'queue_items.scheduledFor',
  // Belongs to the row of a day that is in the future as well.
  'quota_usage.blockedUntil',
  'replies.publishedAt',
  // Nothing waits for the end of a session.
  'sessions.expire',
];

it('every timestamp column that our clock writes is corrected (rule 3.13)', async () => {
  await fillEveryTable(ahead(year));
  await takeBack();
  const stillAhead: string[] = [];
  for (const { table, times } of timestamped) {
    const [row = {}] = await test.db.select().from(table);
    for (const key of times) {
      const at: unknown = Object.entries(row).find(([name]) => name === key)?.[1];
      const isAhead = at instanceof Date && at.getTime() > now.getTime() + 8 * day;
      if (isAhead) stillAhead.push(`${getTableName(table)}.${key}`);
    }
  }
  expect(stillAhead.toSorted()).toEqual(untouched);
});

it('times that the rules allow stay (rule 3.13)', async () => {
  await test.db
    .insert(followedChannels)
    .values({ ...channel, readAt: now, nextReadAt: ahead(40 * hour) });
  await test.db.insert(notices).values(
    newNotice({
      type: 'replies.new',
      cause: 'replies',
      data: { subjects: [1] },
      now,
      tellInMs: hour,
    }),
  );
  await makeComment(test.db, {
    nextLookAt: ahead(7 * day),
    nextFiguresAt: ahead(28 * day),
  });
  const scheduledFor = ahead(year);
  await makeQueueItem(test.db, { scheduledFor, dueAt: scheduledFor, autoPost: true });
  expect(await takeBack()).toBe(0);
  expect(await test.db.select().from(queueItems)).toMatchObject([
    { scheduledFor, dueAt: scheduledFor },
  ]);
  expect(await test.db.$count(comments)).toBe(2);
});

it('nothing changes while the clock itself is behind what YouTube published (rule 3.13)', async () => {
  await makeVideo(test.db, { publishedAt: ahead(2 * day).toISOString() });
  const { id } = await makeComment(test.db, {
    status: 'posted',
    postedAt: ahead(3 * day),
  });
  expect(await takeBack()).toBe(0);
  expect(await test.db.select().from(comments)).toMatchObject([
    { id, postedAt: ahead(3 * day) },
  ]);
});

it('events within a day ahead keep their times (rule 3.13)', async () => {
  const { id } = await makeComment(test.db, {
    status: 'posted',
    postedAt: ahead(20 * hour),
  });
  await takeBack();
  expect(await test.db.select().from(comments)).toMatchObject([
    { id, postedAt: ahead(20 * hour) },
  ]);
});
