import { promisify } from 'node:util';
import type { Request, Response } from 'express';
import type { Clock } from '../../core/clock.ts';
import { clearSessionCookie } from '../../http/session.ts';
import { SessionEndedError } from '../../http/session-store.ts';

const signInMs = 60 * 60_000;

/** The session of someone who only began to sign in need not live for 30 days. */
export function shortenSession(req: Request): void {
  if (!req.session.googleSub) req.session.cookie.maxAge = signInMs;
}

/**
 * A new session id at sign-in, so that nobody can have planted the old one. Saved when this resolves; false where
 * the session was signed out meanwhile.
 */
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

/** Leaves this browser's cookie as it is: it may belong to a newer session by now. */
export function abandonSession(req: Request): void {
  Reflect.deleteProperty(req, 'session');
}

/** Ends this browser's session; the stored grant stays (DESIGN §4). */
export async function endSession(req: Request, res: Response): Promise<void> {
  await promisify(req.session.destroy.bind(req.session))();
  clearSessionCookie(res);
}
