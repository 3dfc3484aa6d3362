import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from '#shared/schema.ts';
import type { Log } from '../core/log.ts';

/** Drizzle over either database; repositories know no other type. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

/** A transaction. Inside it only `tx` may be used, never `db`: the embedded database has one session. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

export type DatabaseLog = Pick<Log, 'info' | 'warn' | 'error'>;

/** As much of a pg.Pool as connect-pg-simple uses. */
export interface SessionPool {
  query(text: string, params?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** What PostgreSQL does by itself and the embedded database must be told to do. */
export interface Maintenance {
  /** Every few minutes: bounds the write-ahead log and with it the time a start after a crash takes. */
  checkpoint(): Promise<void>;
  /** Nightly: VACUUM ANALYZE, table by table. */
  vacuum(): Promise<void>;
}

export interface Database {
  readonly kind: 'postgres' | 'embedded';
  readonly db: Db;
  readonly sessionPool: SessionPool;
  /** Null on PostgreSQL, whose autovacuum and checkpointer see to it. */
  readonly maintenance: Maintenance | null;
  /** Brings the tables up to date; see migrate.ts, which alone calls it. */
  migrate(migrationsFolder: string): Promise<void>;
  /** Reaches every process on this database, this one too. The payload has at most 7,999 bytes. */
  notify(channel: string, payload: string): Promise<void>;
  /**
   * Calls back, never within the call of `notify`, until the returned function is called.
   * @param onListening told soon after, and again when a lost connection is back: payloads from before never arrive.
   */
  listen(channel: string, onPayload: (payload: string) => void, onListening?: () => void): () => void;
  /** Rejects within five seconds where the database does not answer. */
  ping(): Promise<void>;
  /** Lets running queries end. Calling it again changes nothing. */
  close(): Promise<void>;
}
