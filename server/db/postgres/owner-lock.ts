import pg from 'pg';
import type { DatabaseLog, OnLost } from '../database.ts';
import { DatabaseInUseError } from '../errors.ts';

const LOCK_ID = 7_206_431_985;

/** A stop takes no longer, unless a comment is just being posted. */
const HANDOVER_MS = 10_000;

const LOCK_NOT_AVAILABLE = '55P03';

export interface OwnerLock {
  /** Holds the lock, and has no statement timeout. */
  readonly client: pg.Client;
  release(): Promise<void>;
}

interface Options {
  connection: pg.ClientConfig;
  onLost?: OnLost | undefined;
  log?: DatabaseLog | undefined;
  handoverMs?: number;
}

/** Throws DatabaseInUseError if another process keeps the lock longer than a stop takes. */
export async function lockDatabase({
  connection,
  onLost,
  log,
  handoverMs = HANDOVER_MS,
}: Options): Promise<OwnerLock> {
  // Keep-alive notices within 20 s that the network is gone; the server then frees the lock.
  const client = new pg.Client({ ...connection, keepAlive: true, keepAliveInitialDelayMillis: 10_000 });
  let isExpectedToEnd = false;

  function lost(): void {
    if (isExpectedToEnd) return;
    isExpectedToEnd = true;
    onLost?.(
      new Error(
        'Chime In lost the connection that keeps its PostgreSQL database for one process, and has stopped. ' +
          'Start it again if nothing does so for you.',
      ),
    );
  }

  async function release(): Promise<void> {
    isExpectedToEnd = true;
    await client.end().catch(() => {});
  }

  client.on('error', lost);
  client.on('end', lost);
  try {
    await client.connect();
    await client.query('set idle_session_timeout to 0; set statement_timeout to 0');
    await take(client, handoverMs, log);
    return { client, release };
  } catch (error) {
    await release();
    throw error;
  }
}

async function take(client: pg.Client, handoverMs: number, log?: DatabaseLog): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as is_ours', [LOCK_ID]);
  if (rows[0].is_ours) return;
  log?.info('waiting for another Chime In to end');
  await client.query(`set lock_timeout to ${handoverMs}`);
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_ID]);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error;
    throw new DatabaseInUseError(
      'The database of DATABASE_URL is in use by another Chime In. ' +
        'Stop that one first, or set DATABASE_URL to another database.',
    );
  }
  await client.query('reset lock_timeout');
}
