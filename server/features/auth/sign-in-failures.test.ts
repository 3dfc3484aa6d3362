import { afterEach, expect, it } from 'vitest';
import { googleAccount } from '#shared/schema.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { testDatabase } from '../../testing/database.ts';
import { type ScriptedAnswer, type ScriptedServer, scriptedServer } from '../../testing/scripted-model.ts';
import { youtubeScope } from './scopes.ts';

const test = testDatabase();
let google: ScriptedServer | undefined;
let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  await google?.close();
});

const token = {
  json: {
    access_token: 'ya29.a',
    refresh_token: '1//r',
    expires_in: 3599,
    scope: `openid email profile ${youtubeScope}`,
    token_type: 'Bearer',
  },
};
const person = { sub: '108', name: 'Ada', email: 'ada@example.com', email_verified: true };
const channel = { json: { items: [{ id: 'UCme', snippet: { title: 'My channel' } }] } };

/** Comes back from Google with a code; from then on Google answers as scripted. */
async function comeBack(...script: ScriptedAnswer[]) {
  google = await scriptedServer(script);
  app = await startTestApp({
    database: test.database,
    env: {
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_BASE_URL: google.origin,
      OPENAI_BASE_URL: `${google.origin}/v1`,
    },
  });
  const browser = app.browser();
  const again = async () => {
    const { searchParams } = await browser.beginSignIn();
    const callback = new URLSearchParams({ code: '4/0A', state: searchParams.get('state') ?? '' });
    const page = await browser.returnFromGoogle(`/auth/google/callback?${callback}`);
    return { status: page.status, html: await page.text() };
  };
  return { ...(await again()), again };
}

const stored = async () => (await test.db.select().from(googleAccount))[0];

it('proves the code with its verifier, and shows the token only in a header', async () => {
  const page = await comeBack(token, { json: person }, channel);
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
  const { refresh_token: _, ...withoutRefresh } = token.json;
  const known = { json: person };
  const { again } = await comeBack(token, known, channel, { json: withoutRefresh }, known, channel);
  const before = await stored();
  expect((await again()).status).toBe(200);
  expect(await stored()).toMatchObject({ sealedRefreshToken: before?.sealedRefreshToken, blockedCode: null });
});

it('does without the channel when YouTube is too busy to say, and asks again later', async () => {
  const errors = [{ domain: 'usageLimits', reason: 'rateLimitExceeded' }];
  const busy = { status: 403, json: { error: { code: 403, errors } } };
  const page = await comeBack(token, { json: person }, busy, channel);
  expect(page.html).toContain('auth-success');
  expect(await stored()).toMatchObject({ channelId: null, blockedCode: null });
  await app?.context.services.account.accessToken();
  expect(await stored()).toMatchObject({ channelId: 'UCme' });
});

it.each<[string, ScriptedAnswer[], number, string]>([
  [
    'a wrong client secret',
    [{ status: 401, json: { error: 'invalid_client' } }],
    502,
    'GOOGLE_CLIENT_SECRET',
  ],
  ['a wrong address', [{ status: 400, json: { error: 'redirect_uri_mismatch' } }], 502, 'PUBLIC_URL'],
  ['a spent code', [{ status: 400, json: { error: 'invalid_grant' } }], 502, 'sign in again'],
  ['a token service that is down', [{ status: 503, text: '<html>503' }], 502, 'try again'],
  ['a connection that breaks', ['reset'], 502, 'try again'],
  ['a token reply without a token', [{ json: {} }], 502, 'try again'],
  [
    'a profile that is refused',
    [token, { status: 401, json: { error: 'invalid_request' } }],
    502,
    'try again',
  ],
  ['a profile that is no JSON', [token, { text: '<html>' }], 502, 'try again'],
  ['a profile without an address', [token, { json: { sub: '108' } }], 403, 'not verified'],
  ['an unverified address', [token, { json: { ...person, email_verified: false } }], 403, 'not verified'],
])('%s: auth-error, a sentence, and nothing stored', async (_what, script, status, sentence) => {
  const page = await comeBack(...script);
  expect(page.status).toBe(status);
  expect(page.html).toContain('data-outcome="auth-error"');
  expect(page.html).toContain(sentence);
  expect(page.html).not.toMatch(/ya29|1\/\/|<html>503/);
  expect(await stored()).toBeUndefined();
});
