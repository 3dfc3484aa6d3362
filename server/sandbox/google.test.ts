import { describe, expect, it } from 'vitest';
import { allow, authorizationQuery, consent, redeem, refresh, testSandbox } from '../testing/sandbox.ts';
import { YOUTUBE_SCOPE } from './google-tokens.ts';

const DAY = 86_400_000;

describe('the consent page', () => {
  it('can be answered once', async () => {
    const setup = await testSandbox();
    const page = await setup.ask(`/o/oauth2/v2/auth?${authorizationQuery()}`);
    const form = { request: /name="request" value="([^"]+)"/.exec(page.body)?.[1] ?? '', ...allow };
    expect((await setup.ask('/o/oauth2/v2/auth/decision', { form })).status).toBe(302);
    expect((await setup.ask('/o/oauth2/v2/auth/decision', { form })).status).toBe(400);
  });

  it.each([
    ['client_id', null, 'invalid_request'],
    ['redirect_uri', null, 'invalid_request'],
    ['redirect_uri', 'nowhere', 'redirect_uri_mismatch'],
    ['response_type', 'token', 'unsupported_response_type'],
    ['scope', null, 'invalid_scope'],
    ['code_challenge_method', 'S512', 'invalid_request'],
  ])('refuses %s = %s on a page of its own', async (name, value, error) => {
    const setup = await testSandbox();
    const reply = await setup.ask(`/o/oauth2/v2/auth?${authorizationQuery({ [name]: value })}`);
    expect(reply.status).toBe(400);
    expect(reply.body).toContain(error);
  });
});

describe('the token endpoint', () => {
  it('trades a code once for tokens that say what they are', async () => {
    const setup = await testSandbox();
    const code = (await consent(setup, allow)).searchParams.get('code');
    const { status, body } = await redeem(setup, code);
    expect(status).toBe(200);
    expect(body).toMatchObject({ expires_in: 3599, token_type: 'Bearer', refresh_token_expires_in: 604_799 });
    expect(body.scope.split(' ')).toContain(YOUTUBE_SCOPE);
    const again = await redeem(setup, code);
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
    const setup = await testSandbox();
    const code = (await consent(setup, allow)).searchParams.get('code');
    const reply = await redeem(setup, code, changes);
    expect([reply.status, reply.body.error]).toEqual([status, error]);
  });

  it('refreshes without a new refresh token, until seven days have passed', async () => {
    const setup = await testSandbox();
    const { body } = await redeem(setup, (await consent(setup, allow)).searchParams.get('code'));
    setup.clock.advance(3_600_000);
    expect((await setup.youtube('/channels?part=id&mine=true', { token: body.access_token })).status).toBe(
      401,
    );
    const renewed = await refresh(setup, body.refresh_token);
    expect(renewed.status).toBe(200);
    expect(renewed.body.refresh_token).toBeUndefined();
    const mine = await setup.youtube('/channels?part=id,snippet&mine=true', {
      token: renewed.body.access_token,
    });
    expect(mine.body.items[0].snippet.title).toBe('Ada Example');
    expect((await refresh(setup, body.refresh_token, { client_id: 'x' })).body.error).toBe(
      'unauthorized_client',
    );
    setup.clock.advance(7 * DAY);
    const late = await refresh(setup, body.refresh_token);
    expect(late.body).toEqual({
      error: 'invalid_grant',
      error_description: 'Token has been expired or revoked.',
    });
  });
});
