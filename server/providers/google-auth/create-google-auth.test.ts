import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { heldDeadlines } from '../../testing/clock.ts';
import { type ScriptedAnswer, type ScriptedServer, scriptedServer } from '../../testing/scripted-model.ts';
import { createGoogleAuth } from './create-google-auth.ts';

const now = new Date('2026-11-21T10:00:00.000Z');

let server: ScriptedServer;
/** The timeouts that the requests were given, in milliseconds. */
let deadlines: number[];
afterEach(() => server.close());

async function setUp(...script: ScriptedAnswer[]) {
  const { lengths, pass } = heldDeadlines();
  deadlines = lengths;
  server = await scriptedServer(script, pass);
  return createGoogleAuth({
    baseUrl: server.origin,
    clientId: 'client',
    clientSecret: 'the-secret',
    clock: { now: () => now },
  });
}

const flat = (status: number, error: string) => ({
  status,
  json: { error, error_description: 'Token has been expired or revoked.' },
});

describe('refresh', () => {
  it('asks the token endpoint and reckons the expiry by the clock', async () => {
    const google = await setUp({
      json: { access_token: 'ya29.new', expires_in: 3599, scope: 'openid a  b', token_type: 'Bearer' },
    });
    expect(await google.refresh('1//old')).toEqual({
      accessToken: 'ya29.new',
      expiresAt: new Date('2026-11-21T10:59:59.000Z'),
      refreshToken: null,
      scopes: ['openid', 'a', 'b'],
      grantExpiresAt: null,
    });
    const [request] = server.received;
    expect(request).toMatchObject({ method: 'POST', path: '/token' });
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      grant_type: 'refresh_token',
      refresh_token: '1//old',
      client_id: 'client',
      client_secret: 'the-secret',
    });
  });

  it('passes on what Google sends along', async () => {
    const google = await setUp({
      json: {
        access_token: 'a',
        expires_in: '60',
        refresh_token: '1//new',
        refresh_token_expires_in: 604_799,
      },
    });
    expect(await google.refresh('1//old')).toMatchObject({
      expiresAt: new Date('2026-11-21T10:01:00.000Z'),
      refreshToken: '1//new',
      scopes: null,
      grantExpiresAt: new Date('2026-11-28T09:59:59.000Z'),
    });
  });

  it.each<[string, ScriptedAnswer, string]>([
    ['invalid_grant', flat(400, 'invalid_grant'), 'refused'],
    ['admin_policy_enforced', flat(400, 'admin_policy_enforced'), 'refused'],
    ['invalid_client', flat(401, 'invalid_client'), 'config'],
    ['unauthorized_client', flat(400, 'unauthorized_client'), 'config'],
    ['an error nobody knows', flat(400, 'slow_down'), 'unavailable'],
    ['too many requests', { status: 429, text: 'later' }, 'unavailable'],
    ['a page', { status: 404, text: '<html></html>' }, 'unavailable'],
    ['a 200 without a token', { json: { token_type: 'Bearer' } }, 'unavailable'],
    ['a 200 that is no JSON', { text: 'OK' }, 'unavailable'],
  ])('%s is final', async (_, answer, kind) => {
    const google = await setUp(answer);
    await expect(google.refresh('1//old')).rejects.toMatchObject({ name: 'GrantError', kind });
    expect(server.received).toHaveLength(1);
  });

  it.each<[string, ScriptedAnswer]>([
    ['5xx', { status: 503, text: 'busy' }],
    ['a hang', 'hang'],
    ['a reset', 'reset'],
    ['a redirect', { status: 307, headers: { location: '/elsewhere' } }],
  ])('%s is tried once more', async (_, answer) => {
    const google = await setUp(answer);
    await expect(google.refresh('1//old')).rejects.toMatchObject({ kind: 'unavailable' });
    expect(server.received).toHaveLength(2);
    expect(deadlines).toEqual([10_000, 10_000]);
  });

  it('goes on after a fault that passes', async () => {
    const google = await setUp('reset', { json: { access_token: 'a', expires_in: 60 } });
    expect(await google.refresh('1//old')).toMatchObject({ accessToken: 'a' });
  });

  it('carries no secret in its errors', async () => {
    const google = await setUp('reset');
    const error: unknown = await google.refresh('1//old').catch((reason: unknown) => reason);
    expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/1\/\/old|the-secret/);
  });
});

describe('revoke', () => {
  it('ends the grant', async () => {
    const google = await setUp({ json: {} });
    await google.revoke('1//a&b');
    expect(server.received[0]).toMatchObject({ method: 'POST', path: '/revoke' });
    expect(server.received[0]?.query.get('token')).toBe('1//a&b');
  });

  it('takes a token that is already gone as revoked', async () => {
    const google = await setUp(flat(400, 'invalid_token'));
    await expect(google.revoke('1//old')).resolves.toBeUndefined();
  });

  it.each<[string, ScriptedAnswer]>([
    ['another refusal', flat(400, 'invalid_request')],
    ['5xx', { status: 500 }],
  ])('says that %s did not revoke it', async (_, answer) => {
    const google = await setUp(answer);
    await expect(google.revoke('1//old')).rejects.toMatchObject({ name: 'GrantError', kind: 'unavailable' });
  });
});
