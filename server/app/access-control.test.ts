import { sql } from 'drizzle-orm';
import express, { type RequestHandler } from 'express';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { comments, googleAccount, queueItems, voiceProfiles } from '#shared/schema.ts';
import {
  redirectToPublicUrl,
  refuseCrossSite,
  refuseUnknownHosts,
  securityHeaders,
} from '../http/guards.ts';
import { errorHandler } from '../http/handle.ts';
import {
  expectProblem,
  ownersCalls,
  startTestApp,
  type TestApp,
} from '../testing/app.ts';
import type { Browser } from '../testing/browser.ts';
import { testDatabase } from '../testing/database.ts';
import { makeQueueItem, makeVoiceProfile } from '../testing/factories.ts';

describe('access control', () => {
  const test = testDatabase('once');
  let app: TestApp;
  let owner: Browser;

  beforeAll(async () => {
    app = await startTestApp({ database: test.database });
    await makeQueueItem(test.db);
    await makeVoiceProfile(test.db);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    owner = await app.signedIn();
  });

  const census = async () => [
    await test.db.select().from(comments),
    await test.db.select().from(queueItems),
    await test.db.select().from(voiceProfiles),
    await test.db.$count(googleAccount),
  ];

  function forged(cookie: string): string {
    const last = cookie.at(-1) === 'A' ? 'B' : 'A';
    return `${cookie.slice(0, -1)}${last}`;
  }

  it.each<[string, () => unknown, number, Record<string, string>?]>([
    ['a visitor without a session', () => owner.useCookie(null), 401],
    [
      'the session of an account that is not the owner’s',
      () =>
        test.db.execute(
          sql`update sessions set sess = jsonb_set(sess, '{googleSub}', '"4711"')`,
        ),
      401,
    ],
    [
      'a session that has expired',
      () => test.db.execute(sql`update sessions set expire = '2001-01-01'`),
      401,
    ],
    ['a forged cookie', () => owner.useCookie(forged(owner.cookie() ?? '')), 401],
    [
      'another site in the owner’s browser',
      () => undefined,
      403,
      { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    ],
  ])(
    '%s is refused at every call, and nothing changes (rules 6.1, 6.6)',
    async (_, arrive, status, headers) => {
      await arrive();
      const before = await census();
      for (const [method, path] of ownersCalls(app)) {
        const body = method === 'GET' ? {} : { body: '{}' };
        const response = await owner.send(path, {
          method,
          ...body,
          ...(headers && { headers }),
        });
        expect([
          method,
          path,
          response.headers.get('access-control-allow-origin'),
        ]).toEqual([method, path, null]);
        await expectProblem(
          response,
          status,
          status === 401 ? 'unauthenticated' : 'cross_site',
        );
      }
      expect(await census()).toEqual(before);
    },
  );

  it('tokens cannot be read from the database (rule 6.5)', async () => {
    const [row] = await test.db.select().from(googleAccount);
    expect(row?.sealedRefreshToken).toBeTruthy();
    expect(JSON.stringify(row)).not.toMatch(/ya29\.|1\/\/0/);
  });
});

const origin = 'http://localhost:3000';
const html = 'text/html,application/xhtml+xml,*/*;q=0.8';
const noContent: RequestHandler = (_req, res) => void res.sendStatus(204);

describe('the check for requests from other sites (rule 6.6)', () => {
  const app = express().use(refuseCrossSite(origin));
  app.all('/change', noContent);
  app.use(errorHandler());

  it.each([
    ['a program', {}],
    ['our page', { Origin: origin, 'Sec-Fetch-Site': 'same-origin' }],
    ['an older browser', { Origin: origin }],
    ['the address bar', { 'Sec-Fetch-Site': 'none' }],
  ])('lets %s through', async (_who, headers) => {
    await request(app).post('/change').set(headers).expect(204);
    await request(app).get('/change').set(headers).expect(204);
  });

  it.each([
    ['another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
    [
      'another port of this host',
      { Origin: 'http://localhost:3001', 'Sec-Fetch-Site': 'same-site' },
    ],
    ['a foreign Origin header alone', { Origin: 'https://evil.example' }],
    ['an opaque Origin', { Origin: 'null' }],
    ['a picture or a link, which send no Origin', { 'Sec-Fetch-Site': 'cross-site' }],
    [
      'a picture or a link on another port of this host',
      { 'Sec-Fetch-Site': 'same-site' },
    ],
    ['the same host over https', { Origin: 'https://localhost:3000' }],
  ])('refuses %s', async (_who, headers) => {
    for (const method of ['get', 'options', 'post', 'put', 'patch', 'delete'] as const) {
      const answer = await request(app)[method]('/change').set(headers).expect(403);
      expect(answer.body.code).toBe('cross_site');
    }
    await request(app).head('/change').set(headers).expect(403);
  });
});

describe('the check of the Host header (rule 6.7)', () => {
  const appAt = (publicUrl: string, host = '127.0.0.1') =>
    express().use(refuseUnknownHosts({ publicUrl, host }), noContent, errorHandler());
  const secure = 'https://chime.example.org';

  it.each([
    [secure, '127.0.0.1', 'chime.example.org'],
    [secure, '127.0.0.1', 'CHIME.example.org:443'],
    [secure, '127.0.0.1', 'localhost:3000'],
    [secure, '127.0.0.1', 'app.localhost'],
    [secure, '0.0.0.0', '127.0.0.1:3000'],
    [secure, '::1', '[::1]:3000'],
    [secure, 'fd00::7', '[fd00::7]:3000'],
    ['http://192.168.1.5:3000', '0.0.0.0', '192.168.1.5:3000'],
    [origin, '192.168.1.5', '192.168.1.5:3000'],
  ])('with PUBLIC_URL %s and HOST %s accepts %s', async (publicUrl, host, name) => {
    await request(appAt(publicUrl, host)).get('/').set('Host', name).expect(204);
  });

  it.each([
    'evil.example',
    'evil.example:3000',
    'chime.example.org.evil.example',
    'evil.example:3000@chime.example.org',
    'localhost.evil.example',
    'notlocalhost',
    '127.0.0.1.evil.example',
    '192.168.1.5:3000',
    '[fd00::8]:3000',
    'a b',
    '[',
  ])('responds 421 to %s, whatever the path', async (name) => {
    for (const path of ['/', '/api/stats', '/auth/google', '/assets/main.js']) {
      const answer = await request(appAt(secure)).get(path).set('Host', name).expect(421);
      expect(answer.body).toMatchObject({
        code: 'unknown_host',
        detail: expect.stringContaining(secure),
      });
      const page = await request(appAt(secure))
        .get(path)
        .set({ Host: name, Accept: html })
        .expect(421);
      expect(page.text).toContain(`Open ${secure} instead.`);
      expect(page.text).toContain(
        'the proxy before Chime In does not pass on the Host header',
      );
      expect(page.type).toBe('text/plain');
    }
  });

  it('ignores other headers that name a host', async () => {
    const forged = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'localhost',
      Forwarded: 'host=localhost',
    };
    await request(appAt(secure)).get('/').set(forged).expect(421);
  });
});

describe('the redirect to PUBLIC_URL', () => {
  const app = express().use(redirectToPublicUrl(origin), noContent);
  const get = (path: string, host: string, accept = html) =>
    request(app).get(path).set('Host', host).set('Accept', accept);

  it.each(['127.0.0.1:3000', '[::1]:3000', '127.0.0.1'])(
    'sends a browser from %s to the same path',
    async (host) => {
      await get('/queue?a=1', host).expect(302).expect('Location', `${origin}/queue?a=1`);
      await get('/auth/google', host)
        .expect(302)
        .expect('Location', `${origin}/auth/google`);
    },
  );

  it('stops after one try when a proxy writes its own Host, so that there is no endless loop', async () => {
    const behind = express().use(
      redirectToPublicUrl('https://chime.example.org'),
      noContent,
    );
    const open = (headers: Record<string, string>) =>
      request(behind)
        .get('/queue')
        .set({ Host: '127.0.0.1:3000', Accept: html, ...headers });
    const first = await open({})
      .expect(302)
      .expect('Location', 'https://chime.example.org/queue');
    const [cookie = ''] = first.get('Set-Cookie') ?? [];
    await open({ Cookie: cookie.split(';')[0] ?? '' }).expect(204);
    await open({ Cookie: 'theme=dark' }).expect(302);
  });

  it('sets no cookie when PUBLIC_URL is on this machine, where there is no proxy', async () => {
    const answer = await get('/queue', '127.0.0.1:3000').expect(302);
    expect(answer.get('Set-Cookie')).toBeUndefined();
  });

  it('never leads to another site', async () => {
    await get('//evil.example/x', '127.0.0.1:3000').expect(
      'Location',
      `${origin}//evil.example/x`,
    );
  });

  it('leaves programs, the API, health checks and other hosts alone', async () => {
    await get('/', 'localhost:3000').expect(204);
    await get('/', '127.0.0.1:3000', 'application/json').expect(204);
    await get('/api/stats', '127.0.0.1:3000').expect(204);
    await get('/healthz', '127.0.0.1:3000').expect(204);
    await get('/', 'chime.example').expect(204);
  });
});

describe('security headers', () => {
  const headersOf = async (
    isHttps: boolean,
    path: string,
    googleOrigin: string | null = null,
  ) => {
    const app = express().use(securityHeaders(isHttps, googleOrigin), noContent);
    return (await request(app).get(path)).headers;
  };
  const csp = (headers: Record<string, string>) =>
    headers['content-security-policy'] ?? '';

  it('allow only our own scripts, and pictures of Google', async () => {
    const policy = csp(await headersOf(false, '/'));
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    for (const host of ['*.ytimg.com', '*.ggpht.com', '*.googleusercontent.com']) {
      expect(policy).toContain(`https://${host}`);
    }
  });

  it('name the origin that stands in for Google', async () => {
    expect(csp(await headersOf(false, '/', 'http://localhost:3001'))).toContain(
      'http://localhost:3001',
    );
  });

  it('require https only when PUBLIC_URL has it', async () => {
    const plain = await headersOf(false, '/');
    expect(csp(plain)).not.toContain('upgrade-insecure-requests');
    expect(plain['strict-transport-security']).toBeUndefined();
    const secure = await headersOf(true, '/');
    expect(csp(secure)).toContain('upgrade-insecure-requests');
    expect(secure['strict-transport-security']).toContain('max-age=31536000');
  });

  it('keep the popup’s opener across Google’s pages', async () => {
    const policyOf = async (path: string) =>
      (await headersOf(false, path))['cross-origin-opener-policy'];
    expect(await policyOf('/queue')).toBe('same-origin-allow-popups');
    expect(await policyOf('/auth/google')).toBe('unsafe-none');
    expect(await policyOf('/auth/google/callback')).toBe('unsafe-none');
  });
});
