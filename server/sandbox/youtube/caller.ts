import type { Request } from 'express';
import { type Account, findAccount } from '../google/accounts.ts';
import type { Grants } from '../google/grants.ts';
import { isYouTubeScope, YOUTUBE_SCOPE } from '../google/scopes.ts';
import { bearerOf, firstValue } from '../request.ts';
import { googleError } from './errors.ts';

export type Caller = { kind: 'key' } | { kind: 'user'; account: Account; scopes: readonly string[] };

export const callerOf = (req: Request, grants: Grants): Caller => {
  const token = bearerOf(req);
  if (token) {
    const grant = grants.byAccessToken(token);
    const account = grant && findAccount(grant.accountId);
    if (!account) throw googleError('authError');
    return { kind: 'user', account, scopes: grant.scopes };
  }
  if (firstValue(req.query, 'key') ?? req.get('x-goog-api-key')) return { kind: 'key' };
  const message = "Method doesn't allow unregistered callers (callers without established identity).";
  throw googleError('forbidden', { domain: 'global', message });
};

export const requireReader = (caller: Caller): void => {
  if (caller.kind === 'user' && !caller.scopes.some(isYouTubeScope)) {
    throw googleError('insufficientPermissions');
  }
};

/** Throws a GoogleError for a key, a missing scope or an account without a channel. */
export const requireWriter = (caller: Caller): Account => {
  if (caller.kind === 'key') throw googleError('required');
  if (!caller.scopes.includes(YOUTUBE_SCOPE)) throw googleError('insufficientPermissions');
  if (!caller.account.channel) throw googleError('youtubeSignupRequired');
  return caller.account;
};
