import type { RequestHandler, Response } from 'express';
import session from 'express-session';
import type { Clock } from '../core/clock.ts';

const dayMs = 86_400_000;
/** From its last use (rule 6.4). */
export const sessionLifeMs = 30 * dayMs;
export const sessionCookieName = 'chime-in.sid';

declare module 'express-session' {
  interface SessionData {
    googleSub: string;
    renewedAt: number;
  }
}

interface SessionDeps {
  store: session.Store;
  clock: Clock;
  secret: string;
  isHttps: boolean;
}

/** Stores nothing and sets no cookie before a sign-in begins. */
export function sessions({ store, clock, secret, isHttps }: SessionDeps): RequestHandler[] {
  const open = session({
    name: sessionCookieName,
    store,
    secret,
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/', maxAge: sessionLifeMs },
  });
  return [open, renewDaily(clock)];
}

/** Saves at once, not at the request's end: that could revive a session signed out meanwhile. */
function renewDaily(clock: Clock): RequestHandler {
  return (req, _res, next) => {
    const now = clock.now().getTime();
    const { googleSub, renewedAt = 0 } = req.session;
    if (!googleSub || now - renewedAt < dayMs) return next();
    req.session.renewedAt = now;
    req.session.touch();
    req.session.save(next);
  };
}

export function clearSessionCookie(res: Response): void {
  res.clearCookie(sessionCookieName, { httpOnly: true, sameSite: 'lax', path: '/' });
}
