import { createHash } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import knownAccounts from './accounts.json' with { type: 'json' };
import { bearerOf, firstValue, originOf } from './http.ts';
import { idFrom, randomName } from './random.ts';
import type { Store } from './store.ts';

/** Google's responses use the full names of these two scopes. */
const fullNames: Record<string, string> = {
  email: 'https://www.googleapis.com/auth/userinfo.email',
  profile: 'https://www.googleapis.com/auth/userinfo.profile',
};

export const canonicalScopes = (requested: string): string[] => {
  const scopes = requested.split(/\s+/).filter((scope) => scope !== '');
  return [...new Set(scopes.map((scope) => fullNames[scope] ?? scope))];
};

export const authorizationSchema = z.object({
  client_id: z.string(),
  redirect_uri: z.url(),
  response_type: z.literal('code'),
  scope: z.string().transform(canonicalScopes),
  state: z.string().optional(),
  access_type: z.literal('offline'),
  code_challenge: z.string(),
  code_challenge_method: z.literal('S256'),
});
export type AuthorizationRequest = z.output<typeof authorizationSchema>;

interface IssuedCode {
  request: AuthorizationRequest;
  accountId: string;
  scopes: string[];
}

/** Keeps open consent pages and the codes issued for them. Each can be used only once. */
export const createCodes = () => {
  const requests = new Map<string, AuthorizationRequest>();
  const codes = new Map<string, IssuedCode>();
  return {
    open(request: AuthorizationRequest): string {
      const id = randomName(24);
      requests.set(id, request);
      return id;
    },
    answer(id: string): AuthorizationRequest | undefined {
      const found = requests.get(id);
      requests.delete(id);
      return found;
    },
    issue(issued: IssuedCode): string {
      const code = `4/0A${randomName(62)}`;
      codes.set(code, issued);
      return code;
    },
    redeem(code: string): IssuedCode | undefined {
      const issued = codes.get(code);
      codes.delete(code);
      return issued;
    },
  };
};

export type Codes = ReturnType<typeof createCodes>;

const challengeOf = (verifier: string) =>
  createHash('sha256').update(verifier).digest('base64url');

export interface Grant {
  id: string;
  accountId: string;
  clientId: string;
  scopes: string[];
  refreshToken: string;
  /** In milliseconds since 1970. */
  issuedAt: number;
}

export const ACCESS_SECONDS = 3599;
/** Google ends test-mode grants after seven days. */
const TEST_GRANT_SECONDS = 604_799;

type Access = { accessToken: string; grant: Grant };
type Row = Omit<Grant, 'scopes'> & { scopes: string };
const toGrant = (row: unknown): Grant | undefined =>
  row ? { ...(row as Row), scopes: (row as Row).scopes.split(' ') } : undefined;

export const createGrants = (store: Store, clock: Clock) => {
  const insert = store.prepare(
    'INSERT INTO grants VALUES (:id, :accountId, :clientId, :scopes, :refreshToken, :issuedAt)',
  );
  const ofAccount = store.prepare(
    'SELECT * FROM grants WHERE accountId = ? ORDER BY rowid',
  );
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
  const of = (accountId: string): Grant[] =>
    ofAccount.all(accountId).flatMap((row) => toGrant(row) ?? []);
  const withAccess = (token: string) => toGrant(byAccess.get(token, now()));

  const issueAccess = (grant: Grant): Access => {
    dropExpired.run(now());
    const accessToken = `ya29.${randomName(60)}`;
    insertAccess.run(accessToken, grant.id, now() + ACCESS_SECONDS * 1_000);
    return { accessToken, grant };
  };

  return {
    create(input: Pick<Grant, 'accountId' | 'clientId' | 'scopes'>) {
      const grant = {
        ...input,
        id: randomName(16),
        refreshToken: `1//0${randomName(60)}`,
        issuedAt: now(),
      };
      insert.run({ ...grant, scopes: grant.scopes.join(' ') });
      return issueAccess(grant);
    },
    /** Returns undefined (invalid_grant) for an unknown, revoked or expired token. */
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

export const YOUTUBE_SCOPE = 'https://www.googleapis.com/auth/youtube.force-ssl';

export const isYouTubeScope = (scope: string): boolean =>
  scope.startsWith('https://www.googleapis.com/auth/youtube');

/**
 * A personal account and a brand's, both with a channel, and one without. The brand's has
 * its own e-mail address.
 */
export const accounts = knownAccounts.map(({ handle, ...account }) => ({
  ...account,
  sub: BigInt(
    `0x1${Buffer.from(idFrom(`sub/${account.id}`, 8)).toString('hex')}`,
  ).toString(),
  channel: handle
    ? { id: `UC${idFrom(`account/${account.id}`, 22)}`, title: account.name, handle }
    : null,
}));

export type Account = (typeof accounts)[number];

export const findAccount = (id: string): Account | undefined =>
  accounts.find((account) => account.id === id);

interface Deps {
  codes: Codes;
  grants: Grants;
}

const refuse = (res: Response, status: number, error: string, description: string) => {
  res.status(status).json({ error, error_description: description });
};

const userinfo = (account: Account, scopes: readonly string[], origin: string) => ({
  sub: account.sub,
  ...(scopes.includes(fullNames['profile'] ?? '') && {
    name: account.name,
    given_name: account.name,
    picture: `${origin}/avatar/${account.id}.svg`,
  }),
  ...(scopes.includes(fullNames['email'] ?? '') && {
    email: account.email,
    email_verified: true,
  }),
});

export const tokenRoutes = ({ codes, grants }: Deps): Router => {
  const reply = (res: Response, { accessToken, grant }: Access, isNew: boolean) => {
    res.set('Cache-Control', 'no-store').json({
      access_token: accessToken,
      expires_in: ACCESS_SECONDS,
      ...(isNew && { refresh_token: grant.refreshToken }),
      scope: grant.scopes.join(' '),
      token_type: 'Bearer',
      refresh_token_expires_in: grants.remaining(grant),
    });
  };

  const redeemCode = (req: Request, res: Response, clientId: string) => {
    const code = firstValue(req.body, 'code');
    if (!code)
      return refuse(res, 400, 'invalid_request', 'Missing required parameter: code');
    const issued = codes.redeem(code);
    if (!issued) return refuse(res, 400, 'invalid_grant', 'Malformed auth code.');
    const { request, accountId, scopes } = issued;
    if (request.client_id !== clientId)
      return refuse(res, 400, 'invalid_grant', 'Bad Request');
    if (firstValue(req.body, 'redirect_uri') !== request.redirect_uri)
      return refuse(res, 400, 'redirect_uri_mismatch', 'Bad Request');
    if (
      challengeOf(firstValue(req.body, 'code_verifier') ?? '') !== request.code_challenge
    )
      return refuse(res, 400, 'invalid_grant', 'Invalid code verifier.');
    reply(res, grants.create({ accountId, clientId, scopes }), true);
  };

  const refresh = (req: Request, res: Response) => {
    const token = firstValue(req.body, 'refresh_token');
    if (!token)
      return refuse(
        res,
        400,
        'invalid_request',
        'Missing required parameter: refresh_token',
      );
    const grant = grants.byRefreshToken(token);
    if (!grant)
      return refuse(res, 400, 'invalid_grant', 'Token has been expired or revoked.');
    reply(res, grants.issueAccess(grant), false);
  };

  return Router()
    .post('/token', (req, res) => {
      const clientId = firstValue(req.body, 'client_id');
      if (!clientId)
        return refuse(
          res,
          400,
          'invalid_request',
          'Could not determine client ID from request.',
        );
      if (!firstValue(req.body, 'client_secret'))
        return refuse(res, 401, 'invalid_client', 'Unauthorized');
      if (firstValue(req.body, 'grant_type') === 'refresh_token') refresh(req, res);
      else redeemCode(req, res, clientId);
    })
    .post('/revoke', (req, res) => {
      const token = firstValue(req.query, 'token') ?? firstValue(req.body, 'token');
      if (token && grants.revokeToken(token)) res.json({});
      else refuse(res, 400, 'invalid_token', 'Token expired or revoked');
    })
    .get('/oauth2/v3/userinfo', (req, res) => {
      const grant = grants.byAccessToken(
        bearerOf(req) ?? firstValue(req.query, 'access_token') ?? '',
      );
      const account = grant && findAccount(grant.accountId);
      if (!account) return refuse(res, 401, 'invalid_request', 'Invalid Credentials');
      res.json(userinfo(account, grant.scopes, originOf(req)));
    });
};
