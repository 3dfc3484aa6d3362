import type { RequestHandler, Response } from 'express';
import session from 'express-session';
import type { Clock } from '../core/clock.ts';

const dayMs = 86_400_000;
/** A session ends this long after its last use. */
export const sessionLifeMs = 30 * dayMs;
export const sessionCookieName = 'chime-in.sid';

declare module 'express-session' {
  interface SessionData {
    /** Google's id of the account that signed in. */
    googleSub: string;
    /** When its 30 days last began anew, in ms. */
    renewedAt: number;
  }
}

interface SessionDeps {
  store: session.Store;
  clock: Clock;
  /** Signs the cookie. */
  secret: string;
  isHttps: boolean;
}

/** The session of a request (DESIGN §4). Nothing is stored and no cookie is set before someone signs in. */
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

/**
 * The window rolls, but a request a minute must not cost a write a minute. It is saved at once: a save at
 * the end of a long request could bring back a session that was signed out meanwhile.
 */
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

/** Browsers forget the cookie; the session itself is the store's business. */
export function clearSessionCookie(res: Response): void {
  res.clearCookie(sessionCookieName, { httpOnly: true, sameSite: 'lax', path: '/' });
}
