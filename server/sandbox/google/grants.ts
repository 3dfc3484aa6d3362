import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import type { Store } from '../store/store.ts';
import type { Tokens } from '../tokens.ts';

const grantSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  clientId: z.string(),
  scopes: z.array(z.string()),
  refreshToken: z.string().nullable(),
  issuedAt: z.number(),
});
export type Grant = z.infer<typeof grantSchema>;

const accessSchema = z.object({ grantId: z.string(), expiresAt: z.number() });

/** Google says 3599 in the reply (WIRE B). */
export const ACCESS_SECONDS = 3599;
/** Grants of an app in testing die after seven days. */
export const TEST_GRANT_SECONDS = 604_799;
/** Older refresh tokens of one account and client are dropped silently. */
const MOST_REFRESH_TOKENS = 100;

export interface AccessIssue {
  accessToken: string;
  grant: Grant;
}

/** Grants, their refresh tokens and the access tokens made from them. */
export const createGrants = (store: Store, clock: Clock, tokens: Tokens) => {
  const grants = store.table('grants', grantSchema, { durable: true });
  const access = store.table('access', accessSchema, { durable: false });
  let refreshSeconds = TEST_GRANT_SECONDS;
  const now = () => clock.now().getTime();

  const isAlive = (grant: Grant) => now() < grant.issuedAt + refreshSeconds * 1_000;
  const of = (accountId: string, clientId?: string) =>
    grants
      .all()
      .filter((grant) => grant.accountId === accountId && (!clientId || grant.clientId === clientId));

  const end = (grant: Grant) => {
    grants.delete(grant.id);
    for (const [token, { grantId }] of access.entries()) if (grantId === grant.id) access.delete(token);
  };

  const issueAccess = (grant: Grant): AccessIssue => {
    for (const [token, { expiresAt }] of access.entries()) if (expiresAt <= now()) access.delete(token);
    const accessToken = tokens.makeUnused(60, 'ya29.', (name) => access.get(name) !== undefined);
    access.set(accessToken, { grantId: grant.id, expiresAt: now() + ACCESS_SECONDS * 1_000 });
    return { accessToken, grant };
  };

  return {
    /** Whether the account has let this client in before (then no second refresh token without prompt=consent). */
    exists: (accountId: string, clientId: string) =>
      of(accountId, clientId).some((grant) => grant.refreshToken !== null),
    create(input: {
      accountId: string;
      clientId: string;
      scopes: readonly string[];
      offline: boolean;
    }): AccessIssue {
      const isTaken = (name: string) => grants.get(name) !== undefined;
      const id = tokens.makeUnused(16, '', isTaken);
      const grant: Grant = {
        id,
        accountId: input.accountId,
        clientId: input.clientId,
        scopes: [...input.scopes],
        refreshToken: input.offline ? `1//0${id}${tokens.make(44)}` : null,
        issuedAt: now(),
      };
      grants.set(id, grant);
      for (const old of of(input.accountId, input.clientId).slice(0, -MOST_REFRESH_TOKENS)) end(old);
      return issueAccess(grant);
    },
    /** Null when the token is unknown, revoked or past its life: invalid_grant. */
    byRefreshToken(token: string): Grant | null {
      const grant = grants.all().find(({ refreshToken }) => refreshToken === token);
      return grant && isAlive(grant) ? grant : null;
    },
    byAccessToken(token: string): Grant | null {
      const found = access.get(token);
      if (!found || found.expiresAt <= now()) return null;
      return grants.get(found.grantId) ?? null;
    },
    issueAccess,
    /** Seconds until the refresh token dies. */
    remaining: (grant: Grant) =>
      Math.max(0, Math.floor((grant.issuedAt + refreshSeconds * 1_000 - now()) / 1_000)),
    /** Ends the grant that owns this access or refresh token; false when there is none. */
    revokeToken(token: string): boolean {
      const grant =
        grants.all().find(({ refreshToken }) => refreshToken === token) ??
        grants.get(access.get(token)?.grantId ?? '');
      if (grant) end(grant);
      return grant !== undefined;
    },
    revokeAccount(accountId: string): number {
      const ended = of(accountId);
      for (const grant of ended) end(grant);
      return ended.length;
    },
    /** Every access token is refused from now on; refresh tokens still work. */
    expireAccessTokens() {
      for (const [token] of access.entries()) access.delete(token);
    },
    setRefreshSeconds(seconds: number) {
      refreshSeconds = seconds;
    },
    activeOf: (accountId: string) => of(accountId).filter(isAlive),
  };
};

export type Grants = ReturnType<typeof createGrants>;
