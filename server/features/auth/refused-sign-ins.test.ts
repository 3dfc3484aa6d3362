import { describe, expect, it } from 'vitest';
import { googleAccount, sessions } from '#shared/schema.ts';
import { answerConsent, type Browser } from '../../testing/browser.ts';
import { outcomeOf, signInApp, whoIs } from '../../testing/sign-in.ts';

const test = signInApp();

describe('a sign-in that fails (rules 6.2, 6.3)', () => {
  const nothingHappened = async (browser: Browser) => {
    expect((await whoIs(browser)).authenticated).toBe(false);
    expect(await test.account()).toBeUndefined();
  };

  const anotherState = async () =>
    (await test.app.browser().beginSignIn()).searchParams.get('state') ?? '';

  it('because it was denied gives auth-error, and the popup closes at once', async () => {
    const { browser } = test.app;
    const me = browser();
    const page = await outcomeOf(await me.signIn({ decision: 'deny' }));
    expect(page).toMatchObject({ outcome: 'auth-error', staysFor: 0 });
    expect(page.html).toContain('data-canceled="true"');
    await nothingHappened(me);
  });

  it('because OWNER_EMAIL names another account gives auth-error with the reason', async () => {
    const { browser } = await test.start({ OWNER_EMAIL: 'Ada@Example.com' });
    const stranger = browser();
    const page = await outcomeOf(await stranger.signIn({ account: 'brand' }));
    expect(page).toMatchObject({ status: 403, outcome: 'auth-error' });
    expect(page.staysFor).toBeGreaterThan(5_000);
    expect(page.html).toContain('belongs to another account');
    await nothingHappened(stranger);
    expect((await browser().signIn()).status).toBe(200);
  });

  it('because another account is the owner already gives auth-error', async () => {
    const { browser, signedIn } = test.app;
    const owner = await signedIn();
    const page = await outcomeOf(await browser().signIn({ account: 'noor' }));
    expect(page).toMatchObject({ status: 403, outcome: 'auth-error' });
    expect(await whoIs(owner)).toMatchObject({ user: { email: 'ada@example.com' } });
  });

  it('because it lost the race for a new app leaves one account', async () => {
    const { browser } = await test.start();
    const both = (['ada', 'brand'] as const).map(
      async (account) => (await browser().signIn({ account })).status,
    );
    expect((await Promise.all(both)).sort()).toEqual([200, 403]);
    expect(await test.db.$count(googleAccount)).toBe(1);
  });

  it('because it comes back a second time gives auth-error', async () => {
    const { browser } = test.app;
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
      const callback = await answerConsent(await test.app.browser().beginSignIn());
      const { html } = await outcomeOf(
        await test.app.browser().returnFromGoogle(callback),
      );
      expect(html).toContain(startedElsewhere);
      expect(html).toContain(
        `Open ${test.app.origin} in this browser, allow cookies for it`,
      );
    });

    it('when it was used already', async () => {
      const me = test.app.browser();
      const callback = await answerConsent(await me.beginSignIn());
      await me.returnFromGoogle(callback);
      const { html } = await outcomeOf(await me.returnFromGoogle(callback));
      expect(html).toContain('was used already, or another one was begun after it');
      expect(html).not.toContain(startedElsewhere);
    });

    it('when it was begun before another one', async () => {
      const me = test.app.browser();
      const first = await answerConsent(await me.beginSignIn());
      await me.beginSignIn();
      const { html } = await outcomeOf(await me.returnFromGoogle(first));
      expect(html).toContain('was used already, or another one was begun after it');
    });

    it('when its session is gone', async () => {
      const me = test.app.browser();
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
      const me = test.app.browser();
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
    [
      'the state of another browser',
      async (query) => query.set('state', await anotherState()),
    ],
    ['no code', (query) => query.delete('code')],
    ['two codes', (query) => query.append('code', 'another')],
  ])('because it has %s gives auth-error', async (_what, spoil) => {
    const { browser } = test.app;
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
  ])(
    'cannot begin a sign-in or use up attempts with a link to %s',
    async (path, words) => {
      const { browser } = await test.start();
      const me = browser();
      for (let count = 0; count < 102; count += 1) {
        const page = await me.send(path, {
          headers: elsewhere[count % elsewhere.length] ?? {},
        });
        expect(page.status).toBe(403);
        expect(page.headers.getSetCookie()).toEqual([]);
        expect(await page.text()).toContain(words);
      }
      expect(await test.db.$count(sessions)).toBe(0);
      expect((await me.signIn()).status).toBe(200);
    },
  );

  it.each([
    '/auth/google',
    '/auth/google/callback?code=4/0A&state=guessed',
    '/auth/google/callback?error=access_denied',
  ])('cannot disturb a sign-in in progress with a link to %s', async (path) => {
    const { browser } = test.app;
    const me = browser();
    const callback = await answerConsent(await me.beginSignIn());
    await (await me.send(path, { headers: { 'Sec-Fetch-Site': 'cross-site' } })).text();
    expect((await me.returnFromGoogle(callback)).status).toBe(200);
  });

  it('is not needed to reach the limit, which also applies to the visitor’s own attempts', async () => {
    const { browser } = await test.start();
    const me = browser();
    for (let count = 0; count < 100; count += 1) await me.beginSignIn();
    const page = await me.send('/auth/google', {
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    });
    expect(page.status).toBe(429);
  });
});

describe('the rate limit of sign-ins (rule 6.10)', () => {
  const asked = async (browser: Browser, from: string) =>
    (await browser.send('/auth/google', { headers: { 'X-Forwarded-For': from } })).status;

  it('is not used up by other visitors behind the same proxy', async () => {
    const { browser } = await test.start();
    for (let count = 0; count < 101; count += 1) await asked(browser(), '203.0.113.7');
    expect(await asked(browser(), '203.0.113.7')).toBe(429);
    expect(await asked(browser(), '203.0.113.8')).toBe(302);
  });

  it('cannot be avoided by a header with changing addresses', async () => {
    const { browser } = await test.start();
    for (let count = 0; count < 300; count += 1)
      await asked(browser(), `203.0.113.${count % 250}`);
    expect(await asked(browser(), '198.51.100.1')).toBe(429);
  });
});
