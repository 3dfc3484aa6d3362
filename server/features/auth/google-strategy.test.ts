import { once } from 'node:events';
import { get } from 'node:http';
import { expect, it } from 'vitest';
import { scriptedServer } from '../../testing/scripted-model.ts';
import { requestedScopes } from './auth.rules.ts';
import { readSignIn, timeoutAgent } from './google-strategy.ts';

it('gives up on a server that says nothing, and lets one that answers speak', async () => {
  const google = await scriptedServer([{ json: {} }, 'hang']);
  // Silence enough that an answer on a busy machine is in time.
  const agent = timeoutAgent(google.origin, 1_000);
  const [answer] = await once(get(google.origin, { agent }), 'response');
  expect(answer.statusCode).toBe(200);
  answer.resume();
  await expect(once(get(google.origin, { agent }), 'response')).rejects.toThrow('did not answer');
  await google.close();
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

it('puts what Google sends into one', () => {
  expect(read()).toEqual({
    googleSub: '108',
    email: 'ada@example.com',
    emailVerified: true,
    name: 'Ada',
    picture: 'https://lh3.googleusercontent.com/a',
    accessToken: 'a',
    refreshToken: 'r',
    scopes: ['openid', 'x'],
    accessTokenExpiresAt: new Date('2026-03-03T12:59:59Z'),
    grantExpiresAt: null,
  });
});

it('knows when a test-mode grant will end', () => {
  const params = { expires_in: 3599, scope: 'x', refresh_token_expires_in: 604_799 };
  expect(read({ params }).grantExpiresAt).toEqual(new Date('2026-03-10T11:59:59Z'));
});

it('takes a reply without a scope as all that was asked for, and one without a lifetime as an hour', () => {
  const signIn = read({ params: {}, refreshToken: undefined });
  expect(signIn.scopes).toEqual(requestedScopes);
  expect(signIn.accessTokenExpiresAt).toEqual(new Date('2026-03-03T13:00:00Z'));
  expect(signIn.refreshToken).toBeNull();
});

it.each([
  ['says no', false, false],
  ['says nothing', undefined, false],
  ['says so as text', 'true', true],
])('an address is verified only if Google %s', (_what, verified, expected) => {
  const emails = [{ value: 'ada@example.com', verified }];
  expect(read({ profile: { ...profile, emails } }).emailVerified).toBe(expected);
});

it('does without a name, a picture and an address', () => {
  expect(read({ profile: { id: '1' } })).toMatchObject({
    name: 'Google account',
    email: '',
    emailVerified: false,
    picture: null,
  });
});
