import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import * as schema from '#shared/schema.ts';
import type { Database, DatabaseLog } from '../database.ts';
import { DatabaseOpenError } from '../errors.ts';
import { mapRowsQuickly } from '../quick-rows.ts';
import { createPostgresNotices } from './notices.ts';

const OLDEST_VERSION = 15;
const CONNECT_MS = 5_000;

/** Any number that no other program on the same server uses: processes that migrate wait for each other. */
const MIGRATION_LOCK = 7_206_431_985;

/** Every connection alike, whatever the server's own settings are. */
const sessionSettings = [
  "set time zone 'UTC'",
  'set datestyle to ISO',
  'set statement_timeout to 30000',
  'set idle_in_transaction_session_timeout to 60000',
].join('; ');

/** As the embedded database does it: a number where it is exact, else a bigint. */
function parseInt8(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

/**
 * Opens PostgreSQL. A connection lost later only fails the query it was used for; the next one gets a new one.
 * @throws DatabaseOpenError where it cannot be reached, refuses us, or is too old.
 */
export async function openPostgres(databaseUrl: string, log?: DatabaseLog): Promise<Database> {
  // Drizzle asks the driver's global table of types, not the pool's.
  pg.types.setTypeParser(pg.types.builtins.INT8, parseInt8);
  const connection = { connectionString: databaseUrl, application_name: 'chime-in' };
  const pool = new pg.Pool({
    ...connection,
    max: 10,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    onConnect: async (client) => {
      await client.query(sessionSettings);
    },
  });
  // Without a listener an idle connection that breaks would end the process.
  pool.on('error', (error) => log?.warn({ err: error }, 'lost a database connection'));
  pool.on('connect', (client) => client.on('error', () => {}));
  await checkServer(pool);

  const notices = createPostgresNotices((config) => new pg.Client({ ...connection, ...config }), log);
  let closing: Promise<void> | null = null;

  async function migrateAlone(migrationsFolder: string): Promise<void> {
    // A connection of its own: the pool's have a time limit, and the lock belongs to the connection.
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_MS });
    await client.connect();
    try {
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      await migrate(drizzle({ client, schema }), { migrationsFolder });
    } finally {
      await client.end();
    }
  }

  async function shutDown(): Promise<void> {
    await notices.close();
    await pool.end();
  }

  return {
    kind: 'postgres',
    db: mapRowsQuickly(drizzle({ client: pool, schema })),
    sessionPool: { query: (text, params = []) => pool.query(text, params) },
    maintenance: null,
    migrate: migrateAlone,
    notify: async (channel, payload) => {
      await pool.query('select pg_notify($1, $2)', [channel, payload]);
    },
    listen: notices.listen,
    ping: async () => {
      await within(CONNECT_MS, pool.query('select 1'));
    },
    close: () => {
      closing ??= shutDown();
      return closing;
    },
  };
}

async function checkServer(pool: pg.Pool): Promise<void> {
  let version = 0;
  try {
    const { rows } = await pool.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    );
    version = rows[0]?.version ?? 0;
  } catch (error) {
    await pool.end();
    throw new DatabaseOpenError(
      `PostgreSQL could not be used (${error instanceof Error ? describe(error) : String(error)}). ` +
        'Check that it runs and that DATABASE_URL is right.',
      { cause: error },
    );
  }
  if (version >= OLDEST_VERSION) return;
  await pool.end();
  throw new DatabaseOpenError(
    `DATABASE_URL leads to PostgreSQL ${version}, but Chime In needs ${OLDEST_VERSION} or newer.`,
  );
}

/** A refused connection to several addresses is an AggregateError without a message. */
function describe(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  return error.message || code || error.name;
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The database did not answer in time.')), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
