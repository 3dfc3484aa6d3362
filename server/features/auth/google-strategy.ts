import {
  type GoogleCallbackParameters,
  type Profile,
  Strategy,
  type VerifyCallback,
} from 'passport-google-oauth20';
import type { Clock } from '../../core/clock.ts';
import { googleEndpoints } from './google-endpoints.ts';
import { readSignIn } from './google-sign-in.ts';
import { requestedScopes } from './scopes.ts';
import { timeoutAgent } from './timeout-agent.ts';

export interface GoogleClient {
  clientId: string;
  clientSecret: string;
  /** An origin in place of Google's own; null for the real one. */
  baseUrl: string | null;
  /** Where browsers reach the app. */
  publicUrl: string;
}

declare module 'express-session' {
  interface SessionData {
    /** What the library keeps until this browser is back from Google. */
    signIn: { state?: { handle: string } };
  }
}

/** Passport's Google strategy with its protected settings: the token in a header, and an end to waiting. */
class BoundedGoogleStrategy extends Strategy {
  restrict(tokenUrl: string): this {
    this._oauth2.useAuthorizationHeaderforGET(true);
    this._oauth2.setAgent(timeoutAgent(tokenUrl));
    return this;
  }
}

/** Code flow with state and PKCE (WIRE B.1); whether the account may come in is decided elsewhere. */
export function createGoogleStrategy(client: GoogleClient, clock: Clock): Strategy {
  const endpoints = googleEndpoints(client.baseUrl);
  const strategy = new BoundedGoogleStrategy(
    {
      ...endpoints,
      clientID: client.clientId,
      clientSecret: client.clientSecret,
      callbackURL: `${client.publicUrl}/auth/google/callback`,
      scope: requestedScopes,
      state: true,
      pkce: true,
      sessionKey: 'signIn',
    },
    (
      accessToken: string,
      refreshToken: string | undefined,
      params: GoogleCallbackParameters,
      profile: Profile,
      done: VerifyCallback,
    ) => done(null, readSignIn({ accessToken, refreshToken, params, profile }, clock.now())),
  );
  return strategy.restrict(endpoints.tokenURL);
}
