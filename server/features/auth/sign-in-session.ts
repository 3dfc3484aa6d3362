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

/** Changes the id, against session fixation; false if it was signed out meanwhile. */
export async function beginSession(req: Request, googleSub: string, clock: Clock): Promise<boolean> {
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

/** Begins a session for a visitor who did not come by Google, and so has none stored that could be changed. */
export async function beginFirstSession(req: Request, googleSub: string, clock: Clock): Promise<boolean> {
  await promisify(req.session.save.bind(req.session))();
  return beginSession(req, googleSub, clock);
}

/** The cookie may already belong to a newer session. */
export function abandonSession(req: Request): void {
  Reflect.deleteProperty(req, 'session');
}

/** Keeps the grant: scheduled posting goes on. */
export async function endSession(req: Request, res: Response): Promise<void> {
  await promisify(req.session.destroy.bind(req.session))();
  clearSessionCookie(res);
}

const answerMs = 10 * 60_000;

/** A sign-in that waits for an answer about its channel: the last one, in memory alone, since it holds tokens. */
export function createPendingSwitch(clock: Clock) {
  let waiting: { key: string; until: number; signIn: GoogleSignIn } | null = null;
  const keyOf = (sessionId: string, token: unknown) => `${sessionId} ${token}`;

  return {
    /** Returns the token that the answer must bring. */
    ask(sessionId: string, signIn: GoogleSignIn): string {
      const token = randomBytes(24).toString('base64url');
      waiting = { key: keyOf(sessionId, token), until: clock.now().getTime() + answerMs, signIn };
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
