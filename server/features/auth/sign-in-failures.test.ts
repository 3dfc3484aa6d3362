import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { googleAccount, sessions } from '#shared/schema.ts';
import type { Database } from '../../db/database.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Browser } from '../../testing/browser.ts';
import { heldDeadlines } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { served } from '../../testing/processes.ts';
import {
  type ScriptedAnswer,
  type ScriptedServer,
  scriptedServer,
} from '../../testing/scripted-model.ts';
import { requestedScopes, youtubeScope } from './auth.rules.ts';
import { readSignIn } from './google-strategy.ts';

const token = {
  access_token: 'ya29.a',
  refresh_token: '1//r',
  expires_in: 3599,
  scope: `openid email profile ${youtubeScope}`,
  token_type: 'Bearer',
};
const person = {
  sub: '108',
  name: 'Ada',
  email: 'ada@example.com',
  email_verified: true,
};
const channels = { items: [{ id: 'UCme', snippet: { title: 'My channel' } }] };

const appFor = (database: Database, origin: string) =>
  startTestApp({
    database,
    env: {
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_BASE_URL: origin,
      OPENAI_BASE_URL: `${origin}/v1`,
    },
  });

async function comeBack(browser: Browser): Promise<Response> {
  const { searchParams } = await browser.beginSignIn();
  const callback = new URLSearchParams({
    code: '4/0A',
    state: searchParams.get('state') ?? '',
  });
  return browser.returnFromGoogle(`/auth/google/callback?${callback}`);
}

describe('the callback of a sign-in', () => {
  const test = testDatabase();
  let google: ScriptedServer | undefined;
  let app: TestApp | undefined;
  let onHang: (() => void) | undefined;
  afterEach(async () => {
    await app?.close();
    await google?.close();
  });

  async function signIn(...script: ScriptedAnswer[]) {
    google = await scriptedServer(script, onHang);
    app = await appFor(test.database, google.origin);
    const browser = app.browser();
    const again = async () => {
      const page = await comeBack(browser);
      return { status: page.status, html: await page.text() };
    };
    return { ...(await again()), again };
  }

  const stored = async () => (await test.db.select().from(googleAccount))[0];

  it('sends the code with its verifier, and the token only in a header', async () => {
    const page = await signIn({ json: token }, { json: person }, { json: channels });
    expect(page.html).toContain('auth-success');
    const [exchange, userinfo] = google?.received ?? [];
    const form = new URLSearchParams(exchange?.body);
    expect(form.get('grant_type')).toBe('authorization_code');
    expect(form.get('code_verifier')).toMatch(/^[\w-]{43}$/);
    expect(userinfo?.path).toBe('/oauth2/v3/userinfo');
    expect(userinfo?.headers.authorization).toBe('Bearer ya29.a');
    expect(userinfo?.query.size).toBe(0);
  });

  it('keeps the refresh token when Google sends none the next time', async () => {
    const { refresh_token: _, ...withoutRefresh } = token;
    const rest = [{ json: person }, { json: channels }];
    const { again } = await signIn(
      { json: token },
      ...rest,
      { json: withoutRefresh },
      ...rest,
    );
    const before = await stored();
    expect((await again()).status).toBe(200);
    expect(await stored()).toMatchObject({
      sealedRefreshToken: before?.sealedRefreshToken,
      blockedCode: null,
    });
  });

  it('succeeds without the channel when YouTube is too busy to name it', async () => {
    const errors = [{ domain: 'usageLimits', reason: 'rateLimitExceeded' }];
    const busy = { status: 403, json: { error: { code: 403, errors } } };
    const page = await signIn({ json: token }, { json: person }, busy);
    expect(page.html).toContain('auth-success');
    expect(await stored()).toMatchObject({ channelId: null, blockedCode: null });
  });

  it('gives up after twenty seconds without a response from Google', async () => {
    const deadlines = heldDeadlines();
    onHang = deadlines.pass;
    const page = await signIn('hang');
    expect([page.status, deadlines.lengths]).toEqual([502, [20_000]]);
    expect(page.html).toContain('try again');
  });

  describe.each<[string, ScriptedAnswer[], string]>([
    [
      'a wrong client secret',
      [{ status: 401, json: { error: 'invalid_client' } }],
      'GOOGLE_CLIENT_SECRET',
    ],
    [
      'a wrong address',
      [{ status: 400, json: { error: 'redirect_uri_mismatch' } }],
      'PUBLIC_URL',
    ],
    [
      'a code that was used already',
      [{ status: 400, json: { error: 'invalid_grant' } }],
      'sign in again',
    ],
    ['a token service that is down', [{ status: 503, text: '<html>503' }], 'try again'],
    ['a connection that breaks', ['reset'], 'try again'],
    ['a token response without a token', [{ json: {} }], 'try again'],
    ['a profile that is not JSON', [{ json: token }, { text: '<html>' }], 'try again'],
    [
      'an unverified address',
      [{ json: token }, { json: { ...person, email_verified: false } }],
      'not verified',
    ],
  ])('after %s', (_what, script, sentence) => {
    it('reports a failed sign-in, and says what to do', async () => {
      const page = await signIn(...script);
      expect(page.status).toBe(sentence === 'not verified' ? 403 : 502);
      expect(page.html).toContain('data-outcome="auth-error"');
      expect(page.html).toContain(sentence);
    });

    it('shows and stores nothing of what Google sent', async () => {
      const page = await signIn(...script);
      expect(page.html).not.toMatch(/ya29|1\/\/|<html>503/);
      expect(await stored()).toBeUndefined();
    });
  });
});

describe('a slow callback', () => {
  const test = testDatabase();
  let google: Awaited<ReturnType<typeof slowGoogle>>;
  let app: TestApp;

  const answers: Record<string, unknown> = {
    '/token': token,
    '/oauth2/v3/userinfo': person,
    '/youtube/v3/channels': channels,
    '/revoke': {},
  };

  /** Starts a Google that can hold back one of its responses. */
  async function slowGoogle() {
    let held: { path: string; asked: () => void; release: Promise<void> } | null = null;
    const origin = await served(async (req, res) => {
      const { pathname } = new URL(req.url ?? '/', 'http://google');
      if (held?.path === pathname) {
        const { asked, release } = held;
        held = null;
        asked();
        await release;
      }
      res.setHeader('Content-Type', 'application/json');
      res.end(JSON.stringify(answers[pathname]));
    });
    return {
      origin,
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
    app = await appFor(test.database, google.origin);
  });
  afterEach(() => app.close());

  async function signedIn(): Promise<Browser> {
    const browser = app.browser();
    expect((await comeBack(browser)).status).toBe(200);
    return browser;
  }

  function tabOf(browser: Browser): Browser {
    const tab = app.browser();
    tab.useCookie(browser.cookie());
    return tab;
  }

  const whoIs = async (browser: Browser) =>
    (await (await browser.get('/api/auth/user')).json()).authenticated;

  async function expectNotOurs(page: Response): Promise<void> {
    expect(page.status).toBe(403);
    expect(await page.text()).toContain('was ended by signing out');
    // The cookie that the browser has by now is left alone.
    expect(page.headers.getSetCookie()).toEqual([]);
  }

  describe.each(['/token', '/oauth2/v3/userinfo', '/youtube/v3/channels'])(
    'that a sign-out overtakes while Google answers %s',
    (path) => {
      async function signOutDuringCallback() {
        const me = await signedIn();
        const held = google.hold(path);
        const popup = tabOf(me);
        const page = comeBack(popup);
        await held.asked;
        const cookie = me.cookie();
        expect((await me.post('/api/auth/logout')).status).toBe(204);
        held.release();
        return { me, popup, cookie, page: await page };
      }

      it('says that it was ended', async () => {
        const { page } = await signOutDuringCallback();
        await expectNotOurs(page);
      });

      it('leaves no session, neither the old one nor a new one', async () => {
        const { me, popup, cookie } = await signOutDuringCallback();
        expect(await test.db.$count(sessions)).toBe(0);
        me.useCookie(cookie);
        expect(await whoIs(me)).toBe(false);
        expect(await whoIs(popup)).toBe(false);
      });

      it('keeps the stored account', async () => {
        await signOutDuringCallback();
        expect(await test.db.$count(googleAccount)).toBe(1);
      });
    },
  );

  describe.each(['/token', '/youtube/v3/channels'])(
    'that a disconnect in another browser overtakes while Google answers %s',
    (path) => {
      async function disconnectDuringCallback() {
        const me = await signedIn();
        const other = app.browser();
        const held = google.hold(path);
        const page = comeBack(other);
        await held.asked;
        expect((await me.post('/api/auth/disconnect')).status).toBe(204);
        held.release();
        return { other, page: await page };
      }

      it('says that it was ended', async () => {
        const { page } = await disconnectDuringCallback();
        await expectNotOurs(page);
      });

      it('stores neither an account nor a session', async () => {
        const { other } = await disconnectDuringCallback();
        expect(await test.db.$count(googleAccount)).toBe(0);
        expect(await test.db.$count(sessions)).toBe(0);
        expect(await whoIs(other)).toBe(false);
      });
    },
  );

  it('loses to a disconnect that began before and ends after it', async () => {
    const me = await signedIn();
    const other = app.browser();
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
});

const now = new Date('2026-03-03T12:00:00Z');
const profile = {
  id: '108',
  displayName: 'Ada',
  emails: [{ value: 'Ada@Example.com', verified: true as unknown }],
  photos: [{ value: 'https://lh3.googleusercontent.com/a' }],
};
const read = (changes: Partial<Parameters<typeof readSignIn>[0]> = {}) =>
  readSignIn(
    {
      accessToken: 'a',
      refreshToken: 'r',
      params: { expires_in: 3599, scope: 'openid x' },
      profile,
      ...changes,
    },
    now,
  );

it('readSignIn assumes all requested scopes without a scope, and an hour without a lifetime', () => {
  const signIn = read({ params: {}, refreshToken: undefined });
  expect(signIn.scopes).toEqual(requestedScopes);
  expect(signIn.accessTokenExpiresAt).toEqual(new Date('2026-03-03T13:00:00Z'));
  expect(signIn.refreshToken).toBeNull();
});

it.each([
  ['does not say', undefined, false],
  ['says so as text', 'true', true],
])(
  'an address counts as verified only if Google says so (here Google %s)',
  (_what, verified, expected) => {
    const emails = [{ value: 'ada@example.com', verified }];
    expect(read({ profile: { ...profile, emails } }).emailVerified).toBe(expected);
  },
);

it('readSignIn accepts a profile without name, picture and address', () => {
  expect(read({ profile: { id: '1' } })).toMatchObject({
    name: 'Google account',
    email: '',
    emailVerified: false,
    picture: null,
  });
});
