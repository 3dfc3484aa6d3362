import type { Request, RequestHandler, Response } from 'express';
import passport from 'passport';
import {
  type GoogleCallbackParameters,
  type Profile,
  Strategy,
  type VerifyCallback,
} from 'passport-google-oauth20';
import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { sessionCookieName } from '../../http/sessions.ts';
import { requestedScopes } from './auth.rules.ts';

export interface GoogleSignIn {
  googleSub: string;
  email: string;
  emailVerified: boolean;
  name: string;
  picture: string | null;
  accessToken: string;
  refreshToken: string | null;
  scopes: string[];
  accessTokenExpiresAt: Date;
  grantExpiresAt: Date | null;
}

const tokenReplySchema = z.object({
  expires_in: z.coerce.number().positive().catch(3600),
  scope: z.string().optional(),
  refresh_token_expires_in: z.coerce.number().positive().optional().catch(undefined),
});

interface GoogleProfile {
  id: string;
  displayName?: string;
  emails?: { value: string; verified: unknown }[] | undefined;
  photos?: { value: string }[] | undefined;
}

interface Reply {
  accessToken: string;
  refreshToken: string | undefined;
  params: unknown;
  profile: GoogleProfile;
}

export function readSignIn(
  { accessToken, refreshToken, params, profile }: Reply,
  now: Date,
): GoogleSignIn {
  const reply = tokenReplySchema.parse(params ?? {});
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const [email] = profile.emails ?? [];
  return {
    googleSub: String(profile.id),
    email: (email?.value ?? '').toLowerCase(),
    emailVerified: email?.verified === true || email?.verified === 'true',
    name: profile.displayName || email?.value || 'Google account',
    picture: profile.photos?.[0]?.value ?? null,
    accessToken,
    refreshToken: refreshToken ?? null,
    // RFC 6749: a response without a scope grants everything that was requested.
    scopes:
      reply.scope === undefined
        ? requestedScopes
        : reply.scope.split(' ').filter(Boolean),
    accessTokenExpiresAt: after(reply.expires_in),
    grantExpiresAt: reply.refresh_token_expires_in
      ? after(reply.refresh_token_expires_in)
      : null,
  };
}

export interface GoogleClient {
  clientId: string;
  clientSecret: string;
  baseUrl: string | null;
  publicUrl: string;
}

declare module 'express-session' {
  interface SessionData {
    signIn: { state?: { handle: string } };
  }
}

/**
 * Sends the access token to Google only in a header. This takes a subclass because the
 * setting is protected.
 */
class GoogleStrategy extends Strategy {
  withTokenInHeader(): this {
    this._oauth2.useAuthorizationHeaderforGET(true);
    return this;
  }
}

export function createGoogleStrategy(client: GoogleClient, clock: Clock): Strategy {
  const strategy = new GoogleStrategy(
    {
      ...googleEndpoints(client.baseUrl),
      clientID: client.clientId,
      clientSecret: client.clientSecret,
      callbackURL: `${client.publicUrl}/auth/google/callback`,
      scope: requestedScopes,
      state: true,
      pkce: true,
      sessionKey: 'signIn',
    },
    // biome-ignore lint/complexity/useMaxParams: Passport passes `params` only to a callback of five parameters.
    (
      accessToken: string,
      refreshToken: string | undefined,
      params: GoogleCallbackParameters,
      profile: Profile,
      done: VerifyCallback,
    ) =>
      done(null, readSignIn({ accessToken, refreshToken, params, profile }, clock.now())),
  );
  return strategy.withTokenInHeader();
}

/**
 * Returns the addresses of Google's endpoints, or all of them at `baseUrl` if another
 * server stands in for Google.
 */
const googleEndpoints = (baseUrl: string | null) => ({
  authorizationURL: `${baseUrl ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
  tokenURL: `${baseUrl ?? 'https://oauth2.googleapis.com'}/token`,
  userProfileURL: `${baseUrl ?? 'https://www.googleapis.com'}/oauth2/v3/userinfo`,
});

export type Return =
  | { kind: 'signed-in'; signIn: GoogleSignIn }
  | { kind: 'denied' }
  | { kind: 'not-ours'; why: NotOurs }
  | { kind: 'failed'; error: unknown };

/**
 * Why a callback from Google does not belong to a sign-in that was started in this
 * browser.
 */
export type NotOurs =
  /** The browser sent no session cookie. */
  | 'not-started-here'
  /** The session has ended: the user signed out, or it is older than an hour. */
  | 'ended'
  /** The callback was used before, or another sign-in was started after it. */
  | 'used';

function whyNotOurs(req: Request): NotOurs {
  const sentCookie = (req.headers.cookie ?? '').includes(`${sessionCookieName}=`);
  if (!sentCookie) return 'not-started-here';
  const isKnown = req.session.signIn !== undefined || req.session.googleSub !== undefined;
  return isKnown ? 'used' : 'ended';
}

/**
 * Google returned an error instead of a code, because of an organisation's policy or a
 * problem of its own.
 */
export class GoogleRefusal extends Error {}

/** Timeout for the library's two requests, which have none of their own. */
const patienceMs = 20_000;

export function createPassportSignIn(strategy: Strategy) {
  const authenticator = new passport.Passport();
  authenticator.use('google', strategy);
  const options = {
    session: false,
    accessType: 'offline',
    prompt: 'consent select_account',
  } as const;

  return {
    begin: authenticator.authenticate('google', options) as RequestHandler,

    /** Completes a callback from Google. Never rejects, and waits at most 20 seconds. */
    finish(req: Request, res: Response): Promise<Return> {
      if (req.query['error'] === 'access_denied')
        return Promise.resolve({ kind: 'denied' });
      const { code, error: refusal, state } = req.query;
      // Any site can send a callback with a wrong state. The library would then forget
      // the right one.
      const begun = req.session.signIn?.state;
      if (!begun || begun.handle !== state) {
        return Promise.resolve({ kind: 'not-ours', why: whyNotOurs(req) });
      }
      // Without a code the library would redirect to Google again.
      if (typeof code !== 'string' || refusal !== undefined) {
        return Promise.resolve({
          kind: 'failed',
          error: new GoogleRefusal(codeOf(refusal)),
        });
      }
      return new Promise((resolve) => {
        const fail = (error: unknown) => resolve({ kind: 'failed', error });
        const late = AbortSignal.timeout(patienceMs);
        late.addEventListener('abort', () => fail(late.reason), { once: true });
        const finish = authenticator.authenticate(
          'google',
          options,
          (error: unknown, signIn: GoogleSignIn | false | undefined) => {
            if (error) fail(error);
            else
              resolve(
                signIn
                  ? { kind: 'signed-in', signIn }
                  : { kind: 'not-ours', why: 'used' },
              );
          },
        ) as RequestHandler;
        finish(req, res, fail);
      });
    },
  };
}

/**
 * Returns the error code to show. Anybody can make up a callback address, so only a value
 * that looks like one of Google's codes is repeated.
 */
const codeOf = (refusal: unknown): string =>
  typeof refusal === 'string' && /^[a-z_]{1,40}$/.test(refusal) ? refusal : 'no code';

export type PassportSignIn = ReturnType<typeof createPassportSignIn>;
