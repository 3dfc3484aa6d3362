import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Browser } from '../testing/browser.ts';
import { testDatabase } from '../testing/database.ts';
import { makeComment, makeQueueItem, makeVoiceProfile } from '../testing/factories.ts';

const test = testDatabase('once');
let app: TestApp;
let me: Browser;
let commentId: number;
let profileId: number;

beforeAll(async () => {
  app = await startTestApp({ database: test.database });
  me = await app.signedIn();
  ({ id: commentId } = await makeComment(test.db, { status: 'approved' }));
  await makeQueueItem(test.db, { commentId });
  ({ id: profileId } = await makeVoiceProfile(test.db));
});
afterAll(() => app.close());

const long = (length: number) => 'x'.repeat(length);
const get = (path: string, q: string) => me.get(`${path}?${new URLSearchParams({ q })}`);
const profile = (change: object) => me.put(`/api/voice-profiles/${profileId}`, change);
const queued = (priority: number) => me.post('/api/queue', { commentId, priority });
const areas = (count: number, length: number) =>
  Array.from({ length: count }, (_, at) => `${at} `.padEnd(length, 'x'));

type Send = (value: number) => Promise<Response>;

const limits: [what: string, limit: number, beyond: number, send: Send][] = [
  ['the highest priority', 1000, 1001, queued],
  ['the lowest priority', -1000, -1001, queued],
  ['a search for videos', 300, 301, (length) => get('/api/videos/search', long(length))],
  [
    'a standing search',
    300,
    301,
    (length) => me.post('/api/standing-searches', { q: long(length) }),
  ],
  ['a search in the history', 200, 201, (length) => get('/api/comments', long(length))],
  ['a search in the queue', 200, 201, (length) => get('/api/queue', long(length))],
  [
    'a new profile’s name',
    200,
    201,
    (length) => me.post('/api/voice-profiles', { name: long(length) }),
  ],
  ['a profile’s name', 200, 201, (length) => profile({ name: long(length) })],
  [
    'a profile’s text',
    20_000,
    20_001,
    (length) => profile({ customInstructions: long(length) }),
  ],
  [
    'a profile’s areas',
    50,
    51,
    (count) => profile({ expertiseAreas: areas(count, 100) }),
  ],
  ['an area', 100, 101, (length) => profile({ expertiseAreas: areas(1, length) })],
];

describe.each(limits)('%s (rule 5.9)', (_, limit, beyond, send) => {
  it(`may be ${limit}`, async () => {
    const answer = await send(limit);
    expect(answer.status, await answer.text()).toBeLessThan(300);
  });

  it(`is 400 at ${beyond}`, async () => {
    expect((await send(beyond)).status).toBe(400);
  });
});
