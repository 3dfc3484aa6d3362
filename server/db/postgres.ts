import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import * as schema from '#shared/schema.ts';
import { messageOf } from '../core/errors.ts';
import {
  type Database,
  DatabaseInUseError,
  type DatabaseLog,
  DatabaseOpenError,
  type OpenOptions,
} from './database.ts';

const LOCK_ID = 7_206_431_985;

/**
 * How long to wait for the lock. A process stops within this time, unless it is just
 * posting a comment.
 */
const HANDOVER_MS = 10_000;

const LOCK_NOT_AVAILABLE = '55P03';

interface LockOptions extends Omit<OpenOptions, 'access'> {
  connection: pg.ClientConfig;
  handoverMs?: number;
}

/**
 * Locks the database and returns the client that holds the lock, which has no statement
 * timeout. Throws DatabaseInUseError if another process keeps the lock longer than a stop
 * takes.
 */
export async function lockDatabase({
  connection,
  onLost,
  log,
  handoverMs = HANDOVER_MS,
}: LockOptions) {
  // Keep-alive detects within 20 s that the network is gone; the server then frees the
  // lock.
  const client = new pg.Client({
    ...connection,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
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

async function take(
  client: pg.Client,
  handoverMs: number,
  log?: DatabaseLog,
): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as is_ours', [
    LOCK_ID,
  ]);
  if (rows[0].is_ours) return;
  log?.info('waiting for another Chime In to end');
  await client.query(`set lock_timeout to ${handoverMs}`);
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_ID]);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE))
      throw error;
    throw new DatabaseInUseError(
      'The database of DATABASE_URL is in use by another Chime In. ' +
        'Stop that one first, or set DATABASE_URL to another database.',
    );
  }
  await client.query('reset lock_timeout');
}

const OLDEST_VERSION = 15;
const CONNECT_MS = 5_000;

const sessionSettings = [
  "set time zone 'UTC'",
  'set datestyle to ISO',
  'set statement_timeout to 30000',
  'set idle_in_transaction_session_timeout to 60000',
  // The default is meant for spinning disks. With it PostgreSQL would read all videos
  // instead of looking up those of one month.
  'set random_page_cost to 1.1',
  // Statements already run in parallel with each other, and starting workers costs more
  // than it saves.
  'set max_parallel_workers_per_gather to 0',
].join('; ');

/** Returns a number if it is exact, otherwise a bigint, like the embedded database. */
function parseInt8(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

/**
 * Throws DatabaseOpenError if the database cannot be used. A connection that is lost
 * later fails only its own query.
 */
export async function openPostgres(
  databaseUrl: string,
  { access, onLost, log }: OpenOptions,
): Promise<Database> {
  // Set globally, because Drizzle uses the driver's global type parsers, not the pool's.
  pg.types.setTypeParser(pg.types.builtins.INT8, parseInt8);
  const connection = {
    connectionString: databaseUrl,
    application_name: 'chime-in',
    connectionTimeoutMillis: CONNECT_MS,
  };
  const pool = new pg.Pool({
    ...connection,
    max: 10,
    keepAlive: true,
    onConnect: async (client) => {
      await client.query(sessionSettings);
    },
  });
  // Without a listener an idle connection that breaks would end the process.
  pool.on('error', (error) => log?.warn({ err: error }, 'lost a database connection'));
  pool.on('connect', (client) => client.on('error', () => {}));

  async function lockAsOwner() {
    try {
      await checkVersion(pool);
      return access === 'owner' ? await lockDatabase({ connection, onLost, log }) : null;
    } catch (error) {
      await pool.end();
      throw error instanceof DatabaseOpenError ? error : unusable(error);
    }
  }

  const lock = await lockAsOwner();
  let closing: Promise<void> | null = null;

  async function shutDown(): Promise<void> {
    await pool.end();
    // Released last: no other process may start while this one still runs a query.
    await lock?.release();
  }

  return {
    db: drizzle({ client: pool, schema }),
    sessionPool: { query: (text, params = []) => pool.query(text, params) },
    maintenance: null,
    async migrate(migrationsFolder) {
      if (!lock) throw new Error('A reader does not change tables.');
      await migrate(drizzle({ client: lock.client, schema }), { migrationsFolder });
    },
    close() {
      closing ??= shutDown();
      return closing;
    },
  };
}

async function checkVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  );
  const version = rows[0]?.version ?? 0;
  if (version >= OLDEST_VERSION) return;
  throw new DatabaseOpenError(
    `DATABASE_URL leads to PostgreSQL ${version}, but Chime In needs ${OLDEST_VERSION} or newer.`,
  );
}

function unusable(error: unknown): DatabaseOpenError {
  return new DatabaseOpenError(
    `PostgreSQL could not be used (${messageOf(error)}). ` +
      'Check that it runs and that DATABASE_URL is right.',
    { cause: error },
  );
}
