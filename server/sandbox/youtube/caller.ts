import type { Request } from 'express';
import { type Account, findAccount } from '../google/accounts.ts';
import type { Grants } from '../google/grants.ts';
import { mayRead, mayWrite } from '../google/scopes.ts';
import { firstValue } from '../http.ts';
import { googleError } from './errors.ts';

export type Caller = { kind: 'key' } | { kind: 'user'; account: Account; scopes: readonly string[] };

const method = (name: string) => ({ service: 'youtube.googleapis.com', method: `youtube.api.v3.${name}` });

/** Who calls: a token wins over a key. @throws GoogleError 401, 403, or 400 for the key "invalid". */
export const callerOf = (req: Request, grants: Grants): Caller => {
  const bearer =
    /^Bearer (.+)$/i.exec(req.headers.authorization ?? '')?.[1] ?? firstValue(req.query, 'access_token');
  if (bearer) {
    const grant = grants.byAccessToken(bearer);
    const account = grant && findAccount(grant.accountId);
    if (!grant || !account) throw googleError('authError');
    return { kind: 'user', account, scopes: grant.scopes };
  }
  const key = firstValue(req.query, 'key') ?? req.get('x-goog-api-key');
  if (key === 'invalid') throw googleError('API_KEY_INVALID');
  if (key) return { kind: 'key' };
  throw googleError('forbidden', {
    domain: 'global',
    message:
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
  });
};

/** @throws GoogleError when a token without any YouTube scope asks. */
export const requireReader = (caller: Caller, name: string): void => {
  if (caller.kind === 'user' && !mayRead(caller.scopes)) {
    throw googleError('insufficientPermissions', { metadata: method(name) });
  }
};

/** The account that writes. @throws GoogleError for a key, a missing scope, or an account without a channel. */
export const requireLanguageModel = (caller: Caller, name: string) => {
  if (caller.kind === 'key') throw googleError('required');
  if (!mayWrite(caller.scopes)) throw googleError('insufficientPermissions', { metadata: method(name) });
  const { account } = caller;
  if (!account.channel) throw googleError('youtubeSignupRequired');
  return { account, channel: account.channel };
};
