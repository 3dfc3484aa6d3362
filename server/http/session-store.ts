import connectPgSimple from 'connect-pg-simple';
import session from 'express-session';
import type { DatabaseLog, SessionPool } from '../db/database.ts';

const PgStore = connectPgSimple(session);

export type SessionStore = InstanceType<typeof PgStore>;
type StoreOptions = NonNullable<ConstructorParameters<typeof PgStore>[0]>;

const PRUNE_SECONDS = 60 * 60;

/**
 * Sessions in the database's own table. A request that only reads its session writes nothing: session.ts
 * renews the thirty days. Close it before the database, or its hourly pruning finds none.
 */
export function createSessionStore(pool: SessionPool, log?: DatabaseLog): SessionStore {
  return new PgStore({
    // It calls nothing but query, which the embedded database offers too.
    pool: pool as StoreOptions['pool'],
    tableName: 'sessions',
    createTableIfMissing: false,
    disableTouch: true,
    pruneSessionInterval: PRUNE_SECONDS,
    errorLog: (message: unknown, error: unknown) => log?.error({ err: error }, String(message)),
  });
}
