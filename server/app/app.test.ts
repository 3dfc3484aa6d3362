import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { profileBodyLimit } from '#shared/contracts/voice.ts';
import { forVoiceFields, longestVoiceText } from '#shared/contracts/voice-fields.ts';
import { comments, queueItems, voiceProfiles } from '#shared/schema.ts';
import type { Environment } from '../config/config.ts';
import {
  expectProblem,
  ownersCalls,
  startTestApp,
  type TestApp,
} from '../testing/app.ts';
import type { Browser } from '../testing/browser.ts';
import { testDatabase } from '../testing/database.ts';

const bodiless =
  /\/(logout|disconnect|dismissed|propose|restore|find|load|stop|rest|check|setup-check|1\/draft|refresh|text-files|start-over)$/;

/**
 * The smallest valid body of each call. A queueId is included where pages send one;
 * without it the schema reports an unknown field.
 */
const bodies: Record<string, object> = {
  'POST /api/videos/1/transcript': { transcript: 'x' },
  'POST /api/channels/import': { channelIds: ['UCone0000000000000000000'] },
  'POST /api/comments/generate-bulk': {
    videoIds: [1],
    style: 'insightful',
    addToQueue: true,
  },
  'PATCH /api/channels/1': { muted: true },
  'POST /api/comments': { videoId: 1, style: 'insightful', content: 'x' },
  'POST /api/comments/1/regenerate': { style: 'insightful' },
  'POST /api/comments/1/pick': { alternative: 0 },
  'PATCH /api/comments/1': { content: 'x' },
  'POST /api/steps/undo': { ids: ['11111111-2222-4333-8444-555555555555'] },
  'POST /api/comments/1/schedule': { revision: 1, scheduledFor: '2030-01-01T00:00:00Z' },
  'POST /api/comments/1/change': { content: 'x', revision: 1 },
  'POST /api/comments/1/withdraw': { revision: 1 },
  'POST /api/comments/1/example': { isExample: true },
  'POST /api/comments/1/vouch': { sentence: 'x' },
  'PATCH /api/replies/1': { state: 'read' },
  'POST /api/replies/1/answer': { content: 'x' },
  'PATCH /api/queue/1': { queueId: 1, scheduledFor: null, autoPost: false },
  'PUT /api/voice-profiles/1': { name: 'Ada' },
  'POST /api/voice-profiles/1/own-comments': { text: 'x' },
  'POST /api/voice-profiles/1/style-rules': { text: 'x' },
  'PATCH /api/style-rules/1': { text: 'x' },
  'POST /api/sandbox/sample': { timeZone: 'UTC' },
};

const queries: Record<string, string> = {
  '/api/videos/search': 'q=kubernetes',
  '/api/videos/search/kept': 'q=kubernetes',
  '/api/videos/comment-states': 'ids=1,2',
  '/api/channels/relations': 'ids=1,2',
  '/api/queue/export': 'format=csv',
  '/api/queue/schedule': 'from=2026-03-03T00:00:00Z&to=2026-03-04T00:00:00Z',
  '/api/queue/free-slots': 'count=1',
};

const test = testDatabase('once');
let app: TestApp;

const startApp = (options: { env?: Environment } = {}) =>
  startTestApp({ database: test.database, ...options });

async function ownApp(options?: Parameters<typeof startApp>[0]): Promise<TestApp> {
  const own = await startApp(options);
  onTestFinished(own.close);
  return own;
}

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Escapes everything but ASCII, as some clients do: six bytes for each UTF-16 unit. */
const escapedJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

describe('without a session', () => {
  it.each([
    ['a cookie that is no session', 'chime-in.sid=nonsense'],
    ['a NUL in the cookie', 'chime-in.sid=s%3A%00.def'],
  ])('%s is 401', async (_what, cookie) => {
    const browser = app.browser();
    browser.useCookie(cookie);
    await expectProblem(await browser.get('/api/queue'), 401, 'unauthenticated');
  });

  it('only GET /api/auth/user responds, with no more than necessary (rule 6.1)', async () => {
    const response = await app.browser().get('/api/auth/user');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      authenticated: false,
      user: null,
      sandbox: {
        google: true,
        languageModel: true,
        origin: app.sandbox.googleOrigin,
        topics: ['Kubernetes'],
      },
      lastEventId: null,
    });
  });
});

describe('with a session', () => {
  let me: Browser;
  beforeAll(async () => {
    me = await app.signedIn();
  });

  describe.each<[string, string, number]>([
    ['POST', '/api/queue', 100_000],
    ['POST', '/api/voice-profiles', profileBodyLimit],
    ['PUT', '/api/voice-profiles/1', profileBodyLimit],
    ['POST', '/api/comments/generate', 1_000_000],
    ['POST', '/api/comments/1/regenerate', 1_000_000],
    ['POST', '/api/videos/1/transcript', 1_000_000],
    ['POST', '/api/voice-profiles/1/own-comments', 1_000_000],
  ])('%s %s (rule 10.2)', (method, path, most) => {
    it('refuses malformed JSON', async () => {
      await expectProblem(
        await me.send(path, { method, body: '{"a":' }),
        400,
        'malformed_json',
      );
    });

    it('reads a body of the largest size', async () => {
      const answer = await me.send(path, {
        method,
        body: JSON.stringify(' '.repeat(most - 2)),
      });
      expect(answer.status).toBeLessThan(413);
    });

    it('refuses a body that is too large, with a sentence', async () => {
      const body = JSON.stringify(' '.repeat(most));
      await expectProblem(await me.send(path, { method, body }), 413, 'body_too_large');
    });
  });

  const badBodies = [
    {},
    [],
    {
      videoId: '1',
      commentId: 'x',
      name: 7,
      content: {},
      autoQueueEnabled: 'yes',
      style: 1,
    },
    {
      content: 'a\u0000b',
      name: '\u0000',
      style: 'insightful\u0000',
      scheduledFor: '\u0000',
    },
    { videoId: 2 ** 53, videoIds: [2 ** 40], commentId: 1e300, style: 'insightful' },
  ];
  const withBody = () =>
    ownersCalls(app).filter(
      ([method, path]) => /^(POST|PUT|PATCH)$/.test(method) && !bodiless.test(path),
    );

  it('every call refuses an invalid body with 400 (rule 5.7)', async () => {
    const picky = withBody().filter(
      ([, path]) =>
        !/(regenerate|post|takes|1\/read|voice-profiles\/1|notices\/settings)$/.test(
          path,
        ),
    );
    expect(picky.length).toBeGreaterThan(25);
    for (const [method, path] of picky)
      for (const body of badBodies) {
        const response = await me.send(path, { method, body });
        expect([method, path, body, response.status]).toEqual([method, path, body, 400]);
        expect((await response.json()).detail).toMatch(/^\S.*[.]$/);
      }
    for (const table of [comments, queueItems, voiceProfiles])
      expect(await test.db.$count(table)).toBe(0);
  });

  async function expectAnswer(
    { method, path, id }: { method: string; path: string; id: string },
    expected: [status: number, code: string],
  ) {
    const query = method === 'DELETE' && path === '/api/comments/1' ? '?revision=1' : '';
    const withId = path.replace('/1', `/${id}`) + query;
    const body = method === 'GET' ? {} : { body: bodies[`${method} ${path}`] ?? {} };
    const response = await me.send(withId, { method, ...body });
    const { code } = await response.json();
    expect([method, path, id, response.status, code]).toEqual([
      method,
      path,
      id,
      ...expected,
    ]);
  }

  it('every call responds 400 to an impossible id and 404 to an unknown one', async () => {
    for (const [method, path] of ownersCalls(app).filter(([, path]) =>
      path.includes('/1'),
    )) {
      for (const id of ['abc', '2147483648', '%E0%A4%A'])
        await expectAnswer({ method, path, id }, [400, 'invalid_request']);
      await expectAnswer({ method, path, id: '1' }, [404, 'not_found']);
    }
  });

  it('every list and state that needs no row is returned (rule 10.1)', async () => {
    const lists = ownersCalls(app).filter(([method]) => method === 'GET');
    const simple = lists
      .map(([, path]) => path)
      .filter((path) => !/\/1|events|no-such/.test(path));
    expect(simple.length).toBeGreaterThan(15);
    for (const path of simple) {
      const { status } = await me.get(`${path}?${queries[path] ?? ''}`);
      expect([path, status]).toEqual([path, 200]);
    }
  });

  it('every call refuses an unknown field (rule 5.7)', async () => {
    for (const [method, path] of withBody()) {
      const body = { ...bodies[`${method} ${path}`], surplus: 1 };
      const response = await me.send(path, { method, body });
      const { detail } = await response.json();
      const told = [method, path, response.status, detail];
      expect(told).toEqual([
        method,
        path,
        400,
        expect.stringMatching(/not known here: surplus\.$/),
      ]);
    }
  });

  it.each([
    ['POST', '/api/comments/generate', { use: { subtitles: false } }, 'use'],
    [
      'PUT',
      '/api/user-settings',
      { postingSlots: [{ day: 1, time: '09:00', zone: 'UTC' }] },
      'postingSlots.0',
    ],
  ])(
    '%s %s refuses an unknown field inside another field (rule 5.7)',
    async (method, path, body, field) => {
      const { detail } = await expectProblem(
        await me.send(path, { method, body }),
        400,
        'invalid_request',
      );
      expect(detail).toContain(`The field “${field}” has fields that are not known here`);
    },
  );

  it.each(['/api/no-such-thing', '/api', '/api/comments/1/nothing'])(
    '%s is a JSON 404 (rule 10.2)',
    async (path) => {
      await expectProblem(await me.get(path), 404, 'not_found');
    },
  );

  it('every call is 401 once OWNER_EMAIL names another account (rule 6.2)', async () => {
    const other = await ownApp({ env: { OWNER_EMAIL: 'grace@example.com' } });
    const later = other.browser();
    later.useCookie(me.cookie());
    await expectProblem(await later.get('/api/stats'), 401, 'unauthenticated');
  });

  it('the cookie lasts thirty days, and is renewed once a day (rule 6.4)', async () => {
    const own = await ownApp();
    const browser = await own.signedIn();
    expect((await browser.get('/api/stats')).headers.getSetCookie()).toEqual([]);
    own.clock.advance(25 * 3_600_000);
    const { headers } = await browser.get('/api/stats');
    const expires = Date.parse(
      /Expires=([^;]+)/.exec(headers.getSetCookie().join())?.[1] ?? '',
    );
    expect(expires - Date.parse(headers.get('date') ?? '')).toBeGreaterThan(
      29 * 86_400_000,
    );
    expect((await browser.get('/api/stats')).headers.getSetCookie()).toEqual([]);
  });
});

describe('a profile with every field at its limit (rule 3.4)', () => {
  it.each([
    ['emoji', '🎙', JSON.stringify],
    ['escapes only', '声', escapedJson],
  ])('is stored and changed in %s', async (_what, letter, write) => {
    const me = await app.signedIn();
    const filled = (length: number) => letter.repeat(length / letter.length);
    const fields = {
      name: filled(200),
      ...forVoiceFields({
        text: () => filled(longestVoiceText),
        list: ({ maxLength, maxEntries }) =>
          Array.from({ length: maxEntries }, () => filled(maxLength)),
      }),
    };
    const created = await me.send('/api/voice-profiles', {
      method: 'POST',
      body: write(fields),
    });
    expect(created.status).toBe(201);
    const { id, ...stored } = await created.json();
    expect(stored).toMatchObject(fields);
    const changed = await me.send(`/api/voice-profiles/${id}`, {
      method: 'PUT',
      body: write(fields),
    });
    expect(changed.status).toBe(200);
  });
});

it('only requests for drafts are rate limited', async () => {
  const me = await (await ownApp()).signedIn();
  const generate = () => me.post('/api/comments/generate', {});
  for (let count = 0; count < 60; count += 1) expect((await generate()).status).toBe(400);
  const refused = await generate();
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await expectProblem(refused, 429, 'rate_limited');
  expect((await me.get('/api/comments')).status).toBe(200);
});
