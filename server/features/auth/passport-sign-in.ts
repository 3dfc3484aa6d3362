import type { Request, RequestHandler, Response } from 'express';
import passport from 'passport';
import type { Strategy } from 'passport-google-oauth20';
import type { GoogleSignIn } from './google-sign-in.ts';

export type Return =
  | { kind: 'signed-in'; signIn: GoogleSignIn }
  | { kind: 'denied' }
  | { kind: 'not-ours' }
  | { kind: 'failed'; error: unknown };

/** Longer than the library's two requests may take. */
const patienceMs = 25_000;

export function createPassportSignIn(strategy: Strategy) {
  const authenticator = new passport.Passport();
  authenticator.use('google', strategy);
  const options = { session: false, accessType: 'offline', prompt: 'consent select_account' } as const;

  return {
    begin: authenticator.authenticate('google', options) as RequestHandler,

    /** Never rejects; waits at most 25 seconds. */
    finish(req: Request, res: Response): Promise<Return> {
      if (req.query['error'] === 'access_denied') return Promise.resolve({ kind: 'denied' });
      // Without a code the library would redirect to Google again.
      if (typeof req.query['code'] !== 'string' || req.query['error'] !== undefined) {
        return Promise.resolve({ kind: 'not-ours' });
      }
      // Any site can send a wrong state; the library would then forget the right one.
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
