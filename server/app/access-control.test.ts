import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { comments, googleAccount, queueItems, voiceProfiles } from '#shared/schema.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { type Browser, createBrowser } from '../testing/browser.ts';
import { testDatabase } from '../testing/database.ts';
import { makeQueueItem, makeVoiceProfile } from '../testing/factories.ts';
import { ownersCalls } from '../testing/owners-calls.ts';

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

const strangers: [string, () => Promise<{ browser: Browser; headers?: Record<string, string> }>, number][] = [
  ['nobody', async () => ({ browser: createBrowser(app.origin) }), 401],
  [
    'the session of an account that is not the owner’s',
    async () => {
      await test.db.execute(sql`update sessions set sess = jsonb_set(sess, '{googleSub}', '"4711"')`);
      return { browser: owner };
    },
    401,
  ],
  [
    'a session that has expired',
    async () => {
      await test.db.execute(sql`update sessions set expire = '2001-01-01'`);
      return { browser: owner };
    },
    401,
  ],
  [
    'a forged cookie',
    async () => {
      owner.useCookie(forged(owner.cookie() ?? ''));
      return { browser: owner };
    },
    401,
  ],
  [
    'another site in the owner’s browser',
    async () => ({
      browser: owner,
      headers: { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    }),
    403,
  ],
  [
    'a picture or a link on another site, which send no Origin',
    async () => ({ browser: owner, headers: { 'Sec-Fetch-Site': 'cross-site' } }),
    403,
  ],
  [
    'another port of this host',
    async () => ({ browser: owner, headers: { 'Sec-Fetch-Site': 'same-site' } }),
    403,
  ],
];

describe.each(strangers)('%s', (_, arrive, status) => {
  it('is refused at every call, and nothing changes (rules 6.1, 6.6)', async () => {
    const { browser, headers } = await arrive();
    const before = await census();
    for (const [method, path] of ownersCalls) {
      const body = method === 'GET' ? {} : { body: '{}' };
      const response = await browser.send(path, { method, ...body, ...(headers && { headers }) });
      expect([response.status, method, path]).toEqual([status, method, path]);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      expect(response.headers.get('content-type')).toContain('application/problem+json');
      const code = status === 401 ? 'unauthenticated' : 'cross_site';
      expect(await response.json()).toMatchObject({
        status,
        code,
        detail: expect.stringMatching(/\w.*[.]$/),
      });
    }
    expect(await census()).toEqual(before);
  });
});

it('the tokens cannot be read from the database (rule 6.5)', async () => {
  const [row] = await test.db.select().from(googleAccount);
  expect(row?.sealedRefreshToken).toBeTruthy();
  expect(JSON.stringify(row)).not.toMatch(/ya29\.|1\/\/0/);
});
