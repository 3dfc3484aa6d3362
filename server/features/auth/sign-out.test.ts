import { describe, expect, it } from 'vitest';
import { sessions } from '#shared/schema.ts';
import { answerConsent } from '../../testing/browser.ts';
import { signInApp, tokenStatusOf, whoIs } from '../../testing/sign-in.ts';

const test = signInApp();

describe('signing out and disconnecting (rule 6.4)', () => {
  it('sign-out ends this session', async () => {
    const here = await test.app.signedIn();
    const cookie = here.cookie();
    expect((await here.post('/api/auth/logout')).status).toBe(204);
    expect(here.cookie()).toBeNull();
    here.useCookie(cookie);
    expect((await here.get('/api/auth/token-status')).status).toBe(401);
  });

  it('sign-out keeps the other sessions and the grant', async () => {
    const here = await test.app.signedIn();
    const there = await test.app.signedIn();
    await here.post('/api/auth/logout');
    expect((await there.get('/api/auth/token-status')).status).toBe(200);
    expect((await test.account())?.sealedRefreshToken).toBeTruthy();
  });

  it('disconnecting ends all sessions for good', async () => {
    const here = await test.app.signedIn();
    const there = await test.app.signedIn();
    const gone = there.cookie();
    await here.post('/api/auth/disconnect');
    const again = await test.app.signedIn();
    expect(await test.db.$count(sessions)).toBe(1);
    there.useCookie(gone);
    expect((await there.get('/api/auth/token-status')).status).toBe(401);
    expect((await again.get('/api/auth/token-status')).status).toBe(200);
  });

  it('disconnecting ends the event streams of other sessions', async () => {
    const here = await test.app.signedIn();
    const there = await test.app.signedIn();
    const stream = await there.get('/api/events');
    await here.post('/api/auth/disconnect');
    expect(await stream.text()).toMatch(/^retry: 2000/);
  });

  it('disconnecting ends a sign-in that had only begun', async () => {
    const { signedIn, browser } = test.app;
    const here = await signedIn();
    const beginner = browser();
    const callback = await answerConsent(await beginner.beginSignIn());
    await here.post('/api/auth/disconnect');
    expect((await beginner.returnFromGoogle(callback)).status).toBe(403);
    expect(await test.account()).toBeUndefined();
  });
});

describe('a changed SESSION_SECRET', () => {
  /** Signs in, and returns the browser at an app that was started with another secret. */
  async function changed() {
    const me = await test.app.signedIn();
    const second = await test.start({
      SESSION_SECRET: 'another secret for tests, long enough for it',
    });
    const later = second.browser();
    later.useCookie(me.cookie());
    return { second, later };
  }

  it('signs everyone out', async () => {
    const { later } = await changed();
    expect((await whoIs(later)).authenticated).toBe(false);
  });

  it('requires a new grant', async () => {
    const { second } = await changed();
    expect(await second.context.services.account.tokenStatus()).toMatchObject({
      code: 'needs_reauth',
    });
  });

  it('allows to sign in again', async () => {
    const { later } = await changed();
    expect((await later.signIn()).status).toBe(200);
    expect(await tokenStatusOf(later)).toMatchObject({ needsReauth: false });
  });
});
