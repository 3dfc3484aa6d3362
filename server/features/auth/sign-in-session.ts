import { promisify } from 'node:util';
import type { Request, Response } from 'express';
import type { Clock } from '../../core/clock.ts';
import { clearSessionCookie, SessionEndedError } from '../../http/sessions.ts';

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
