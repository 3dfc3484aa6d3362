import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { googleAccount, lastChannel, sessions } from '#shared/schema.ts';
import type { Environment } from '../../config/config.ts';
import type { Changes } from '../../core/events.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { answerConsent, type Browser } from '../../testing/browser.ts';
import { testDatabase } from '../../testing/database.ts';

const test = testDatabase();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ database: test.database });
});
afterAll(() => app.close());

/** Starts a separate app for a test that counts attempts or needs another environment. */
async function start(env: Environment = {}): Promise<TestApp> {
  const own = await startTestApp({ database: test.database, env });
  onTestFinished(own.close);
  return own;
}

const brandEmail = 'example-cloud-notes-4821@pages.plusgoogle.com';
const bothEmails = { OWNER_EMAIL: `ada@example.com, ${brandEmail}` };
const accountRow = async () => (await test.db.select().from(googleAccount))[0];
const whoIs = async (browser: Browser) => (await browser.get('/api/auth/user')).json();
const statusOf = async (browser: Browser) => (await browser.get('/api/auth/token-status')).json();

async function outcomeOf(page: Response) {
  const html = await page.text();
  expect(page.headers.get('content-type')).toContain('text/html');
  return {
    status: page.status,
    outcome: /data-outcome="([^"]*)"/.exec(html)?.[1],
    origin: /data-origin="([^"]*)"/.exec(html)?.[1],
    staysFor: Number(/data-stay="([^"]*)"/.exec(html)?.[1]),
    html,
  };
}

describe('a sign-in', () => {
  it('asks Google for an offline grant, tied to this browser by state and PKCE (rule 6.3)', async () => {
    const { origin, sandbox, browser } = app;
    const page = await browser().beginSignIn();
    expect(page.origin).toBe(sandbox.googleOrigin);
    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      access_type: 'offline',
      prompt: 'consent select_account',
      response_type: 'code',
      redirect_uri: `${origin}/auth/google/callback`,
      scope: 'openid email profile https://www.googleapis.com/auth/youtube.force-ssl',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^.{20,}$/),
    });
  });

  it('ends with a page that sends auth-success only to the origin of PUBLIC_URL', async () => {
    const { origin, browser } = app;
    const me = browser();
    const page = await me.signIn();
    expect(page.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const { html, ...outcome } = await outcomeOf(page);
    expect(outcome).toEqual({ status: 200, outcome: 'auth-success', origin, staysFor: 0 });
    expect(html).toContain('<script src="/auth/popup.js"></script>');
    const script = await me.get('/auth/popup.js');
    expect(script.headers.get('content-type')).toContain('text/javascript');
    expect(await script.text()).toContain('opener.postMessage(outcome, origin)');
  });

  /** Runs the popup's script in a window with this opener. Returns what the pages of Chime In are told. */
  async function toldByPopup(opener: unknown) {
    const script = await (await app.browser().get('/auth/popup.js')).text();
    const dataset = { outcome: 'auth-success', origin: app.origin, stay: '0' };
    const told = vi.fn();
    const home = vi.fn();
    class Channel {
      readonly #name: string;
      constructor(name: string) {
        this.#name = name;
      }
      postMessage = (data: unknown) => told(this.#name, data);
    }
    runInNewContext(script, {
      document: { body: { dataset }, getElementById: () => ({ addEventListener: vi.fn() }) },
      window: { opener, close: vi.fn() },
      location: { replace: home },
      setTimeout: vi.fn(),
      BroadcastChannel: Channel,
    });
    return { told: told.mock.calls, home: home.mock.calls };
  }

  it.each([
    ['was cut off by another page’s policy', null],
    ['is closed', { closed: true }],
    ['never existed because it is a tab', undefined],
  ])(
    'tells all pages and goes to the start page when the popup’s opener %s (rule 6.4)',
    async (_what, opener) => {
      const { told, home } = await toldByPopup(opener);
      expect(told).toEqual([['chime-in.sign-in', 'auth-success']]);
      expect(home).toEqual([[`${app.origin}/`]]);
    },
  );

  it('tells only the popup’s opener when there is one', async () => {
    const postMessage = vi.fn();
    const { told, home } = await toldByPopup({ closed: false, postMessage });
    expect(postMessage).toHaveBeenCalledWith('auth-success', app.origin);
    expect([told, home]).toEqual([[], []]);
  });

  it('sends its event to open pages only once its session is stored', async () => {
    const me = await app.signedIn();
    const ids = () => test.db.select({ id: sessions.sid }).from(sessions);
    const whenTold: Promise<{ id: string }[]>[] = [];
    const look = ({ resources }: Changes) => {
      if (resources.has('auth')) whenTold.push(ids().execute());
    };
    onTestFinished(app.context.events.subscribe(look));
    await me.signIn();
    expect(await Promise.all(whenTold)).toEqual([await ids()]);
  });

  it('leads to the user, the channel and a token status without problems', async () => {
    const { signedIn, clock } = app;
    const me = await signedIn();
    expect(await whoIs(me)).toMatchObject({
      authenticated: true,
      user: { name: 'Ada Example', email: 'ada@example.com', channel: { title: 'Ada Example' } },
      sandbox: { google: true, languageModel: true },
    });
    const status = await statusOf(me);
    expect(status).toMatchObject({ needsReauth: false, code: null });
    const inSevenDays = clock.now().getTime() + 7 * 86_400_000;
    expect(Math.abs(Date.parse(status.grantExpiresAt) - inSevenDays)).toBeLessThan(60_000);
  });

  it('gives the browser a new session in a protected cookie (rule 6.4)', async () => {
    const { browser } = app;
    const me = browser();
    const callback = await answerConsent(await me.beginSignIn());
    const before = me.cookie();
    const page = await me.returnFromGoogle(callback);
    const cookie = page.headers.getSetCookie().join();
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).toMatch(/Expires=/);
    expect(cookie).not.toMatch(/Secure|Domain/);
    expect(me.cookie()).not.toBe(before);
    const thief = browser();
    thief.useCookie(before);
    expect((await whoIs(thief)).authenticated).toBe(false);
    expect(await test.db.$count(sessions)).toBe(1);
  });

  it('is not begun, and no session stored, by visitors who only look', async () => {
    const { browser } = app;
    const me = browser();
    await me.get('/api/auth/user');
    await me.get('/api/stats');
    expect(me.cookie()).toBeNull();
    expect(await test.db.$count(sessions)).toBe(0);
  });
});

describe('a sign-in that fails (rules 6.2, 6.3)', () => {
  const nothingHappened = async (browser: Browser) => {
    expect((await whoIs(browser)).authenticated).toBe(false);
    expect(await accountRow()).toBeUndefined();
  };

  const anotherState = async () => (await app.browser().beginSignIn()).searchParams.get('state') ?? '';

  it('because it was denied gives auth-error, and the popup closes at once', async () => {
    const { browser } = app;
    const me = browser();
    const page = await outcomeOf(await me.signIn({ decision: 'deny' }));
    expect(page).toMatchObject({ outcome: 'auth-error', staysFor: 0 });
    expect(page.html).toContain('data-canceled="true"');
    await nothingHappened(me);
  });

  it('because OWNER_EMAIL names another account gives auth-error with the reason', async () => {
    const { browser } = await start({ OWNER_EMAIL: 'Ada@Example.com' });
    const stranger = browser();
    const page = await outcomeOf(await stranger.signIn({ account: 'brand' }));
    expect(page).toMatchObject({ status: 403, outcome: 'auth-error' });
    expect(page.staysFor).toBeGreaterThan(5_000);
    expect(page.html).toContain('belongs to another account');
    await nothingHappened(stranger);
    expect((await browser().signIn()).status).toBe(200);
  });

  it('because another account is the owner already gives auth-error', async () => {
    const { browser, signedIn } = app;
    const owner = await signedIn();
    const page = await outcomeOf(await browser().signIn({ account: 'noor' }));
    expect(page).toMatchObject({ status: 403, outcome: 'auth-error' });
    expect(await whoIs(owner)).toMatchObject({ user: { email: 'ada@example.com' } });
  });

  it('because it lost the race for a new app leaves one account', async () => {
    const { browser } = await start();
    const both = (['ada', 'brand'] as const).map(
      async (account) => (await browser().signIn({ account })).status,
    );
    expect((await Promise.all(both)).sort()).toEqual([200, 403]);
    expect(await test.db.$count(googleAccount)).toBe(1);
  });

  it('because it comes back a second time gives auth-error', async () => {
    const { browser } = app;
    const me = browser();
    const callback = await answerConsent(await me.beginSignIn());
    expect((await me.returnFromGoogle(callback)).status).toBe(200);
    expect(await outcomeOf(await me.returnFromGoogle(callback))).toMatchObject({
      status: 403,
      outcome: 'auth-error',
    });
    expect((await whoIs(me)).authenticated).toBe(true);
  });

  describe('gives the reason (rule 6.13)', () => {
    const startedElsewhere = 'was not started in this browser';

    it('when it was started in another browser', async () => {
      const callback = await answerConsent(await app.browser().beginSignIn());
      const { html } = await outcomeOf(await app.browser().returnFromGoogle(callback));
      expect(html).toContain(startedElsewhere);
      expect(html).toContain(`Open ${app.origin} in this browser, allow cookies for it`);
    });

    it('when it was used already', async () => {
      const me = app.browser();
      const callback = await answerConsent(await me.beginSignIn());
      await me.returnFromGoogle(callback);
      const { html } = await outcomeOf(await me.returnFromGoogle(callback));
      expect(html).toContain('was used already, or another one was begun after it');
      expect(html).not.toContain(startedElsewhere);
    });

    it('when it was begun before another one', async () => {
      const me = app.browser();
      const first = await answerConsent(await me.beginSignIn());
      await me.beginSignIn();
      const { html } = await outcomeOf(await me.returnFromGoogle(first));
      expect(html).toContain('was used already, or another one was begun after it');
    });

    it('when its session is gone', async () => {
      const me = app.browser();
      const callback = await answerConsent(await me.beginSignIn());
      await test.db.delete(sessions);
      const { html } = await outcomeOf(await me.returnFromGoogle(callback));
      expect(html).toContain('was ended by signing out, or took more than an hour');
      expect(html).not.toContain(startedElsewhere);
    });

    it.each([
      ['admin_policy_enforced', '(admin_policy_enforced)'],
      ['temporarily_unavailable', '(temporarily_unavailable)'],
      ['<b>Call 555</b>', '(no code)'],
    ])('when Google refused it with %s', async (error, words) => {
      const me = app.browser();
      const callback = new URL(await answerConsent(await me.beginSignIn()));
      callback.searchParams.delete('code');
      callback.searchParams.set('error', error);
      const { html } = await outcomeOf(await me.returnFromGoogle(callback.href));
      expect(html).toContain(`Google did not let this sign-in through ${words}`);
      expect(html).not.toContain(startedElsewhere);
    });
  });

  it.each<[string, (query: URLSearchParams) => unknown]>([
    ['a forged state', (query) => query.set('state', 'x'.repeat(24))],
    ['no state', (query) => query.delete('state')],
    ['the state of another browser', async (query) => query.set('state', await anotherState())],
    ['no code', (query) => query.delete('code')],
    ['two codes', (query) => query.append('code', 'another')],
  ])('because it has %s gives auth-error', async (_what, spoil) => {
    const { browser } = app;
    const me = browser();
    const callback = new URL(await answerConsent(await me.beginSignIn()));
    await spoil(callback.searchParams);
    expect(await outcomeOf(await me.returnFromGoogle(callback.href))).toMatchObject({
      status: 403,
      outcome: 'auth-error',
    });
    await nothingHappened(me);
  });
});

describe('another site (rule 6.6)', () => {
  const elsewhere: Record<string, string>[] = [
    // A picture, a link, and another port of this host.
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' },
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' },
    { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'navigate' },
  ];

  it.each([
    ['/auth/google', 'came from another site'],
    ['/auth/google/callback?code=4/0A&state=guessed', 'was not started in this browser'],
  ])('cannot begin a sign-in or use up attempts with a link to %s', async (path, words) => {
    const { browser } = await start();
    const me = browser();
    for (let count = 0; count < 102; count += 1) {
      const page = await me.send(path, { headers: elsewhere[count % elsewhere.length] ?? {} });
      expect(page.status).toBe(403);
      expect(page.headers.getSetCookie()).toEqual([]);
      expect(await page.text()).toContain(words);
    }
    expect(await test.db.$count(sessions)).toBe(0);
    expect((await me.signIn()).status).toBe(200);
  });

  it.each([
    '/auth/google',
    '/auth/google/callback?code=4/0A&state=guessed',
    '/auth/google/callback?error=access_denied',
  ])('cannot disturb a sign-in in progress with a link to %s', async (path) => {
    const { browser } = app;
    const me = browser();
    const callback = await answerConsent(await me.beginSignIn());
    await (await me.send(path, { headers: { 'Sec-Fetch-Site': 'cross-site' } })).text();
    expect((await me.returnFromGoogle(callback)).status).toBe(200);
  });

  it('is not needed to reach the limit, which also applies to the visitor’s own attempts', async () => {
    const { browser } = await start();
    const me = browser();
    for (let count = 0; count < 100; count += 1) await me.beginSignIn();
    const page = await me.send('/auth/google', { headers: { 'Sec-Fetch-Site': 'same-origin' } });
    expect(page.status).toBe(429);
  });
});

describe('the rate limit of sign-ins (rule 6.10)', () => {
  const asked = async (browser: Browser, from: string) =>
    (await browser.send('/auth/google', { headers: { 'X-Forwarded-For': from } })).status;

  it('is not used up by other visitors behind the same proxy', async () => {
    const { browser } = await start();
    for (let count = 0; count < 101; count += 1) await asked(browser(), '203.0.113.7');
    expect(await asked(browser(), '203.0.113.7')).toBe(429);
    expect(await asked(browser(), '203.0.113.8')).toBe(302);
  });

  it('cannot be avoided by a header with changing addresses', async () => {
    const { browser } = await start();
    for (let count = 0; count < 300; count += 1) await asked(browser(), `203.0.113.${count % 250}`);
    expect(await asked(browser(), '198.51.100.1')).toBe(429);
  });
});

describe('a sign-in with an account', () => {
  it('without the YouTube scope succeeds, and asks to sign in again with it', async () => {
    const { browser } = app;
    const me = browser();
    expect(await outcomeOf(await me.signIn({ youtube: false }))).toMatchObject({ outcome: 'auth-success' });
    expect(await statusOf(me)).toMatchObject({ needsReauth: true, code: 'scope_missing' });
    await me.signIn();
    expect(await statusOf(me)).toMatchObject({ needsReauth: false });
    expect(await whoIs(me)).toMatchObject({ user: { channel: { title: 'Ada Example' } } });
  });

  it('without a channel succeeds, and says that nothing can be posted', async () => {
    const { browser } = app;
    const me = browser();
    expect(await outcomeOf(await me.signIn({ account: 'noor' }))).toMatchObject({ outcome: 'auth-success' });
    expect(await whoIs(me)).toMatchObject({ authenticated: true, user: { channel: null } });
    expect(await statusOf(me)).toMatchObject({ needsReauth: false, code: 'youtube_signup_required' });
  });
});

describe('a sign-in with another channel than before (rule 6.3)', () => {
  async function asked() {
    const { signedIn, clock } = await start(bothEmails);
    const me = await signedIn();
    const page = await outcomeOf(await me.signIn({ account: 'brand' }));
    expect(page.outcome).toBeUndefined();
    expect(page.html).toContain('Comments were posted as <b>Ada Example</b>');
    expect(page.html).toContain('this sign-in is <b>Example Cloud Notes</b>');
    const token = /name="token" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
    const answer = async (choice: string, changes: Record<string, string> = {}, headers = {}) =>
      outcomeOf(
        await me.send('/auth/google/switch', {
          method: 'POST',
          body: new URLSearchParams({ token, answer: choice, ...changes }).toString(),
          headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        }),
      );
    return { me, answer, clock };
  }
  const channelOf = async (browser: Browser) => (await whoIs(browser)).user?.channel.title;

  it('asks first, stores no readable token, and changes nothing when the owner keeps the channel', async () => {
    const { me, answer } = await asked();
    expect(JSON.stringify(await test.db.select().from(sessions))).not.toMatch(/ya29|1\/\//);
    expect(await channelOf(me)).toBe('Ada Example');
    expect(await answer('keep')).toMatchObject({ outcome: 'auth-error', staysFor: 0 });
    expect(await channelOf(me)).toBe('Ada Example');
    expect(await answer('switch')).toMatchObject({ status: 403 });
  });

  it('switches after the owner agrees, once', async () => {
    const { me, answer } = await asked();
    expect(await answer('switch')).toMatchObject({ status: 200, outcome: 'auth-success' });
    expect(await channelOf(me)).toBe('Example Cloud Notes');
    expect(await answer('switch')).toMatchObject({ status: 403 });
  });

  it('does not switch without the page’s token, from another site or after ten minutes', async () => {
    const { me, answer, clock } = await asked();
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await answer('switch', {}, foreign)).html).toContain('came from another site');
    expect(await answer('switch', { token: 'guessed' })).toMatchObject({ status: 403 });
    clock.advance(11 * 60_000);
    expect(await answer('switch')).toMatchObject({ status: 403 });
    expect(await channelOf(me)).toBe('Ada Example');
  });
});

describe('a sign-in with another channel than before a disconnect (rule 6.3)', () => {
  async function disconnected() {
    const own = await start(bothEmails);
    const me = await own.signedIn();
    expect((await me.post('/api/auth/disconnect')).status).toBe(204);
    return { ...own, me };
  }

  it('asks first, although nothing is connected', async () => {
    const { me } = await disconnected();
    const page = await outcomeOf(await me.signIn({ account: 'brand' }));
    expect(page.outcome).toBeUndefined();
    expect(page.html).toContain('Comments were posted as <b>Ada Example</b>');
    expect(await accountRow()).toBeUndefined();
  });

  it('does not ask when the channel is the same', async () => {
    const { me } = await disconnected();
    expect(await outcomeOf(await me.signIn())).toMatchObject({ outcome: 'auth-success' });
    expect(await accountRow()).toMatchObject({ channelTitle: 'Ada Example' });
  });

  it('asks when YouTube does not name the channel of another account', async () => {
    const { me, sandbox } = await disconnected();
    sandbox.admin.fault({
      match: { path: '/youtube/v3/channels' },
      times: 0,
      fault: { kind: 'status', status: 503 },
    });
    const page = await outcomeOf(await me.signIn({ account: 'brand' }));
    expect(page.html).toContain('Comments were posted as <b>Ada Example</b>');
  });

  it('asks again after an account without a channel', async () => {
    const own = await start({ OWNER_EMAIL: `ada@example.com, noor@example.com, ${brandEmail}` });
    const me = await own.signedIn();
    await me.post('/api/auth/disconnect');
    const question = await outcomeOf(await me.signIn({ account: 'noor' }));
    const token = /name="token" value="([^"]+)"/.exec(question.html)?.[1] ?? '';
    const answer = await me.send('/auth/google/switch', {
      method: 'POST',
      body: new URLSearchParams({ token, answer: 'switch' }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBe(200);
    expect((await outcomeOf(await me.signIn({ account: 'brand' }))).html).toContain(
      'Comments were posted as <b>Ada Example</b>',
    );
  });

  it('asks without the name of the earlier channel once that name is 30 days old (rule 3.7)', async () => {
    const { me, clock, context } = await disconnected();
    clock.advance(31 * 86_400_000);
    await context.services.account.renewChannelName();
    expect(await test.db.select().from(lastChannel)).toMatchObject([{ channelTitle: null }]);
    const page = await outcomeOf(await me.signIn({ account: 'brand' }));
    expect(page.html).toContain('Comments were posted as <b>your other channel</b>');
  });
});

describe('signing out and disconnecting (rule 6.4)', () => {
  it('sign-out ends only this session and keeps the grant', async () => {
    const { signedIn } = app;
    const here = await signedIn();
    const there = await signedIn();
    const cookie = here.cookie();
    expect((await here.post('/api/auth/logout')).status).toBe(204);
    expect(here.cookie()).toBeNull();
    here.useCookie(cookie);
    expect((await here.get('/api/auth/token-status')).status).toBe(401);
    expect((await there.get('/api/auth/token-status')).status).toBe(200);
    expect((await accountRow())?.sealedRefreshToken).toBeTruthy();
  });

  it('disconnecting ends all sessions for good, with their event streams', async () => {
    const { signedIn } = app;
    const here = await signedIn();
    const there = await signedIn();
    const stream = await there.get('/api/events');
    const gone = there.cookie();
    await here.post('/api/auth/disconnect');
    const again = await signedIn();
    expect(await test.db.$count(sessions)).toBe(1);
    expect(await stream.text()).toMatch(/^retry: 2000/);
    there.useCookie(gone);
    expect((await there.get('/api/auth/token-status')).status).toBe(401);
    expect((await again.get('/api/auth/token-status')).status).toBe(200);
  });

  it('disconnecting ends a sign-in that had only begun', async () => {
    const { signedIn, browser } = app;
    const here = await signedIn();
    const beginner = browser();
    const callback = await answerConsent(await beginner.beginSignIn());
    await here.post('/api/auth/disconnect');
    expect((await beginner.returnFromGoogle(callback)).status).toBe(403);
    expect(await accountRow()).toBeUndefined();
  });
});

it('a changed SESSION_SECRET signs everyone out and requires a new grant, without a crash', async () => {
  const me = await app.signedIn();
  const cookie = me.cookie();
  const second = await start({ SESSION_SECRET: 'another secret for tests, long enough for it' });
  const later = second.browser();
  later.useCookie(cookie);
  expect((await whoIs(later)).authenticated).toBe(false);
  expect(await second.context.services.account.tokenStatus()).toMatchObject({ code: 'needs_reauth' });
  expect((await later.signIn()).status).toBe(200);
  expect(await statusOf(later)).toMatchObject({ needsReauth: false });
});
