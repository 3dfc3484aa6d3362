import type { Clock } from '../../core/clock.ts';
import { randomName } from '../random.ts';
import type { Store } from '../store.ts';

export interface Grant {
  id: string;
  accountId: string;
  clientId: string;
  scopes: string[];
  refreshToken: string | null;
  /** Milliseconds. */
  issuedAt: number;
}

export const ACCESS_SECONDS = 3599;
/** Google ends test-mode grants after seven days. */
const TEST_GRANT_SECONDS = 604_799;

export interface AccessIssue {
  accessToken: string;
  grant: Grant;
}

type Row = Omit<Grant, 'scopes'> & { scopes: string };
const toGrant = (row: unknown): Grant | undefined =>
  row ? { ...(row as Row), scopes: (row as Row).scopes.split(' ') } : undefined;

export const createGrants = (store: Store, clock: Clock) => {
  const insert = store.prepare(
    'INSERT INTO grants VALUES (:id, :accountId, :clientId, :scopes, :refreshToken, :issuedAt)',
  );
  const ofAccount = store.prepare('SELECT * FROM grants WHERE accountId = ? ORDER BY rowid');
  const byRefresh = store.prepare('SELECT * FROM grants WHERE refreshToken = ?');
  const byAccess = store.prepare(
    'SELECT grants.* FROM grants JOIN accessTokens ON grantId = id WHERE token = ? AND expiresAt > ?',
  );
  const remove = store.prepare('DELETE FROM grants WHERE id = ?');
  const insertAccess = store.prepare('INSERT INTO accessTokens VALUES (?, ?, ?)');
  const dropExpired = store.prepare('DELETE FROM accessTokens WHERE expiresAt <= ?');
  let refreshSeconds = TEST_GRANT_SECONDS;
  const now = () => clock.now().getTime();

  const endsAt = (grant: Grant) => grant.issuedAt + refreshSeconds * 1_000;
  const isAlive = (grant: Grant) => now() < endsAt(grant);
  const of = (accountId: string): Grant[] => ofAccount.all(accountId).flatMap((row) => toGrant(row) ?? []);
  const withAccess = (token: string) => toGrant(byAccess.get(token, now()));

  const issueAccess = (grant: Grant): AccessIssue => {
    dropExpired.run(now());
    const accessToken = `ya29.${randomName(60)}`;
    insertAccess.run(accessToken, grant.id, now() + ACCESS_SECONDS * 1_000);
    return { accessToken, grant };
  };

  return {
    /** Without prompt=consent Google gives no second refresh token. */
    exists: (accountId: string, clientId: string) =>
      of(accountId).some((grant) => grant.clientId === clientId && grant.refreshToken !== null),
    create(input: { accountId: string; clientId: string; scopes: readonly string[]; offline: boolean }) {
      const { offline, ...rest } = input;
      const refreshToken = offline ? `1//0${randomName(60)}` : null;
      const grant = { ...rest, id: randomName(16), scopes: [...rest.scopes], refreshToken, issuedAt: now() };
      insert.run({ ...grant, scopes: grant.scopes.join(' ') });
      return issueAccess(grant);
    },
    /** Undefined (invalid_grant) for an unknown, revoked or expired token. */
    byRefreshToken(token: string): Grant | undefined {
      const grant = toGrant(byRefresh.get(token));
      return grant && isAlive(grant) ? grant : undefined;
    },
    byAccessToken: withAccess,
    issueAccess,
    remaining: (grant: Grant) => Math.max(0, Math.floor((endsAt(grant) - now()) / 1_000)),
    revokeToken(token: string): boolean {
      const grant = toGrant(byRefresh.get(token)) ?? withAccess(token);
      if (grant) remove.run(grant.id);
      return grant !== undefined;
    },
    revokeAccount(accountId: string): number {
      const ended = of(accountId);
      for (const { id } of ended) remove.run(id);
      return ended.length;
    },
    expireAccessTokens: () => store.exec('DELETE FROM accessTokens'),
    setRefreshSeconds(seconds: number) {
      refreshSeconds = seconds;
    },
    activeOf: (accountId: string) => of(accountId).filter(isAlive),
  };
};

export type Grants = ReturnType<typeof createGrants>;
