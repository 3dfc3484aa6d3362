import { createHash } from 'node:crypto';
import { YOUTUBE_SCOPE } from '../../sandbox/google-tokens.ts';
import type { Reply, TestSandbox } from './test-sandbox.ts';

export const redirectUri = 'http://localhost:3000/auth/google/callback';
export const verifier = 'a-verifier-that-is-long-enough-for-the-rules-of-rfc-7636';
const challenge = createHash('sha256').update(verifier).digest('base64url');

/** The query of an authorization request; a null leaves a parameter out. */
export function authorizationQuery(changes: Record<string, string | null> = {}): string {
  const all = {
    client_id: 'client',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: `openid email profile ${YOUTUBE_SCOPE}`,
    state: 'the-state',
    access_type: 'offline',
    prompt: 'consent select_account',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  };
  const present = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
  return new URLSearchParams(present).toString();
}

/** Opens the consent page and answers it as a person would; returns where it redirects to. */
export async function consent(
  setup: TestSandbox,
  answer: Record<string, string>,
  changes: Record<string, string | null> = {},
): Promise<URL> {
  const page = await setup.ask(`/o/oauth2/v2/auth?${authorizationQuery(changes)}`);
  const request = /name="request" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  const reply = await setup.ask('/o/oauth2/v2/auth/decision', { form: { request, ...answer } });
  return new URL(reply.headers.get('location') ?? '');
}

export const allow = { account: 'ada', youtube: 'yes', decision: 'allow' };

/** Trades a code for tokens; `changes` replace or add form fields. */
export const redeem = (
  setup: TestSandbox,
  code: string | null,
  changes: Record<string, string> = {},
): Promise<Reply> =>
  setup.ask('/token', {
    form: {
      grant_type: 'authorization_code',
      client_id: 'client',
      client_secret: 'secret',
      redirect_uri: redirectUri,
      code_verifier: verifier,
      code: code ?? '',
      ...changes,
    },
  });

export const refresh = (
  setup: TestSandbox,
  token: string,
  changes: Record<string, string> = {},
): Promise<Reply> =>
  setup.ask('/token', {
    form: {
      grant_type: 'refresh_token',
      client_id: 'client',
      client_secret: 'secret',
      refresh_token: token,
      ...changes,
    },
  });
