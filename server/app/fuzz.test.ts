import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { commentListSchema, queueListSchema } from '#shared/contracts/comment-detail.ts';
import { problemSchema } from '#shared/contracts/primitives.ts';
import { userSettingsSchema } from '#shared/contracts/settings.ts';
import { voiceProfileListSchema } from '#shared/contracts/voice.ts';
import { queryRows } from '../db/database.ts';
import { ownersCalls, startTestApp, type TestApp } from '../testing/app.ts';
import type { Browser } from '../testing/browser.ts';
import { testDatabase } from '../testing/database.ts';

const requests = Number(process.env['FUZZ_REQUESTS'] ?? 200);
vi.setConfig({ testTimeout: 60_000 + requests * 60 });

const test = testDatabase('once');
let app: TestApp;
let me: Browser;

beforeAll(async () => {
  app = await startTestApp({ database: test.database });
  me = await app.signedIn();
  const found = (await (await me.get('/api/videos/search?q=kubernetes')).json()) as {
    videos: { id: number }[];
  };
  const videoIds = found.videos.slice(0, 6).map(({ id }) => id);
  await me.post('/api/comments/generate-bulk', {
    videoIds,
    style: 'insightful',
    addToQueue: true,
  });
  await me.post('/api/voice-profiles', { name: 'One' });
});
afterAll(() => app.close());

/** Leaves out routes that end the session, send something to others, or never end. */
const leftOut =
  /events|logout|sandbox|disconnect|download|model-settings|notices.(settings|test)|tokens/;
const routes = () =>
  ownersCalls(app)
    .filter(([, path]) => !leftOut.test(path))
    .concat([['GET', '/api/auth/user']])
    .map(([method, path]) => [method, path.replace(/\/1(?=\/|$)/g, '/:id')] as const);

/** Field names from the contracts, so that many requests are close to valid. */
const names =
  `videoId address channelIds muted videoIds style addToQueue content status revision begun
  alternative text commentId priority autoPost scheduledFor queueId left before name expertiseAreas
  defaultCommentStyle avoidWords activeVoiceProfileId autoQueueEnabled dailyCap blockedChannels q limit
  offset cursor fields sort channel from to scheduled posting format uploadDate viewCount intelligent
  askMissing days timeZone ids upTo __proto__ constructor`.split(/\s+/);
const value = fc.oneof(
  fc.integer({ min: -2, max: 30 }),
  fc.constantFrom(
    ...'insightful approved pending rejected posted -1 true 1e9 Europe/Berlin 💬 \u0000 \ud800'.split(
      ' ',
    ),
    ...'2026-03-04T12:00:00Z 0001-01-01T00:00:00+14:00 9999-12-31T23:59:59Z'.split(' '),
  ),
  fc.boolean(),
  fc.constant(null),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('x'.repeat(10_001), 'y'.repeat(30_000)),
  fc.maxSafeInteger(),
  fc.double(),
  fc.array(fc.integer({ min: 1, max: 25 }), { maxLength: 60 }),
  fc.jsonValue({ maxDepth: 3 }),
);
const near = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 });
const body = fc.oneof(
  { weight: 5, arbitrary: near.map((object) => JSON.stringify(object)) },
  { weight: 1, arbitrary: fc.jsonValue().map((json) => JSON.stringify(json)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '{',
      '[1,',
      '"\\ud800"',
      '{"content":"\\u0000"}',
      `{"content":"${'z'.repeat(120_000)}"}`,
    ),
  },
);
const id = fc.oneof(
  fc.integer({ min: 0, max: 25 }).map(String),
  fc.constantFrom(
    ...'-1 1.5 99999999999 2147483648 abc %00 %E0%A4%A ..%2f 1%20or%201=1'.split(' '),
    encodeURIComponent('💬'),
  ),
);
const query = fc.dictionary(
  fc.constantFrom(...names),
  fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.constantFrom(
      '',
      ...'7 day 1k-10k views true row oldest time csv 2026-03-04T12:00:00Z WyJuZXdlc3QiXQ'.split(
        ' ',
      ),
      ...'0001-01-01T00:00:00Z 9999-12-31T23:59:59Z'.split(' '),
    ),
  ),
  { maxKeys: 4 },
);
const contentType = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json',
  'text/plain',
  'text/csv',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-7',
);
const accept = fc.constantFrom('*/*', 'application/json', 'text/event-stream');
const requestTo = (all: ReturnType<typeof routes>) =>
  fc.record({ route: fc.constantFrom(...all), id, body, query, contentType, accept });

async function sendOne({
  route: [method, path],
  id: chosen,
  body: sent,
  query: asked,
  contentType: type,
  accept,
}: ReturnType<typeof requestTo> extends fc.Arbitrary<infer R> ? R : never) {
  const search = new URLSearchParams(
    Object.entries(asked).map(([key, text]) => [key, text.toWellFormed()]),
  );
  const target = `${path.replaceAll(':id', chosen)}?${search}`;
  const hasBody = method !== 'GET';
  const response = await fetch(`${app.origin}${target}`, {
    method,
    headers: {
      Cookie: me.cookie() ?? '',
      Accept: accept,
      ...(hasBody && { 'Content-Type': type }),
    },
    ...(hasBody && { body: sent }),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  expect(
    response.status,
    `${method} ${target} ${sent.slice(0, 200)}\n${text.slice(0, 300)}`,
  ).toBeLessThan(500);
  if (response.status >= 400)
    expect(problemSchema.parse(JSON.parse(text)).detail).toMatch(/\S/);
}

it(`${requests} random requests get a success or a 4xx problem (rule 5.7)`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(requestTo(routes()), { minLength: 20, maxLength: 20 }),
      async (batch) => {
        for (const one of batch) await sendOne(one);
      },
    ),
    { numRuns: Math.ceil(requests / 20), endOnFailure: true },
  );

  // Every list still fits its contract, and no row contradicts another.
  commentListSchema.parse(await (await me.get('/api/comments')).json());
  queueListSchema.parse(await (await me.get('/api/queue')).json());
  voiceProfileListSchema.parse(await (await me.get('/api/voice-profiles')).json());
  userSettingsSchema.parse(await (await me.get('/api/user-settings')).json());
  const [wrong] = await queryRows<{ due: number; posted: number; open: number }>(
    test.db,
    sql`select
      (select count(*) from queue_items q join comments c on c.id = q.comment_id
        where q.due_at is not null and c.status <> 'approved') as due,
      (select count(*) from comments where (status = 'posted') <> (youtube_comment_id is not null)) as posted,
      (select count(*) from post_attempts where closed_at is null and state not in ('sending', 'confirming')) as open`,
  );
  expect(wrong).toEqual({ due: 0, posted: 0, open: 0 });
});
