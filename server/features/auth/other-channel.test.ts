import { describe, expect, it } from 'vitest';
import { lastChannel, sessions } from '#shared/schema.ts';
import type { Browser } from '../../testing/browser.ts';
import {
  allEmails,
  answerSwitch,
  bothEmails,
  outcomeOf,
  signInApp,
  tokenOn,
  whoIs,
} from '../../testing/sign-in.ts';

const test = signInApp();

describe('a sign-in with another channel than before (rule 6.3)', () => {
  /**
   * Signs in with a second channel, and returns how to answer the question that follows.
   */
  async function asked() {
    const { signedIn, clock } = await test.start(bothEmails);
    const me = await signedIn();
    const page = await outcomeOf(await me.signIn({ account: 'brand' }));
    const token = tokenOn(page.html);
    const answer = async (choice: 'keep' | 'switch') =>
      outcomeOf(await answerSwitch(me, { token, answer: choice }));
    return { me, page, token, answer, clock };
  }
  const channelOf = async (browser: Browser) =>
    (await whoIs(browser)).user?.channel.title;

  it('asks first', async () => {
    const { me, page } = await asked();
    expect(page.outcome).toBeUndefined();
    expect(page.html).toContain('Comments were posted as <b>Ada Example</b>');
    expect(page.html).toContain('this sign-in is <b>Example Cloud Notes</b>');
    expect(await channelOf(me)).toBe('Ada Example');
  });

  it('stores no readable token while it asks', async () => {
    await asked();
    expect(JSON.stringify(await test.db.select().from(sessions))).not.toMatch(
      /ya29|1\/\//,
    );
  });

  it('changes nothing when the owner keeps the channel', async () => {
    const { me, answer } = await asked();
    expect(await answer('keep')).toMatchObject({ outcome: 'auth-error', staysFor: 0 });
    expect(await channelOf(me)).toBe('Ada Example');
    expect(await answer('switch')).toMatchObject({ status: 403 });
  });

  it('switches after the owner agrees, once', async () => {
    const { me, answer } = await asked();
    expect(await answer('switch')).toMatchObject({
      status: 200,
      outcome: 'auth-success',
    });
    expect(await channelOf(me)).toBe('Example Cloud Notes');
    expect(await answer('switch')).toMatchObject({ status: 403 });
  });

  it('does not switch from another site', async () => {
    const { me, token } = await asked();
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    const page = await outcomeOf(
      await answerSwitch(me, { token, answer: 'switch' }, foreign),
    );
    expect(page.html).toContain('came from another site');
    expect(await channelOf(me)).toBe('Ada Example');
  });

  it('does not switch without the page’s token', async () => {
    const { me } = await asked();
    expect((await answerSwitch(me, { token: 'guessed', answer: 'switch' })).status).toBe(
      403,
    );
    expect(await channelOf(me)).toBe('Ada Example');
  });

  it('does not switch after ten minutes', async () => {
    const { me, answer, clock } = await asked();
    clock.advance(11 * 60_000);
    expect(await answer('switch')).toMatchObject({ status: 403 });
    expect(await channelOf(me)).toBe('Ada Example');
  });
});

describe('a sign-in with another channel than before a disconnect (rule 6.3)', () => {
  async function disconnected() {
    const own = await test.start(bothEmails);
    const me = await own.signedIn();
    expect((await me.post('/api/auth/disconnect')).status).toBe(204);
    return { ...own, me };
  }

  it('asks first, although nothing is connected', async () => {
    const { me } = await disconnected();
    const page = await outcomeOf(await me.signIn({ account: 'brand' }));
    expect(page.outcome).toBeUndefined();
    expect(page.html).toContain('Comments were posted as <b>Ada Example</b>');
    expect(await test.account()).toBeUndefined();
  });

  it('does not ask when the channel is the same', async () => {
    const { me } = await disconnected();
    expect(await outcomeOf(await me.signIn())).toMatchObject({ outcome: 'auth-success' });
    expect(await test.account()).toMatchObject({ channelTitle: 'Ada Example' });
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
    const own = await test.start(allEmails);
    const me = await own.signedIn();
    await me.post('/api/auth/disconnect');
    const question = await outcomeOf(await me.signIn({ account: 'noor' }));
    const answer = await answerSwitch(me, {
      token: tokenOn(question.html),
      answer: 'switch',
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
    expect(await test.db.select().from(lastChannel)).toMatchObject([
      { channelTitle: null },
    ]);
    const page = await outcomeOf(await me.signIn({ account: 'brand' }));
    expect(page.html).toContain('Comments were posted as <b>your other channel</b>');
  });
});
