import { randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Request, Response } from 'express';
import type { SessionData } from 'express-session';
import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { clearSessionCookie, SessionEndedError } from '../../http/sessions.ts';
import { type GoogleSignIn, googleSignInSchema } from './google-strategy.ts';
import type { TokenVault } from './token-vault.ts';

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

/** The cookie may already belong to a newer session. */
export function abandonSession(req: Request): void {
  Reflect.deleteProperty(req, 'session');
}

/** Keeps the grant: scheduled posting goes on. */
export async function endSession(req: Request, res: Response): Promise<void> {
  await promisify(req.session.destroy.bind(req.session))();
  clearSessionCookie(res);
}

declare module 'express-session' {
  interface SessionData {
    pendingSwitch?: { token: string; sealed: string };
  }
}

const answerMs = 10 * 60_000;
const pendingSchema = z.object({ until: z.number(), signIn: googleSignInSchema });
type Bearer = Partial<Pick<SessionData, 'pendingSwitch'>>;

export function createPendingSwitch(vault: TokenVault, clock: Clock) {
  return {
    ask(session: Bearer, signIn: GoogleSignIn): string {
      const token = randomBytes(24).toString('base64url');
      const until = clock.now().getTime() + answerMs;
      session.pendingSwitch = { token, sealed: vault.seal(JSON.stringify({ until, signIn }), 'switch') };
      return token;
    },

    take(session: Bearer, token: unknown): GoogleSignIn | null {
      const pending = session.pendingSwitch;
      if (!pending || typeof token !== 'string' || !isEqual(token, pending.token)) return null;
      delete session.pendingSwitch;
      const text = vault.open(pending.sealed, 'switch');
      const read = text === null ? null : pendingSchema.parse(JSON.parse(text));
      return read && read.until > clock.now().getTime() ? read.signIn : null;
    },
  };
}

export type PendingSwitch = ReturnType<typeof createPendingSwitch>;

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
