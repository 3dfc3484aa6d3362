import express, { type RequestHandler } from 'express';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { profileBodyLimit } from '#shared/contracts/voice.ts';
import { forVoiceFields, longestVoiceText } from '#shared/contracts/voice-fields.ts';
import { comments, queueItems, voiceProfiles } from '#shared/schema.ts';
import { type Environment, loadConfig } from '../config/config.ts';
import type { Change } from '../core/events.ts';
import { createLog } from '../core/log.ts';
import { expectProblem, ownersCalls, startTestApp, type TestApp } from '../testing/app.ts';
import { answerConsent, type Browser } from '../testing/browser.ts';
import { testDatabase } from '../testing/database.ts';
import { type App, createFront } from './front.ts';
import { shutDown } from './serve.ts';

const bodiless =
  /\/(logout|disconnect|dismissed|propose|restore|find|load|stop|rest|check|setup-check|1\/draft|refresh|text-files|start-over)$/;

/**
 * The smallest valid body of each call. A queueId is included where pages send one; without it the schema
 * reports an unknown field.
 */
const bodies: Record<string, object> = {
  'POST /api/videos/1/transcript': { transcript: 'x' },
  'POST /api/channels/import': { channelIds: ['UCone0000000000000000000'] },
  'POST /api/comments/generate-bulk': { videoIds: [1], style: 'insightful', addToQueue: true },
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

describe('app', () => {
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
      });
    });
  });

  describe('with a session', () => {
    let me: Browser;
    beforeAll(async () => {
      me = await app.signedIn();
    });

    it.each<[string, string, number]>([
      ['POST', '/api/queue', 100_000],
      ['POST', '/api/voice-profiles', profileBodyLimit],
      ['PUT', '/api/voice-profiles/1', profileBodyLimit],
      ['POST', '/api/comments/generate', 1_000_000],
      ['POST', '/api/comments/1/regenerate', 1_000_000],
      ['POST', '/api/videos/1/transcript', 1_000_000],
      ['POST', '/api/voice-profiles/1/own-comments', 1_000_000],
    ])(
      '%s %s refuses malformed JSON and a body that is too large, with a sentence (rule 10.2)',
      async (method, path, most) => {
        await expectProblem(await me.send(path, { method, body: '{"a":' }), 400, 'malformed_json');
        const justTaken = await me.send(path, { method, body: JSON.stringify(' '.repeat(most - 2)) });
        expect(justTaken.status).toBeLessThan(413);
        const body = JSON.stringify(' '.repeat(most));
        await expectProblem(await me.send(path, { method, body }), 413, 'body_too_large');
      },
    );

    const badBodies = [
      {},
      [],
      { videoId: '1', commentId: 'x', name: 7, content: {}, autoQueueEnabled: 'yes', style: 1 },
      { content: 'a\u0000b', name: '\u0000', style: 'insightful\u0000', scheduledFor: '\u0000' },
      { videoId: 2 ** 53, videoIds: [2 ** 40], commentId: 1e300, style: 'insightful' },
    ];
    const withBody = () =>
      ownersCalls(app).filter(([method, path]) => /^(POST|PUT|PATCH)$/.test(method) && !bodiless.test(path));

    it('every call refuses an invalid body with 400 (rule 5.7)', async () => {
      const picky = withBody().filter(
        ([, path]) => !/(regenerate|post|takes|1\/read|voice-profiles\/1|notices\/settings)$/.test(path),
      );
      expect(picky.length).toBeGreaterThan(25);
      for (const [method, path] of picky)
        for (const body of badBodies) {
          const response = await me.send(path, { method, body });
          expect([method, path, body, response.status]).toEqual([method, path, body, 400]);
          expect((await response.json()).detail).toMatch(/^\S.*[.]$/);
        }
      for (const table of [comments, queueItems, voiceProfiles]) expect(await test.db.$count(table)).toBe(0);
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
      expect([method, path, id, response.status, code]).toEqual([method, path, id, ...expected]);
    }

    it('every call responds 400 to an impossible id and 404 to an unknown one', async () => {
      for (const [method, path] of ownersCalls(app).filter(([, path]) => path.includes('/1'))) {
        for (const id of ['abc', '2147483648', '%E0%A4%A'])
          await expectAnswer({ method, path, id }, [400, 'invalid_request']);
        await expectAnswer({ method, path, id: '1' }, [404, 'not_found']);
      }
    });

    it('every list and state that needs no row is returned (rule 10.1)', async () => {
      const lists = ownersCalls(app).filter(([method]) => method === 'GET');
      const simple = lists.map(([, path]) => path).filter((path) => !/\/1|events|no-such/.test(path));
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
        expect(told).toEqual([method, path, 400, expect.stringMatching(/not known here: surplus\.$/)]);
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
        const { detail } = await expectProblem(await me.send(path, { method, body }), 400, 'invalid_request');
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
      const expires = Date.parse(/Expires=([^;]+)/.exec(headers.getSetCookie().join())?.[1] ?? '');
      expect(expires - Date.parse(headers.get('date') ?? '')).toBeGreaterThan(29 * 86_400_000);
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
          list: ({ maxLength, maxEntries }) => Array.from({ length: maxEntries }, () => filled(maxLength)),
        }),
      };
      const created = await me.send('/api/voice-profiles', { method: 'POST', body: write(fields) });
      expect(created.status).toBe(201);
      const { id, ...stored } = await created.json();
      expect(stored).toMatchObject(fields);
      const changed = await me.send(`/api/voice-profiles/${id}`, { method: 'PUT', body: write(fields) });
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

  const behindProxy = {
    PUBLIC_URL: 'https://chime.example',
    OWNER_EMAIL: 'ada@example.com',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    GOOGLE_BASE_URL: 'http://localhost:1',
    OPENAI_BASE_URL: 'http://localhost:1/v1',
  };

  it('behind a reverse proxy the cookie and the site are for https only (rule 6.4)', async () => {
    const env = behindProxy;
    const forwarded = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '203.0.113.7' };
    const response = await (await ownApp({ env })).browser().send('/auth/google', { headers: forwarded });
    expect(response.headers.getSetCookie().join()).toMatch(/; Secure/);
    expect(response.headers.get('strict-transport-security')).toContain('max-age');
    const address = new URL(response.headers.get('location') ?? '');
    expect(address.searchParams.get('redirect_uri')).toBe('https://chime.example/auth/google/callback');
  });

  it.each([
    ['no header', {}],
    ['http', { 'X-Forwarded-Proto': 'http' }],
    ['two words', { 'X-Forwarded-Proto': 'http,https' }],
    ['a list with spaces', { 'X-Forwarded-Proto': 'https, http' }],
    ['capitals', { 'X-Forwarded-Proto': 'HTTPS' }],
    ['an empty word', { 'X-Forwarded-Proto': '' }],
    ['an address', { 'X-Forwarded-Proto': 'https://' }],
    ['Forwarded alone', { Forwarded: 'proto=https' }],
    [
      'Forwarded of two proxies',
      { Forwarded: 'for="[2001:db8::1]:4711";proto="HTTPS";by=_a, for=10.0.0.1;proto=http' },
    ],
    ['X-Forwarded-Ssl', { 'X-Forwarded-Ssl': 'on', 'X-Forwarded-For': '203.0.113.7, 10.0.0.1' }],
    ['X-Forwarded-Scheme', { 'X-Forwarded-Scheme': 'https', 'X-Forwarded-Port': '80' }],
  ])('behind a reverse proxy that sends %s the cookie follows PUBLIC_URL (rule 6.4)', async (_, headers) => {
    const response = await (await ownApp({ env: behindProxy })).browser().send('/auth/google', { headers });
    expect(response.headers.getSetCookie().join()).toMatch(/; Secure/);
  });

  it.each([
    ['no header', {}],
    ['another word', { 'X-Forwarded-Proto': 'http,HTTPS' }],
    ['Forwarded', { Forwarded: 'for=192.0.2.1;proto=http, for=10.0.0.1;proto=https' }],
  ])('behind a reverse proxy that sends %s the owner can sign in and out (rule 6.4)', async (_, headers) => {
    // A local name, because only an app with a local name may use the sandbox.
    const PUBLIC_URL = 'https://chime.localhost';
    const { browser } = await ownApp({ env: { PUBLIC_URL, OWNER_EMAIL: 'ada@example.com' } });
    const me = browser();
    const begun = await me.send('/auth/google', { headers });
    const callback = new URL(await answerConsent(new URL(begun.headers.get('location') ?? '')));
    expect(callback.origin).toBe(PUBLIC_URL);
    const page = await me.send(`${callback.pathname}${callback.search}`, { headers });
    expect(page.status).toBe(200);
    expect(page.headers.getSetCookie().join()).toMatch(/; Secure/);
    expect(await page.text()).toContain(`data-outcome="auth-success" data-origin="${PUBLIC_URL}"`);
    expect((await me.send('/api/comments', { headers })).status).toBe(200);
    const change = { ...headers, Origin: PUBLIC_URL };
    expect((await me.send('/api/auth/logout', { method: 'POST', headers: change })).status).toBe(204);
    expect((await me.send('/api/comments', { headers })).status).toBe(401);
  });

  describe('live events (rule 10.5)', () => {
    async function listen(browser: Browser) {
      const response = await browser.get('/api/events');
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/event-stream');
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      return {
        async until(wanted: string): Promise<string> {
          while (!text.includes(wanted)) {
            const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
            if (done) return `${text}[ended]`;
            text += value;
          }
          return text;
        },
        close: () => reader?.cancel(),
      };
    }

    const many = Array.from({ length: 1001 }, (_, index) => ({ comment: index + 1 }));

    it.each<[string, Change[][], string]>([
      [
        'all changes, gathered into one event',
        [
          [{ comment: 7 }, 'stats'],
          [{ comment: 7 }, { comment: 8 }, { video: 9 }],
        ],
        '{"resources":["stats"],"comments":[7,8],"videos":[9]}',
      ],
      [
        'whole resources when more than a thousand rows changed',
        [[...many, 'stats']],
        '{"resources":["stats","comments","queue"],"comments":[],"videos":[]}',
      ],
    ])('name %s', async (_what, changes, said) => {
      const stream = await listen(await app.signedIn());
      await stream.until('retry:');
      for (const each of changes) app.context.events.changed(...each);
      expect(await stream.until('data:')).toContain(`data: ${said}\n\n`);
      await stream.close();
    });

    it('follow a change made through the API', async () => {
      const me = await app.signedIn();
      const stream = await listen(me);
      await me.post('/api/voice-profiles', { name: 'Mine' });
      expect(await stream.until('data:')).toContain('voice-profiles');
      await stream.close();
    });

    it('end with the session, and with the server', async () => {
      const own = await ownApp();
      const here = await own.signedIn();
      const there = await own.signedIn();
      const mine = await listen(here);
      const other = await listen(there);
      await here.post('/api/auth/logout');
      expect(await mine.until('never said')).toContain('[ended]');
      expect(await other.until('data:')).toContain('auth');
      await own.context.jobs.stop();
      expect(await other.until('never said')).toContain('[ended]');
    });
  });
});

const html = 'text/html,application/xhtml+xml';
const page: RequestHandler = (_req, res) => void res.type('html').send('<title>Chime In</title>');
const says = (text: string): RequestHandler => express().use((req, res) => void res.send(text + req.url));

function opening() {
  const { promise, resolve } = Promise.withResolvers<App>();
  const config = loadConfig({ NODE_ENV: 'test' });
  const options = { config, log: createLog('silent'), googleOrigin: null, client: page };
  const front = createFront({ ...options, app: promise });
  const server = front.listen(0, '127.0.0.1');
  const open = (ping = async () => {}) =>
    resolve({ auth: says('auth'), api: says('api'), metrics: says('metrics'), ping });
  return { server: request(server), open, close: () => server.close() };
}

it('while the database opens, pages are served with all checks and /readyz is 503 (rule 3.11)', async () => {
  const { server, close } = opening();
  const local = { Accept: html, Host: 'localhost:3000' };
  const shown = await server.get('/queue').set(local).expect(200, '<title>Chime In</title>');
  expect(shown.get('content-security-policy')).toContain("default-src 'self'");
  await server.get('/privacy').expect(200);
  await server.get('/healthz').expect(200, { status: 'ok' });
  await server.get('/readyz').expect(503, { status: 'unavailable' });
  for (const path of ['/', '/queue', '/api/auth/user', '/auth/google/callback'])
    await server.get(path).set({ Accept: html, Host: 'evil.example' }).expect(421);
  await server
    .get('/')
    .set({ Accept: html, Host: '127.0.0.1:3000' })
    .expect(302)
    .expect('Location', 'http://localhost:3000/');
  await server.get('/api/queue').set('Sec-Fetch-Site', 'cross-site').expect(403);
  close();
});

it('requests that need the database wait with their bodies until it is open (rule 3.11)', async () => {
  const { server, open, close } = opening();
  const answered: string[] = [];
  const held = [
    server.get('/api/stats'),
    server.post('/api/queue').send({ a: 1 }),
    server.get('/auth/google'),
  ];
  const all = held.map(async (asked) => {
    const { text } = await asked;
    answered.push(text);
  });
  await server.get('/').expect(200);
  expect(answered).toEqual([]);
  open();
  await Promise.all(all);
  expect(answered.sort()).toEqual(['api/queue', 'api/stats', 'auth/google']);
  close();
});

it('/readyz is 200 as long as the open database responds', async () => {
  const { server, open, close } = opening();
  let isAway = false;
  open(async () => {
    if (isAway) throw new Error('postgres://user:password@host is away');
  });
  await server.get('/readyz').expect(200, { status: 'ready' });
  isAway = true;
  await server.get('/readyz').expect(503, { status: 'unavailable' });
  close();
});

describe('shutting down', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function running(jobs: Promise<void> = Promise.resolve()) {
    const happened: string[] = [];
    const context = {
      jobs: { stop: () => jobs.then(() => void happened.push('jobs ended')) },
      close: async () => void happened.push('closed'),
    };
    return { context, happened };
  }

  it('closes the database once jobs and open responses have ended (rule 7.16)', async () => {
    const { context, happened } = running();
    const answers = Promise.withResolvers<void>();
    const stopped = shutDown(context, answers.promise);
    await vi.advanceTimersByTimeAsync(19_000);
    expect(happened).toEqual(['jobs ended']);
    answers.resolve();
    await stopped;
    expect(happened).toEqual(['jobs ended', 'closed']);
  });

  it('closes the database after 20 seconds, whatever is still running', async () => {
    const { context, happened } = running(new Promise(() => {}));
    const stopped = shutDown(context, Promise.resolve());
    await vi.advanceTimersByTimeAsync(20_000);
    await stopped;
    expect(happened).toEqual(['closed']);
  });
});
