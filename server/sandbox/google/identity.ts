import { idFrom } from '../deterministic.ts';
import type { Account } from './accounts.ts';
import { ACCESS_SECONDS, type Grant } from './grants.ts';
import { canonicalScopes } from './scopes.ts';

const holds = (scopes: readonly string[], name: string) =>
  canonicalScopes(name).some((scope) => scopes.includes(scope));

/** What Google tells of an account to somebody with these scopes. */
export const userinfo = (account: Account, scopes: readonly string[], origin: string) => ({
  sub: account.sub,
  ...(holds(scopes, 'profile') && {
    name: account.name,
    given_name: account.givenName,
    ...(account.familyName && { family_name: account.familyName }),
    picture: `${origin}/avatar/${account.id}.svg`,
  }),
  ...(holds(scopes, 'email') && { email: account.email, email_verified: true }),
});

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An ID token in the right shape; its signature is a placeholder, since nobody publishes keys for the sandbox. */
export const idToken = (account: Account, grant: Grant, origin: string, now: Date): string => {
  const seconds = Math.floor(now.getTime() / 1_000);
  const header = { alg: 'RS256', kid: 'sandbox', typ: 'JWT' };
  const payload = {
    iss: 'https://accounts.google.com',
    azp: grant.clientId,
    aud: grant.clientId,
    ...userinfo(account, grant.scopes, origin),
    iat: seconds,
    exp: seconds + ACCESS_SECONDS,
  };
  return `${encode(header)}.${encode(payload)}.${idFrom(`signature/${account.id}/${seconds}`, 43)}`;
};
