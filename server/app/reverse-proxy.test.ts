import { expect, it, onTestFinished } from 'vitest';
import type { Environment } from '../config/config.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { answerConsent } from '../testing/browser.ts';
import { testDatabase } from '../testing/database.ts';

const test = testDatabase('once');

async function ownApp(options: { env?: Environment } = {}): Promise<TestApp> {
  const own = await startTestApp({ database: test.database, ...options });
  onTestFinished(own.close);
  return own;
}

const behindProxy = {
  PUBLIC_URL: 'https://chime.example',
  OWNER_EMAIL: 'ada@example.com',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  GOOGLE_BASE_URL: 'http://localhost:1',
  OPENAI_BASE_URL: 'http://localhost:1/v1',
};

it('behind a reverse proxy the cookie and the site are for https only (rule 6.4)', async () => {
  const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '203.0.113.7' };
  const { browser } = await ownApp({ env: behindProxy });
  const response = await browser().send('/auth/google', { headers });
  expect(response.headers.getSetCookie().join()).toMatch(/; Secure/);
  expect(response.headers.get('strict-transport-security')).toContain('max-age');
  const address = new URL(response.headers.get('location') ?? '');
  expect(address.searchParams.get('redirect_uri')).toBe(
    'https://chime.example/auth/google/callback',
  );
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
    {
      Forwarded: 'for="[2001:db8::1]:4711";proto="HTTPS";by=_a, for=10.0.0.1;proto=http',
    },
  ],
  [
    'X-Forwarded-Ssl',
    { 'X-Forwarded-Ssl': 'on', 'X-Forwarded-For': '203.0.113.7, 10.0.0.1' },
  ],
  ['X-Forwarded-Scheme', { 'X-Forwarded-Scheme': 'https', 'X-Forwarded-Port': '80' }],
])(
  'behind a reverse proxy that sends %s the cookie follows PUBLIC_URL (rule 6.4)',
  async (_, headers) => {
    const { browser } = await ownApp({ env: behindProxy });
    const response = await browser().send('/auth/google', { headers });
    expect(response.headers.getSetCookie().join()).toMatch(/; Secure/);
  },
);

it.each([
  ['no header', {}],
  ['another word', { 'X-Forwarded-Proto': 'http,HTTPS' }],
  ['Forwarded', { Forwarded: 'for=192.0.2.1;proto=http, for=10.0.0.1;proto=https' }],
])(
  'behind a reverse proxy that sends %s the owner can sign in and out (rule 6.4)',
  async (_, headers) => {
    // A local name, because only an app with a local name may use the sandbox.
    const PUBLIC_URL = 'https://chime.localhost';
    const { browser } = await ownApp({
      env: { PUBLIC_URL, OWNER_EMAIL: 'ada@example.com' },
    });
    const me = browser();
    const begun = await me.send('/auth/google', { headers });
    const callback = new URL(
      await answerConsent(new URL(begun.headers.get('location') ?? '')),
    );
    expect(callback.origin).toBe(PUBLIC_URL);
    const page = await me.send(`${callback.pathname}${callback.search}`, { headers });
    expect(page.status).toBe(200);
    expect(page.headers.getSetCookie().join()).toMatch(/; Secure/);
    expect(await page.text()).toContain(
      `data-outcome="auth-success" data-origin="${PUBLIC_URL}"`,
    );
    expect((await me.send('/api/comments', { headers })).status).toBe(200);
    const change = { ...headers, Origin: PUBLIC_URL };
    expect(
      (await me.send('/api/auth/logout', { method: 'POST', headers: change })).status,
    ).toBe(204);
    expect((await me.send('/api/comments', { headers })).status).toBe(401);
  },
);
