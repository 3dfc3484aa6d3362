import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SortKey, writeCursor } from '../features/comments/list-cursor.rules.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Browser } from '../testing/browser.ts';
import { testDatabase } from '../testing/database.ts';
import { makeComment, makeQueueItem } from '../testing/factories.ts';

const test = testDatabase('once');
let app: TestApp;
let me: Browser;

beforeAll(async () => {
  app = await startTestApp({ database: test.database });
  me = await app.signedIn();
  const { id: commentId } = await makeComment(test.db, { status: 'approved' });
  await makeQueueItem(test.db, { commentId });
});
afterAll(() => app.close());

const outOfReach = [
  '0001-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '0999-12-31T23:59:59Z',
  '1969-12-31T23:59:59.999Z',
  '2200-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '9999-12-31T23:59:59-14:00',
  '+010000-01-01T00:00:00Z',
];

const inReach = '2026-03-04T12:00:00Z';
const dayMs = 86_400_000;

function dayAfter(at: string): string {
  const time = Date.parse(at);
  return Number.isNaN(time) ? at : new Date(time + dayMs).toISOString();
}

const get = (path: string, query: Record<string, string>) =>
  me.get(`${path}?${new URLSearchParams(query)}`);

const getAfter = (
  path: string,
  sort: Parameters<typeof writeCursor>[0],
  key: SortKey,
  query = {},
) => get(path, { ...query, limit: '5', cursor: writeCursor(sort, key) });

const requests: Record<string, (at: string) => Promise<Response>> = {
  'the first day of a schedule': (at) =>
    get('/api/queue/schedule', { from: at, to: dayAfter(at) }),
  'the last day of a schedule': (at) =>
    get('/api/queue/schedule', { from: inReach, to: at }),
  'the first day of a list': (at) => get('/api/comments', { from: at }),
  'the last day of a list': (at) => get('/api/comments', { to: at }),
  'the time of a schedule': (at) =>
    me.patch('/api/queue/1', { scheduledFor: at, autoPost: true }),
  'up to when notices were read': (at) => me.post('/api/notices/read', { upTo: at }),
  'a cursor of Fresh': (at) => getAfter('/api/fresh', 'fresh', [at, 4, 1, 50, 1]),
  'a cursor of the newest comments': (at) => getAfter('/api/comments', 'newest', [at, 1]),
  'a cursor of the oldest comments': (at) =>
    getAfter('/api/comments', 'oldest', [at, 1], { sort: 'oldest' }),
  'a cursor of the queue by position': (at) =>
    getAfter('/api/queue', 'position', [0, at, 1]),
  'a cursor of the latest in the queue': (at) =>
    getAfter('/api/queue', 'latest', [at, 1], { sort: 'latest' }),
  'a cursor of the queue by time': (at) =>
    getAfter('/api/queue', 'time', [at, 1], { sort: 'time' }),
  'a cursor of replies': (at) => getAfter('/api/replies', 'replies', [at, 1]),
};

describe.each(Object.entries(requests))('%s (rule 5.8)', (_name, send) => {
  it.each(outOfReach)('is 400 at %s', async (at) => {
    const answer = await send(at);
    expect(answer.status, await answer.text()).toBe(400);
  });
});

it('a refusal names the years that a date may be in (rule 5.8)', async () => {
  const answer = await me.patch('/api/queue/1', {
    scheduledFor: '9999-12-31T23:59:59Z',
    autoPost: true,
  });
  expect((await answer.json()).detail).toBe(
    'The field “scheduledFor” must be a date from 1970 to 2199.',
  );
});

it('the first and the last date of these years are accepted (rule 5.8)', async () => {
  for (const at of ['1970-01-01T00:00:00Z', '2199-12-30T00:00:00Z']) {
    expect((await get('/api/comments', { from: at })).status).toBe(200);
    expect(
      (await get('/api/queue/schedule', { from: at, to: dayAfter(at) })).status,
    ).toBe(200);
    const after = [new Date(at).toISOString(), 4, 1, 50, 1];
    expect((await getAfter('/api/fresh', 'fresh', after)).status).toBe(200);
  }
});
