import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { googleAccount, sessions } from '#shared/schema.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Browser } from '../../testing/browser.ts';
import { testDatabase } from '../../testing/database.ts';
import { youtubeScope } from './scopes.ts';

const test = testDatabase();
let google: Awaited<ReturnType<typeof slowGoogle>>;
let app: TestApp;

const answers: Record<string, unknown> = {
  '/token': {
    access_token: 'ya29.a',
    refresh_token: '1//r',
    expires_in: 3599,
    scope: `openid email profile ${youtubeScope}`,
    token_type: 'Bearer',
  },
  '/oauth2/v3/userinfo': { sub: '108', name: 'Ada', email: 'ada@example.com', email_verified: true },
  '/youtube/v3/channels': { items: [{ id: 'UCme', snippet: { title: 'My channel' } }] },
  '/revoke': {},
};

/** A Google that can be told to hold back one of its answers. */
async function slowGoogle() {
  let held: { path: string; asked: () => void; release: Promise<void> } | null = null;
  const server = createServer(async (req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://google');
    if (held?.path === pathname) {
      const { asked, release } = held;
      held = null;
      asked();
      await release;
    }
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify(answers[pathname]));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold(path: string) {
      const asked = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      held = { path, asked: asked.resolve, release: release.promise };
      return { asked: asked.promise, release: release.resolve };
    },
  };
}

beforeEach(async () => {
  google = await slowGoogle();
  app = await startTestApp({
    database: test.database,
    env: {
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_BASE_URL: google.origin,
      OPENAI_BASE_URL: `${google.origin}/v1`,
    },
  });
});
afterEach(() => app.close());

async function comeBack(browser: Browser): Promise<Response> {
  const { searchParams } = await browser.beginSignIn();
  const callback = new URLSearchParams({ code: '4/0A', state: searchParams.get('state') ?? '' });
  return browser.returnFromGoogle(`/auth/google/callback?${callback}`);
}

async function signedIn(): Promise<Browser> {
  const browser = app.browser();
  expect((await comeBack(browser)).status).toBe(200);
  return browser;
}

/** The same cookie jar as another tab of the browser has it. */
function tabOf(browser: Browser): Browser {
  const tab = app.browser();
  tab.useCookie(browser.cookie());
  return tab;
}

const whoIs = async (browser: Browser) => (await (await browser.get('/api/auth/user')).json()).authenticated;

async function expectNotOurs(page: Response): Promise<void> {
  expect(page.status).toBe(403);
  expect(await page.text()).toContain('was ended by signing out');
  // Whatever cookie the browser has by now is not touched.
  expect(page.headers.getSetCookie()).toEqual([]);
}

it.each(['/token', '/oauth2/v3/userinfo', '/youtube/v3/channels'])(
  'a sign-out while Google answers %s stays a sign-out',
  async (path) => {
    const me = await signedIn();
    const held = google.hold(path);
    const popup = tabOf(me);
    const page = comeBack(popup);
    await held.asked;
    const cookie = me.cookie();
    expect((await me.post('/api/auth/logout')).status).toBe(204);
    held.release();
    await expectNotOurs(await page);
    expect(await test.db.$count(sessions)).toBe(0);
    me.useCookie(cookie);
    expect(await whoIs(me)).toBe(false);
    expect(await whoIs(popup)).toBe(false);
    expect(await test.db.$count(googleAccount)).toBe(1);
  },
);

it.each(['/token', '/youtube/v3/channels'])(
  'disconnecting while Google answers %s in another browser stays disconnected',
  async (path) => {
    const me = await signedIn();
    const other = app.browser();
    const held = google.hold(path);
    const page = comeBack(other);
    await held.asked;
    expect((await me.post('/api/auth/disconnect')).status).toBe(204);
    held.release();
    await expectNotOurs(await page);
    expect(await test.db.$count(googleAccount)).toBe(0);
    expect(await test.db.$count(sessions)).toBe(0);
    expect(await whoIs(other)).toBe(false);
  },
);

it('disconnecting wins over a sign-in that is stored while Google is told of it', async () => {
  const [me, other] = [await signedIn(), app.browser()];
  const held = google.hold('/revoke');
  const disconnected = me.post('/api/auth/disconnect');
  await held.asked;
  expect((await comeBack(other)).status).toBe(200);
  held.release();
  expect((await disconnected).status).toBe(204);
  expect(await test.db.$count(googleAccount)).toBe(0);
  expect(await test.db.$count(sessions)).toBe(0);
  expect(await whoIs(other)).toBe(false);
});
