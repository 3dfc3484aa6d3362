import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { answerConsent } from '../testing/browser.ts';
import { testSandbox } from '../testing/sandbox.ts';
import { YOUTUBE_SCOPE } from './google-tokens.ts';

const DAY = 86_400_000;

const redirect_uri = 'http://localhost:3000/auth/google/callback';
const code_verifier = 'a-verifier-that-is-long-enough-for-the-rules-of-rfc-7636';

const consentPath = (changes: Record<string, string> = {}) =>
  `/o/oauth2/v2/auth?${new URLSearchParams({
    client_id: 'client',
    redirect_uri,
    response_type: 'code',
    scope: `openid email profile ${YOUTUBE_SCOPE}`,
    state: 'the-state',
    access_type: 'offline',
    prompt: 'consent select_account',
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  })}`;

/**
 * Starts a sandbox in which the owner has consented, with functions that call its token
 * endpoint.
 */
async function consented() {
  const setup = await testSandbox();
  const back = await answerConsent(new URL(consentPath(), setup.sandbox.googleOrigin));
  const code = new URL(back).searchParams.get('code') ?? '';
  const tokens = (form: Record<string, string>) =>
    setup.ask('/token', {
      form: { client_id: 'client', client_secret: 'secret', ...form },
    });
  return {
    ...setup,
    redeem: (changes: Record<string, string> = {}) =>
      tokens({
        grant_type: 'authorization_code',
        redirect_uri,
        code_verifier,
        code,
        ...changes,
      }),
    refresh: (refresh_token: string) =>
      tokens({ grant_type: 'refresh_token', refresh_token }),
  };
}

describe('sandbox’s consent page', () => {
  it('can be answered once', async () => {
    const setup = await testSandbox();
    const page = await setup.ask(consentPath());
    const request = /name="request" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const form = { request, account: 'ada', youtube: 'yes', decision: 'allow' };
    expect((await setup.ask('/o/oauth2/v2/auth/decision', { form })).status).toBe(302);
    expect((await setup.ask('/o/oauth2/v2/auth/decision', { form })).status).toBe(400);
  });

  it.each([
    ['redirect_uri', 'nowhere'],
    ['response_type', 'token'],
    ['access_type', 'online'],
    ['code_challenge_method', 'S512'],
  ])('refuses %s = %s with an error page', async (name, value) => {
    const setup = await testSandbox();
    const reply = await setup.ask(consentPath({ [name]: value }));
    expect(reply.status).toBe(400);
    expect(reply.body).toContain(name);
  });
});

describe('sandbox’s token endpoint', () => {
  it('exchanges a code for tokens only once', async () => {
    const { redeem } = await consented();
    const { status, body } = await redeem();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      expires_in: 3599,
      token_type: 'Bearer',
      refresh_token_expires_in: 604_799,
    });
    expect(body.scope.split(' ')).toContain(YOUTUBE_SCOPE);
    const again = await redeem();
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
  });

  it.each([
    [{ code_verifier: 'another' }, 400, 'invalid_grant'],
    [{ code_verifier: '' }, 400, 'invalid_grant'],
    [{ redirect_uri: 'http://localhost:3000/elsewhere' }, 400, 'redirect_uri_mismatch'],
    [{ client_id: 'another' }, 400, 'invalid_grant'],
    [{ client_secret: '' }, 401, 'invalid_client'],
    [{ code: 'made-up' }, 400, 'invalid_grant'],
  ])('refuses %j', async (changes, status, error) => {
    const { redeem } = await consented();
    const reply = await redeem(changes);
    expect([reply.status, reply.body.error]).toEqual([status, error]);
  });

  it('refreshes the access token for seven days without a new refresh token', async () => {
    const { redeem, refresh, youtube, clock } = await consented();
    const { body } = await redeem();
    clock.advance(3_600_000);
    expect(
      (await youtube('/channels?part=id&mine=true', { token: body.access_token })).status,
    ).toBe(401);
    const renewed = await refresh(body.refresh_token);
    expect(renewed.status).toBe(200);
    expect(renewed.body.refresh_token).toBeUndefined();
    const mine = await youtube('/channels?part=id,snippet&mine=true', {
      token: renewed.body.access_token,
    });
    expect(mine.body.items[0].snippet.title).toBe('Ada Example');
    clock.advance(7 * DAY);
    const late = await refresh(body.refresh_token);
    expect(late.body).toEqual({
      error: 'invalid_grant',
      error_description: 'Token has been expired or revoked.',
    });
  });
});
