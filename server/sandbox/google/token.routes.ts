import { type Request, type Response, Router } from 'express';
import { bearerOf, firstValue, originOf } from '../request.ts';
import { type Account, findAccount } from './accounts.ts';
import { type Codes, verifierFits } from './codes.ts';
import { ACCESS_SECONDS, type AccessIssue, type Grants } from './grants.ts';
import { fullNames } from './scopes.ts';

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
  ...(scopes.includes(fullNames['email'] ?? '') && { email: account.email, email_verified: true }),
});

export const tokenRoutes = ({ codes, grants }: Deps): Router => {
  const reply = (res: Response, { accessToken, grant }: AccessIssue, refreshToken: string | null) => {
    res.set('Cache-Control', 'no-store').json({
      access_token: accessToken,
      expires_in: ACCESS_SECONDS,
      ...(refreshToken && { refresh_token: refreshToken }),
      scope: grant.scopes.join(' '),
      token_type: 'Bearer',
      ...(grant.refreshToken && { refresh_token_expires_in: grants.remaining(grant) }),
    });
  };

  const redeemCode = (req: Request, res: Response, clientId: string) => {
    const code = firstValue(req.body, 'code');
    if (!code) return refuse(res, 400, 'invalid_request', 'Missing required parameter: code');
    const issued = codes.peek(code);
    if (!issued) return refuse(res, 400, 'invalid_grant', 'Malformed auth code.');
    const { request, accountId, scopes } = issued;
    if (request.clientId !== clientId) return refuse(res, 400, 'invalid_grant', 'Bad Request');
    if (firstValue(req.body, 'redirect_uri') !== request.redirectUri)
      return refuse(res, 400, 'redirect_uri_mismatch', 'Bad Request');
    const verifier = firstValue(req.body, 'code_verifier');
    if (request.challenge && !verifier) return refuse(res, 400, 'invalid_grant', 'Missing code verifier.');
    if (!verifierFits(request.challenge, verifier ?? ''))
      return refuse(res, 400, 'invalid_grant', 'Invalid code verifier.');
    codes.redeem(code);
    const offline = request.offline && (request.forceConsent || !grants.exists(accountId, clientId));
    const access = grants.create({ accountId, clientId, scopes, offline });
    reply(res, access, access.grant.refreshToken);
  };

  const refresh = (req: Request, res: Response, clientId: string) => {
    const token = firstValue(req.body, 'refresh_token');
    if (!token) return refuse(res, 400, 'invalid_request', 'Missing required parameter: refresh_token');
    const grant = grants.byRefreshToken(token);
    if (!grant) return refuse(res, 400, 'invalid_grant', 'Token has been expired or revoked.');
    if (grant.clientId !== clientId) return refuse(res, 400, 'unauthorized_client', 'Unauthorized');
    reply(res, grants.issueAccess(grant), null);
  };

  return Router()
    .post('/token', (req, res) => {
      const clientId = firstValue(req.body, 'client_id');
      if (!clientId)
        return refuse(res, 400, 'invalid_request', 'Could not determine client ID from request.');
      if (!firstValue(req.body, 'client_secret')) return refuse(res, 401, 'invalid_client', 'Unauthorized');
      const type = firstValue(req.body, 'grant_type');
      if (type === 'authorization_code') return redeemCode(req, res, clientId);
      if (type === 'refresh_token') return refresh(req, res, clientId);
      refuse(res, 400, 'unsupported_grant_type', `Invalid grant_type: ${type ?? ''}`);
    })
    .post('/revoke', (req, res) => {
      const token = firstValue(req.query, 'token') ?? firstValue(req.body, 'token');
      if (token && grants.revokeToken(token)) res.json({});
      else refuse(res, 400, 'invalid_token', 'Token expired or revoked');
    })
    .get('/oauth2/v3/userinfo', (req, res) => {
      const grant = grants.byAccessToken(bearerOf(req) ?? firstValue(req.query, 'access_token') ?? '');
      const account = grant && findAccount(grant.accountId);
      if (!account) return refuse(res, 401, 'invalid_request', 'Invalid Credentials');
      res.json(userinfo(account, grant.scopes, originOf(req)));
    });
};
