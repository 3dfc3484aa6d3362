import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { heldDeadlines } from '../../testing/clock.ts';
import {
  type ScriptedAnswer,
  type ScriptedServer,
  scriptedServer,
} from '../../testing/scripted-model.ts';
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

describe('Google auth: refresh()', () => {
  it('requests a token and computes its expiry from the clock', async () => {
    const google = await setUp({
      json: {
        access_token: 'ya29.new',
        expires_in: 3599,
        scope: 'openid a  b',
        token_type: 'Bearer',
      },
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

  it('returns the new refresh token and the end of the grant if Google sends them', async () => {
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
    ['an unknown error code', flat(400, 'slow_down'), 'unavailable'],
    ['too many requests', { status: 429, text: 'later' }, 'unavailable'],
    ['an HTML page', { status: 404, text: '<html></html>' }, 'unavailable'],
    ['a 200 without a token', { json: { token_type: 'Bearer' } }, 'unavailable'],
    ['a 200 that is not JSON', { text: 'OK' }, 'unavailable'],
  ])('fails as $2 without a retry after $0', async (_, answer, kind) => {
    const google = await setUp(answer);
    await expect(google.refresh('1//old')).rejects.toMatchObject({
      name: 'GrantError',
      kind,
    });
    expect(server.received).toHaveLength(1);
  });

  it.each<[string, ScriptedAnswer]>([
    ['a 503', { status: 503, text: 'busy' }],
    ['a timeout', 'hang'],
    ['a connection reset', 'reset'],
    ['a redirect', { status: 307, headers: { location: '/elsewhere' } }],
  ])('retries once after %s, then fails as unavailable', async (_, answer) => {
    const google = await setUp(answer);
    await expect(google.refresh('1//old')).rejects.toMatchObject({ kind: 'unavailable' });
    expect(server.received).toHaveLength(2);
    expect(deadlines).toEqual([10_000, 10_000]);
  });

  it('succeeds when the retry does', async () => {
    const google = await setUp('reset', { json: { access_token: 'a', expires_in: 60 } });
    expect(await google.refresh('1//old')).toMatchObject({ accessToken: 'a' });
  });

  it('puts no secret into its errors', async () => {
    const google = await setUp('reset');
    const error: unknown = await google
      .refresh('1//old')
      .catch((reason: unknown) => reason);
    expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(
      /1\/\/old|the-secret/,
    );
  });
});

describe('Google auth: revoke()', () => {
  it('sends the token to the revocation endpoint', async () => {
    const google = await setUp({ json: {} });
    await google.revoke('1//a&b');
    expect(server.received[0]).toMatchObject({ method: 'POST', path: '/revoke' });
    expect(server.received[0]?.query.get('token')).toBe('1//a&b');
  });

  it('succeeds when the token is already invalid', async () => {
    const google = await setUp(flat(400, 'invalid_token'));
    await expect(google.revoke('1//old')).resolves.toBeUndefined();
  });

  it.each<[string, ScriptedAnswer]>([
    ['another refusal', flat(400, 'invalid_request')],
    ['a 500', { status: 500 }],
  ])('fails as unavailable after %s', async (_, answer) => {
    const google = await setUp(answer);
    await expect(google.revoke('1//old')).rejects.toMatchObject({
      name: 'GrantError',
      kind: 'unavailable',
    });
  });
});
