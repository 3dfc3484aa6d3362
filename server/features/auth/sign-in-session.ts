import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Request, Response } from 'express';
import type { Clock } from '../../core/clock.ts';
import { clearSessionCookie, SessionEndedError } from '../../http/sessions.ts';
import type { GoogleSignIn } from './google-strategy.ts';

const signInMs = 60 * 60_000;

export function shortenSession(req: Request): void {
  if (!req.session.googleSub) req.session.cookie.maxAge = signInMs;
}

/**
 * Begins a session under a new id, to prevent session fixation. Returns false if the user
 * signed out in the meantime.
 */
export async function beginSession(
  req: Request,
  googleSub: string,
  clock: Clock,
): Promise<boolean> {
  await promisify(req.session.regenerate.bind(req.session))();
  req.session.googleSub = googleSub;
  req.session.renewedAt = clock.now().getTime();
  try {
    await promisify(req.session.save.bind(req.session))();
    return true;
  } catch (error) {
    if (error instanceof SessionEndedError) return false;
    throw error;
  }
}

/**
 * Begins a session for a visitor who did not sign in with Google, and therefore has no
 * stored session to renew.
 */
export async function beginFirstSession(
  req: Request,
  googleSub: string,
  clock: Clock,
): Promise<boolean> {
  await promisify(req.session.save.bind(req.session))();
  return beginSession(req, googleSub, clock);
}

/**
 * Drops the session from this request but leaves the cookie, which may already belong to
 * a newer session.
 */
export function abandonSession(req: Request): void {
  Reflect.deleteProperty(req, 'session');
}

/**
 * Signs this browser out. Keeps the Google grant, so that scheduled posting continues.
 */
export async function endSession(req: Request, res: Response): Promise<void> {
  await promisify(req.session.destroy.bind(req.session))();
  clearSessionCookie(res);
}

const answerMs = 10 * 60_000;

/**
 * Keeps the latest sign-in for which the owner has to confirm a different channel. It
 * contains tokens, so it is kept only in memory.
 */
export function createPendingSwitch(clock: Clock) {
  let waiting: { key: string; until: number; signIn: GoogleSignIn } | null = null;
  const keyOf = (sessionId: string, token: unknown) => `${sessionId} ${token}`;

  return {
    /** Returns the token that must come back with the owner's answer. */
    ask(sessionId: string, signIn: GoogleSignIn): string {
      const token = randomBytes(24).toString('base64url');
      waiting = {
        key: keyOf(sessionId, token),
        until: clock.now().getTime() + answerMs,
        signIn,
      };
      return token;
    },

    take(sessionId: string, token: unknown): GoogleSignIn | null {
      const found = waiting?.key === keyOf(sessionId, token) ? waiting : null;
      if (found) waiting = null;
      return found && found.until > clock.now().getTime() ? found.signIn : null;
    },
  };
}

export type PendingSwitch = ReturnType<typeof createPendingSwitch>;
