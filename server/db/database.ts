import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from '#shared/schema.ts';
import type { Log } from '../core/log.ts';

export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

/** Inside a transaction only `tx` may be used: the embedded database has one session, so `db` would wait for ever. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

/** The owner locks the database until it closes it; a reader works beside it and migrates nothing. */
export type Access = 'owner' | 'reader';

/** Called once if the lock is lost or the embedded database stops; the message is for people. */
export type OnLost = (error: Error) => void;

export type DatabaseLog = Pick<Log, 'info' | 'warn' | 'error'>;

export interface SessionPool {
  query(text: string, params?: unknown[]): Promise<{ rows: unknown[] }>;
}

export interface Maintenance {
  /** Bounds the write-ahead log, and so a start after a crash. */
  checkpoint(): Promise<void>;
  vacuum(): Promise<void>;
}

export interface Database {
  readonly db: Db;
  readonly sessionPool: SessionPool;
  /** Null on PostgreSQL, whose autovacuum and checkpointer do this. */
  readonly maintenance: Maintenance | null;
  /** For migrateDatabase alone. Rejects for a reader. */
  migrate(migrationsFolder: string): Promise<void>;
  /** Rejects within five seconds if the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
