import connectPgSimple from 'connect-pg-simple';
import type { Request, RequestHandler, Response } from 'express';
import session, { type SessionData } from 'express-session';
import type { Clock } from '../core/clock.ts';
import type { DatabaseLog, SessionPool } from '../db/database.ts';

const dayMs = 86_400_000;
/** Sessions end this long after their last use (rule 6.4). */
const sessionLifeMs = 30 * dayMs;
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
export function sessions({
  store,
  clock,
  secret,
  isHttps,
}: SessionDeps): RequestHandler[] {
  const open = session({
    name: sessionCookieName,
    store,
    secret,
    resave: false,
    saveUninitialized: false,
    cookie: {
      httpOnly: true,
      sameSite: 'lax',
      secure: isHttps,
      path: '/',
      maxAge: sessionLifeMs,
    },
  });
  return [...(isHttps ? [markAsSecure] : []), open, renewDaily(clock)];
}

/**
 * PUBLIC_URL says that browsers use https. The proxy may not say so, or only in a header
 * that we do not trust, and then express-session would set no cookie.
 */
const markAsSecure: RequestHandler = (req, _res, next) => {
  Object.defineProperty(req, 'secure', { value: true });
  next();
};

/**
 * Renews a session once a day. Saves at once: saving at the end of the request could
 * revive a session that was signed out in the meantime.
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

export function clearSessionCookie(res: Response): void {
  res.clearCookie(sessionCookieName, { httpOnly: true, sameSite: 'lax', path: '/' });
}

const PgStore = connectPgSimple(session);

type StoreOptions = NonNullable<ConstructorParameters<typeof PgStore>[0]>;
type Done = (error?: unknown) => void;

const PRUNE_SECONDS = 60 * 60;

export class SessionEndedError extends Error {}

/**
 * Never revives an ended session: inserts new sessions, and updates others only if they
 * still exist.
 */
class LastingPgStore extends PgStore {
  declare generate: (req: Request) => void;
  readonly #pool: SessionPool;
  readonly #storedIds = new WeakMap<object, string>();

  constructor(pool: SessionPool, options: StoreOptions) {
    // The store only calls `query`, which the embedded database has too.
    super({ ...options, pool: pool as StoreOptions['pool'] });
    this.#pool = pool;
  }

  override createSession(req: Request, data: SessionData) {
    const stored = super.createSession(req, data);
    this.#storedIds.set(stored, req.sessionID);
    return stored;
  }

  override regenerate(req: Request, done: Done): void {
    const id = req.sessionID;
    this.generate(req);
    this.#storedIds.set(req.session, id);
    done();
  }

  override set(id: string, data: SessionData, done: Done = () => {}): void {
    const storedId = this.#storedIds.get(data);
    const stored = (error?: unknown) => {
      if (!error) this.#storedIds.set(data, id);
      done(error);
    };
    if (storedId === undefined) super.set(id, data, stored);
    else this.#update(storedId, id, data).then(() => stored(), stored);
  }

  async #update(storedId: string, id: string, data: SessionData): Promise<void> {
    const { rows } = await this.#pool.query(
      'update sessions set sid = $1, sess = $2, expire = $3 where sid = $4 returning sid',
      [id, data, new Date(data.cookie.expires ?? 0).toISOString(), storedId],
    );
    if (rows.length === 0 && id !== storedId) throw new SessionEndedError();
  }
}

/**
 * Creates a store whose reads write nothing. Close the store before the database, because
 * it prunes every hour.
 */
export function createSessionStore(pool: SessionPool, log?: DatabaseLog): SessionStore {
  return new LastingPgStore(pool, {
    tableName: 'sessions',
    createTableIfMissing: false,
    disableTouch: true,
    pruneSessionInterval: PRUNE_SECONDS,
    errorLog: (message: unknown, error: unknown) =>
      log?.error({ err: error }, String(message)),
  });
}

export type SessionStore = LastingPgStore;
