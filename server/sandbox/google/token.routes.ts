import { type Request, type Response, Router } from 'express';
import type { Clock } from '../../core/clock.ts';
import { firstValue, originOf } from '../http.ts';
import { findAccount } from './accounts.ts';
import type { ClientCheck } from './clients.ts';
import { type Codes, verifierFits } from './codes.ts';
import { ACCESS_SECONDS, type AccessIssue, type Grants } from './grants.ts';
import { idToken, userinfo } from './identity.ts';

interface Deps {
  clients: ClientCheck;
  codes: Codes;
  grants: Grants;
  clock: Clock;
}

const refuse = (res: Response, status: number, error: string, description: string) => {
  res.status(status).json({ error, error_description: description });
};

/** The pair from the form, or from HTTP Basic, as OAuth allows. */
const clientOf = (req: Request): { id: string; secret: string } => {
  const basic = /^Basic (.+)$/i.exec(req.headers.authorization ?? '')?.[1];
  const [id = '', secret = ''] = basic
    ? Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
    : [firstValue(req.body, 'client_id') ?? '', firstValue(req.body, 'client_secret') ?? ''];
  return { id, secret };
};

/** POST /token, POST /revoke, GET /oauth2/v3/userinfo (WIRE B). */
export const tokenRoutes = ({ clients, codes, grants, clock }: Deps): Router => {
  const router = Router();

  const reply = (
    req: Request,
    res: Response,
    { accessToken, grant }: AccessIssue,
    refreshToken: string | null,
  ) => {
    const account = findAccount(grant.accountId);
    res.set('Cache-Control', 'no-store').json({
      access_token: accessToken,
      expires_in: ACCESS_SECONDS,
      ...(refreshToken && { refresh_token: refreshToken }),
      scope: grant.scopes.join(' '),
      token_type: 'Bearer',
      ...(account &&
        grant.scopes.includes('openid') && { id_token: idToken(account, grant, originOf(req), clock.now()) }),
      ...(grant.refreshToken && { refresh_token_expires_in: grants.remaining(grant) }),
    });
  };

  const redeemCode = (req: Request, res: Response, clientId: string) => {
    const code = firstValue(req.body, 'code');
    if (!code) return refuse(res, 400, 'invalid_request', 'Missing required parameter: code');
    const issued = codes.peek(code);
    if (!issued)
      return refuse(
        res,
        400,
        'invalid_grant',
        code.startsWith('4/') ? 'Bad Request' : 'Malformed auth code.',
      );
    const { request, accountId, scopes } = issued;
    if (request.clientId !== clientId) return refuse(res, 400, 'invalid_grant', 'Bad Request');
    if (firstValue(req.body, 'redirect_uri') !== request.redirectUri) {
      return refuse(res, 400, 'redirect_uri_mismatch', 'Bad Request');
    }
    const verifier = firstValue(req.body, 'code_verifier');
    if (request.challenge && !verifier) return refuse(res, 400, 'invalid_grant', 'Missing code verifier.');
    if (!verifierFits(request.challenge, verifier ?? '')) {
      return refuse(res, 400, 'invalid_grant', 'Invalid code verifier.');
    }
    codes.redeem(code);
    const offline = request.offline && (request.forceConsent || !grants.exists(accountId, clientId));
    const access = grants.create({ accountId, clientId, scopes, offline });
    reply(req, res, access, access.grant.refreshToken);
  };

  const refresh = (req: Request, res: Response, clientId: string) => {
    const token = firstValue(req.body, 'refresh_token');
    if (!token) return refuse(res, 400, 'invalid_request', 'Missing required parameter: refresh_token');
    const grant = grants.byRefreshToken(token);
    if (!grant) return refuse(res, 400, 'invalid_grant', 'Token has been expired or revoked.');
    if (grant.clientId !== clientId) return refuse(res, 400, 'unauthorized_client', 'Unauthorized');
    reply(req, res, grants.issueAccess(grant), null);
  };

  router.post('/token', (req, res) => {
    const client = clientOf(req);
    if (!client.id) return refuse(res, 400, 'invalid_request', 'Could not determine client ID from request.');
    if (!clients.mayRedeem(client.id, client.secret)) {
      return refuse(
        res,
        401,
        'invalid_client',
        clients.isKnown(client.id) ? 'Unauthorized' : 'The OAuth client was not found.',
      );
    }
    const type = firstValue(req.body, 'grant_type');
    if (type === 'authorization_code') return redeemCode(req, res, client.id);
    if (type === 'refresh_token') return refresh(req, res, client.id);
    refuse(res, 400, 'unsupported_grant_type', `Invalid grant_type: ${type ?? ''}`);
  });

  router.post('/revoke', (req, res) => {
    const token = firstValue(req.query, 'token') ?? firstValue(req.body, 'token');
    if (token && grants.revokeToken(token)) res.json({});
    else refuse(res, 400, 'invalid_token', 'Token expired or revoked');
  });

  router.get('/oauth2/v3/userinfo', (req, res) => {
    const bearer = /^Bearer (.+)$/i.exec(req.headers.authorization ?? '')?.[1];
    const grant = grants.byAccessToken(bearer ?? firstValue(req.query, 'access_token') ?? '');
    const account = grant && findAccount(grant.accountId);
    if (!grant || !account) return refuse(res, 401, 'invalid_request', 'Invalid Credentials');
    res.json(userinfo(account, grant.scopes, originOf(req)));
  });

  return router;
};
