import http, { type Agent } from 'node:http';
import https from 'node:https';
import {
  type GoogleCallbackParameters,
  type Profile,
  Strategy,
  type VerifyCallback,
} from 'passport-google-oauth20';
import type { Clock } from '../../core/clock.ts';
import { readSignIn } from './google-sign-in.ts';
import { requestedScopes } from './scopes.ts';

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

/** The OAuth library has no timeout. */
export function timeoutAgent(url: string, silenceMs = 10_000): Agent {
  const agent = url.startsWith('https:') ? new https.Agent() : new http.Agent();
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const socket = connect(options, callback);
    if (socket && 'setTimeout' in socket && typeof socket.setTimeout === 'function') {
      socket.setTimeout(silenceMs, () => socket.destroy(new Error('Google sign-in did not answer')));
    }
    return socket;
  };
  return agent;
}

/** Reaches the strategy's protected settings: token in a header, and a timeout. */
class BoundedGoogleStrategy extends Strategy {
  restrict(tokenUrl: string): this {
    this._oauth2.useAuthorizationHeaderforGET(true);
    this._oauth2.setAgent(timeoutAgent(tokenUrl));
    return this;
  }
}

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

function googleEndpoints(baseUrl: string | null) {
  if (baseUrl === null) {
    return {
      authorizationURL: 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenURL: 'https://oauth2.googleapis.com/token',
      userProfileURL: 'https://www.googleapis.com/oauth2/v3/userinfo',
    };
  }
  return {
    authorizationURL: `${baseUrl}/o/oauth2/v2/auth`,
    tokenURL: `${baseUrl}/token`,
    userProfileURL: `${baseUrl}/oauth2/v3/userinfo`,
  };
}
