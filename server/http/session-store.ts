import connectPgSimple from 'connect-pg-simple';
import type { Request } from 'express';
import session, { type SessionData } from 'express-session';
import type { DatabaseLog, SessionPool } from '../db/database.ts';

const PgStore = connectPgSimple(session);

type StoreOptions = NonNullable<ConstructorParameters<typeof PgStore>[0]>;
type Done = (error?: unknown) => void;

const PRUNE_SECONDS = 60 * 60;

/** A session that was to get a new id has ended meanwhile. */
export class SessionEndedError extends Error {}

/**
 * A session that has ended stays so: a request that began before and saves its copy afterwards stores nothing. Only
 * a new session is inserted; one that was read, or gets a new id, is updated where it still is.
 */
class LastingPgStore extends PgStore {
  /** Made by express-session: a new session for this request. */
  declare generate: (req: Request) => void;
  readonly #pool: SessionPool;
  /** Ids in the database by session; a new one has none. */
  readonly #storedIds = new WeakMap<object, string>();

  constructor(pool: SessionPool, options: StoreOptions) {
    // It calls nothing but query, which the embedded database offers too.
    super({ ...options, pool: pool as StoreOptions['pool'] });
    this.#pool = pool;
  }

  override createSession(req: Request, data: SessionData) {
    const stored = super.createSession(req, data);
    this.#storedIds.set(stored, req.sessionID);
    return stored;
  }

  /** The row keeps its place and gets its new id with the next save, which fails with SessionEndedError where it is gone. */
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
 * Sessions in the database's own table. A request that only reads its session writes nothing: session.ts
 * renews the thirty days. Close it before the database, or its hourly pruning finds none.
 */
export function createSessionStore(pool: SessionPool, log?: DatabaseLog): SessionStore {
  return new LastingPgStore(pool, {
    tableName: 'sessions',
    createTableIfMissing: false,
    disableTouch: true,
    pruneSessionInterval: PRUNE_SECONDS,
    errorLog: (message: unknown, error: unknown) => log?.error({ err: error }, String(message)),
  });
}

export type SessionStore = LastingPgStore;
