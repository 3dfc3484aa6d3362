import type { Request, RequestHandler, Response } from 'express';
import passport from 'passport';
import type { Strategy } from 'passport-google-oauth20';
import type { GoogleSignIn } from './google-sign-in.ts';

/** How the browser came back from Google. */
export type Return =
  | { kind: 'signed-in'; signIn: GoogleSignIn }
  /** The person said no. */
  | { kind: 'denied' }
  /** State or code verifier do not fit this browser's session. */
  | { kind: 'not-ours' }
  /** `error` is for the log only. */
  | { kind: 'failed'; error: unknown };

/** Longer than both of the library's own requests may take. */
const patienceMs = 25_000;

/** Passport as two plain functions. The session is ours to make, so passport keeps none. */
export function createPassportSignIn(strategy: Strategy) {
  const authenticator = new passport.Passport();
  authenticator.use('google', strategy);
  const options = { session: false, accessType: 'offline', prompt: 'consent' } as const;

  return {
    /** Sends the browser to Google's consent page. */
    begin: authenticator.authenticate('google', options) as RequestHandler,

    /** Never rejects; waits for Google 25 seconds at most. */
    finish(req: Request, res: Response): Promise<Return> {
      if (req.query['error'] === 'access_denied') return Promise.resolve({ kind: 'denied' });
      // Without a code the library would send the browser to Google once more.
      if (typeof req.query['code'] !== 'string' || req.query['error'] !== undefined) {
        return Promise.resolve({ kind: 'not-ours' });
      }
      // With a wrong state it would forget the right one, and any site can lead here with a wrong one.
      if (!req.session.signIn?.state || req.session.signIn.state.handle !== req.query['state']) {
        return Promise.resolve({ kind: 'not-ours' });
      }
      return new Promise((resolve) => {
        const fail = (error: unknown) => resolve({ kind: 'failed', error });
        const timer = setTimeout(fail, patienceMs, new Error('Google sign-in took too long'));
        const finish = authenticator.authenticate(
          'google',
          options,
          (error: unknown, signIn: GoogleSignIn | false | undefined) => {
            clearTimeout(timer);
            if (error) fail(error);
            else resolve(signIn ? { kind: 'signed-in', signIn } : { kind: 'not-ours' });
          },
        ) as RequestHandler;
        finish(req, res, fail);
      });
    },
  };
}

export type PassportSignIn = ReturnType<typeof createPassportSignIn>;
