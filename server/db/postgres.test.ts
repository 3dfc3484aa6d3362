import { sql } from 'drizzle-orm';
import pg from 'pg';
import {
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  it,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { loadConfig } from '../config/config.ts';
import { createLog } from '../core/log.ts';
import { startTestApp } from '../testing/app.ts';
import { createPostgresDatabase } from '../testing/database.ts';
import { processEnvironment, startApp } from '../testing/processes.ts';
import { type Access, type Database, DatabaseOpenError, queryRows } from './database.ts';
import { openConfigured, openDatabase } from './open-database.ts';
import { lockDatabase } from './postgres.ts';

async function asAdmin(statement: string, ...values: unknown[]): Promise<void> {
  const admin = new pg.Client(inject('postgres')?.url ?? '');
  await admin.connect();
  await admin.query(statement, values);
  await admin.end();
}

const ping = ({ sessionPool }: Database) => sessionPool.query('select 1');
const nameIn = (url: string) => new URL(url).pathname.slice(1);

const breakConnections = (url: string) =>
  asAdmin(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
    nameIn(url),
  );

describe('open', () => {
  let url: string;
  let database: Database;
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

  async function open(access: Access = 'reader'): Promise<Database> {
    const opened = await openDatabase({ databaseUrl: url, dataDir: '', access, log });
    onTestFinished(() => opened.close());
    return opened;
  }

  beforeAll(async () => {
    url = (await createPostgresDatabase()) ?? '';
  });
  beforeEach(async () => {
    vi.clearAllMocks();
    database = await open();
  });

  test('survives idle connections that break, and logs each of them', async () => {
    await Promise.all([ping(database), ping(database)]);
    await breakConnections(url);
    await expect.poll(() => log.warn).toHaveBeenCalledTimes(2);
    await ping(database);
    await ping(database);
  });

  test('loses only the transaction whose connection breaks', async () => {
    const broken = database.db.transaction(async (tx) => {
      await tx.execute(sql`create table half (id int)`);
      await breakConnections(url);
      await tx.execute(sql`select 1`);
    });
    await expect(broken).rejects.toThrow();
    const [row] = await queryRows(database.db, sql`select to_regclass('half') as half`);
    expect(row).toEqual({ half: null });
  });

  test('uses UTC and ISO dates on every connection, whatever the server’s settings', async () => {
    const name = nameIn(url);
    await database.sessionPool.query(
      `alter database ${name} set timezone to 'Asia/Kathmandu'`,
    );
    await database.sessionPool.query(`alter database ${name} set datestyle to 'German'`);
    const other = await open();
    const [row] = await queryRows(
      other.db,
      sql`select '2026-03-01T12:00:00Z'::timestamptz as at`,
    );
    expect(row).toEqual({ at: '2026-03-01 12:00:00+00' });
  });

  test('lets a reader work beside the owner, but not migrate', async () => {
    const owner = await open('owner');
    const reader = await open();
    await Promise.all([ping(owner), ping(reader)]);
    await expect(reader.migrate('')).rejects.toThrow('A reader does not change tables.');
  });

  async function openOfVersion(versionNumber: number): Promise<Database> {
    const own = (await createPostgresDatabase()) ?? '';
    const setUp = new pg.Client(own);
    await setUp.connect();
    await setUp.query(`create schema older;
      create function older.current_setting(text) returns text language sql as $$ select '${versionNumber}' $$;
      alter database ${nameIn(own)} set search_path to older, pg_catalog, public`);
    await setUp.end();
    const opened = await openDatabase({
      databaseUrl: own,
      dataDir: '',
      access: 'reader',
      log,
    });
    onTestFinished(() => opened.close());
    return opened;
  }

  test('refuses PostgreSQL 14 with a sentence, and accepts 15', async () => {
    await expect(openOfVersion(140_012)).rejects.toThrow(
      new DatabaseOpenError(
        'DATABASE_URL leads to PostgreSQL 14, but Chime In needs 15 or newer.',
      ),
    );
    await expect(ping(await openOfVersion(150_000))).resolves.toBeDefined();
  });

  test('refuses an unreachable address with a sentence that does not contain the password', async () => {
    const nowhere = openDatabase({
      databaseUrl: 'postgres://me:s3cret@127.0.0.1:1/none',
      dataDir: '',
    });
    await expect(nowhere).rejects.toThrow(DatabaseOpenError);
    await expect(nowhere).rejects.toThrow(
      /^PostgreSQL could not be used \(.*ECONNREFUSED.*\)\. Check that it runs/,
    );
    await expect(nowhere).rejects.not.toThrow('s3cret');
    const noSuchDatabase = openDatabase({
      databaseUrl: `${url.replace(/test_\w+/, 'missing')}`,
      dataDir: '',
    });
    await expect(noSuchDatabase).rejects.toThrow('database "missing" does not exist');
  });
});

describe('owner lock', () => {
  let url: string;
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

  beforeAll(async () => {
    url = (await createPostgresDatabase()) ?? '';
  });
  beforeEach(() => {
    vi.clearAllMocks();
  });

  async function lock(handoverMs: number, onLost?: (error: Error) => void) {
    const taken = await lockDatabase({
      connection: { connectionString: url },
      onLost,
      log,
      handoverMs,
    });
    onTestFinished(taken.release);
    return taken;
  }

  async function cut({ client }: { client: pg.Client }): Promise<void> {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    await asAdmin('select pg_terminate_backend($1)', rows[0].pid);
  }

  test('refuses a second process after the time for a handover (rule 3.10)', async () => {
    await lock(0);
    const second = lock(50);
    await expect(second).rejects.toThrow(DatabaseOpenError);
    await expect(second).rejects.toThrow(
      'The database of DATABASE_URL is in use by another Chime In. ' +
        'Stop that one first, or set DATABASE_URL to another database.',
    );
  });

  test('lets a second process take over as soon as the first releases the lock', async () => {
    const first = await lock(0);
    const second = lock(60_000);
    await expect
      .poll(() => log.info.mock.calls)
      .toEqual([['waiting for another Chime In to end']]);
    await first.release();
    await second;
  });

  test('reports the loss of its connection once, but no release, and is free afterwards', async () => {
    const onLost = vi.fn();
    const first = await lock(0, onLost);
    await first.release();
    await cut(await lock(0, onLost));
    await expect.poll(() => onLost).toHaveBeenCalled();
    await lock(0);
    expect(onLost).toHaveBeenCalledOnce();
  });
});

describe('a database that is gone', () => {
  it('makes calls respond 503 until it is back, and then a due comment goes out', async () => {
    const url = (await createPostgresDatabase()) ?? '';
    // A reader has no lock to lose, so only the pool's connections break.
    const database = await openDatabase({
      databaseUrl: url,
      dataDir: '',
      access: 'reader',
    });
    const app = await startTestApp({ database });
    const me = await app.signedIn();
    onTestFinished(async () => {
      await app.close();
      await database.close();
    });
    const found = (await (await me.get('/api/videos/search?q=kubernetes')).json()) as {
      videos: { id: number; commentsOff: boolean }[];
    };
    const video = found.videos.find(({ commentsOff }) => !commentsOff);
    const draft = await me.post('/api/comments/generate', {
      videoId: video?.id,
      style: 'insightful',
    });
    const { comment } = (await draft.json()) as { comment: { id: number } };
    const item = (await (
      await me.post('/api/queue', { commentId: comment.id })
    ).json()) as { id: number };
    await me.patch(`/api/comments/${comment.id}`, { status: 'approved' });
    const scheduledFor = new Date(app.clock.now().getTime() + 30_000).toISOString();
    await me.patch(`/api/queue/${item.id}`, { scheduledFor, autoPost: true });

    await asAdmin(`alter database ${nameIn(url)} with allow_connections false`);
    await breakConnections(url);
    app.clock.advance(60_000);
    await expect(app.context.services.loop.tick()).rejects.toThrow();
    expect((await app.browser().get('/readyz')).status).toBe(503);
    expect((await app.browser().get('/healthz')).status).toBe(200);
    const refused = await me.get('/api/queue');
    expect([refused.status, await refused.json()]).toMatchObject([
      503,
      { code: 'database_unavailable' },
    ]);
    expect(app.sandbox.admin.comments()).toEqual([]);

    await asAdmin(`alter database ${nameIn(url)} with allow_connections true`);
    await expect.poll(async () => (await app.browser().get('/readyz')).status).toBe(200);
    await app.context.services.loop.tick();
    expect(app.sandbox.admin.comments()).toHaveLength(1);
    expect((await me.get('/api/queue')).status).toBe(200);
  });

  it('ends the process that held its lock, with a sentence (rule 3.10)', async () => {
    const { env } = await processEnvironment();
    const app = await startApp(env);
    await asAdmin(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
       and database = (select oid from pg_database where datname = $1)`,
      nameIn(env['DATABASE_URL'] ?? ''),
    );
    expect(await app.ended).toBe(1);
    expect(app.output()).toContain(
      'Chime In lost the connection that keeps its PostgreSQL database',
    );
  });
});

describe('open configured', () => {
  let DATABASE_URL: string;

  beforeEach(async () => {
    DATABASE_URL = (await createPostgresDatabase()) ?? '';
  });

  async function open(access: Access, env: Record<string, string> = {}) {
    const database = await openConfigured(
      loadConfig({ DATABASE_URL, ...env }),
      createLog('silent'),
      {
        access,
      },
    );
    onTestFinished(() => database.close());
    return database;
  }

  test('accepts a reader beside the owner, but none that is set up for another Google', async () => {
    await open('owner');
    await open('reader');
    const google = {
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
      OPENAI_API_KEY: 'key',
      GOOGLE_BASE_URL: 'http://localhost:1',
    };
    await expect(open('reader', google)).rejects.toThrow(
      'This database belongs to the sandbox',
    );
  });

  test('leaves the database free after it refused the owner', async () => {
    const first = await open('owner');
    await first.db.execute(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('next', 9999999999999)",
    );
    await first.close();
    await expect(open('owner')).rejects.toThrow('newer version of Chime In');
    await expect(open('owner')).rejects.toThrow('newer version of Chime In');
  });
});
