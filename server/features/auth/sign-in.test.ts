import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sessions } from '#shared/schema.ts';
import type { Changes } from '../../core/events.ts';
import { answerConsent } from '../../testing/browser.ts';
import { outcomeOf, signInApp, tokenStatusOf, whoIs } from '../../testing/sign-in.ts';

const test = signInApp();

describe('a sign-in', () => {
  it('asks Google for an offline grant, tied to this browser by state and PKCE (rule 6.3)', async () => {
    const { origin, sandbox, browser } = test.app;
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

  it('ends with a page that tells auth-success to the origin of PUBLIC_URL', async () => {
    const { html, ...outcome } = await outcomeOf(await test.app.browser().signIn());
    expect(outcome).toEqual({
      status: 200,
      outcome: 'auth-success',
      origin: test.app.origin,
      staysFor: 0,
    });
    expect(html).toContain('<script src="/auth/popup.js"></script>');
  });

  it('ends with a page that keeps its opener, runs only its own script and is not cached', async () => {
    const { headers } = await test.app.browser().signIn();
    expect(headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
  });

  it('has a script that sends the outcome only to the origin of PUBLIC_URL', async () => {
    const script = await test.app.browser().get('/auth/popup.js');
    expect(script.headers.get('content-type')).toContain('text/javascript');
    expect(await script.text()).toContain('opener.postMessage(outcome, origin)');
  });

  /**
   * Runs the popup's script in a window with this opener. Returns what the pages of Chime
   * In are told.
   */
  async function toldByPopup(opener: unknown) {
    const script = await (await test.app.browser().get('/auth/popup.js')).text();
    const dataset = { outcome: 'auth-success', origin: test.app.origin, stay: '0' };
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
      document: {
        body: { dataset },
        getElementById: () => ({ addEventListener: vi.fn() }),
      },
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
      expect(home).toEqual([[`${test.app.origin}/`]]);
    },
  );

  it('tells only the popup’s opener when there is one', async () => {
    const postMessage = vi.fn();
    const { told, home } = await toldByPopup({ closed: false, postMessage });
    expect(postMessage).toHaveBeenCalledWith('auth-success', test.app.origin);
    expect([told, home]).toEqual([[], []]);
  });

  it('sends its event to open pages only once its session is stored', async () => {
    const me = await test.app.signedIn();
    const ids = () => test.db.select({ id: sessions.sid }).from(sessions);
    const whenTold: Promise<{ id: string }[]>[] = [];
    const look = ({ resources }: Changes) => {
      if (resources.has('auth')) whenTold.push(ids().execute());
    };
    onTestFinished(test.app.context.events.subscribe(look));
    await me.signIn();
    expect(await Promise.all(whenTold)).toEqual([await ids()]);
  });

  it('leads to the user and the channel', async () => {
    const me = await test.app.signedIn();
    expect(await whoIs(me)).toMatchObject({
      authenticated: true,
      user: {
        name: 'Ada Example',
        email: 'ada@example.com',
        channel: { title: 'Ada Example' },
      },
      sandbox: { google: true, languageModel: true },
    });
  });

  it('leads to a token status without problems, and a grant for seven days', async () => {
    const me = await test.app.signedIn();
    const status = await tokenStatusOf(me);
    expect(status).toMatchObject({ needsReauth: false, code: null });
    const inSevenDays = test.app.clock.now().getTime() + 7 * 86_400_000;
    expect(Math.abs(Date.parse(status.grantExpiresAt) - inSevenDays)).toBeLessThan(
      60_000,
    );
  });

  it('stores its session in a protected cookie (rule 6.4)', async () => {
    const page = await test.app.browser().signIn();
    const cookie = page.headers.getSetCookie().join();
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).toMatch(/Expires=/);
    expect(cookie).not.toMatch(/Secure|Domain/);
  });

  it('gives the browser a new session, and ends the one before it (rule 6.4)', async () => {
    const me = test.app.browser();
    const callback = await answerConsent(await me.beginSignIn());
    const before = me.cookie();
    await me.returnFromGoogle(callback);
    expect(me.cookie()).not.toBe(before);
    const thief = test.app.browser();
    thief.useCookie(before);
    expect((await whoIs(thief)).authenticated).toBe(false);
    expect(await test.db.$count(sessions)).toBe(1);
  });

  it('is not begun, and no session stored, by visitors who only look', async () => {
    const { browser } = test.app;
    const me = browser();
    await me.get('/api/auth/user');
    await me.get('/api/stats');
    expect(me.cookie()).toBeNull();
    expect(await test.db.$count(sessions)).toBe(0);
  });
});

describe('a sign-in with an account', () => {
  it('without the YouTube scope succeeds, and asks to sign in again with it', async () => {
    const me = test.app.browser();
    expect(await outcomeOf(await me.signIn({ youtube: false }))).toMatchObject({
      outcome: 'auth-success',
    });
    expect(await tokenStatusOf(me)).toMatchObject({
      needsReauth: true,
      code: 'scope_missing',
    });
  });

  it('with the YouTube scope, after one without it, connects the channel', async () => {
    const me = test.app.browser();
    await me.signIn({ youtube: false });
    await me.signIn();
    expect(await tokenStatusOf(me)).toMatchObject({ needsReauth: false });
    expect(await whoIs(me)).toMatchObject({
      user: { channel: { title: 'Ada Example' } },
    });
  });

  it('without a channel succeeds, and says that nothing can be posted', async () => {
    const { browser } = test.app;
    const me = browser();
    expect(await outcomeOf(await me.signIn({ account: 'noor' }))).toMatchObject({
      outcome: 'auth-success',
    });
    expect(await whoIs(me)).toMatchObject({
      authenticated: true,
      user: { channel: null },
    });
    expect(await tokenStatusOf(me)).toMatchObject({
      needsReauth: false,
      code: 'youtube_signup_required',
    });
  });
});
