import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../db/database.ts';
import { migrateDatabase, openDatabase } from '../db/open-database.ts';
import { serveClient } from '../http/pages.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { fakeClock } from '../testing/clock.ts';
import { findPostgres, startPostgres } from '../testing/postgres.ts';
import { seedComments } from '../testing/seed-comments.ts';

export const builtClient = join(import.meta.dirname, '../../dist/client');

type DatabaseKind = 'PostgreSQL' | 'embedded';

/**
 * Targets apply on PostgreSQL; results of the embedded database are for information
 * unless they say otherwise.
 */
export const onPostgres = <T>(kind: DatabaseKind, target: T): T | null =>
  kind === 'PostgreSQL' ? target : null;

/**
 * How many comments a seeded database contains, how many of those are in the queue, how
 * many of the queued ones are rejected, and how many videos are in Fresh.
 */
export const sizes = {
  few: { comments: 200, queued: 50, rejected: 30, fresh: 50 },
  many: { comments: 20_000, queued: 5_000, rejected: 3_000, fresh: 500 },
};

export interface SeededApp {
  app: TestApp;
  origin: string;
  cookie: string;
}

const ownCredentials = {
  GOOGLE_CLIENT_ID: 'bench.apps.googleusercontent.com',
  GOOGLE_CLIENT_SECRET: 'a-secret-of-the-bench',
  OPENAI_API_KEY: 'a-key-of-the-bench',
  OWNER_EMAIL: 'ada@example.com',
  SESSION_SECRET: 'a secret for the bench, of thirty-two characters and more',
};

/** Creates a folder, and a PostgreSQL if it is installed; `close` removes both. */
export async function createEnvironment() {
  const folder = mkdtempSync(join(tmpdir(), 'chime-in-bench-'));
  const programs = findPostgres();
  const cluster = programs ? await startPostgres(programs) : null;
  const kinds: readonly DatabaseKind[] = cluster
    ? ['PostgreSQL', 'embedded']
    : ['embedded'];
  let made = 0;

  /** Returns the connection settings of a new database. */
  async function place(
    kind: DatabaseKind,
  ): Promise<{ databaseUrl: string | null; dataDir: string }> {
    made += 1;
    const dataDir = join(folder, `data-${made}`);
    if (!cluster || kind === 'embedded') return { databaseUrl: null, dataDir };
    const admin = await openDatabase({
      databaseUrl: cluster.url('postgres'),
      dataDir: '',
    });
    await admin.sessionPool.query(`create database bench_${made}`);
    await admin.close();
    return { databaseUrl: cluster.url(`bench_${made}`), dataDir };
  }

  async function openNew(kind: DatabaseKind): Promise<Database> {
    const database = await openDatabase(await place(kind));
    await migrateDatabase(database);
    return database;
  }

  async function openSeeded(
    kind: DatabaseKind,
    size: keyof typeof sizes,
    until: Date,
  ): Promise<Database> {
    const database = await openNew(kind);
    const { comments, ...rows } = sizes[size];
    await seedComments(database.sessionPool, { count: comments, ...rows, until });
    return database;
  }

  return {
    folder,
    kinds,
    openNew,
    openSeeded,
    /** Returns the environment of an app as users run it, with a new database. */
    async processEnv(kind: DatabaseKind): Promise<Record<string, string>> {
      const { databaseUrl, dataDir } = await place(kind);
      return { ...ownCredentials, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' };
    },
    /**
     * Starts two apps with their client and a signed-in owner, one on a small and one on
     * a large database.
     */
    async withSeededApps<Result>(
      kind: DatabaseKind,
      use: (few: SeededApp, many: SeededApp) => Promise<Result>,
    ): Promise<Result> {
      const apps: TestApp[] = [];
      const until = new Date();
      const start = async (size: keyof typeof sizes): Promise<SeededApp> => {
        const database = await openSeeded(kind, size, until);
        const clock = fakeClock(until.toISOString());
        const app = await startTestApp({
          database,
          clock,
          client: serveClient(builtClient),
        });
        apps.push(app);
        return { app, origin: app.origin, cookie: (await app.signedIn()).cookie() ?? '' };
      };
      try {
        return await use(await start('few'), await start('many'));
      } finally {
        // Closing an app also closes its database.
        for (const app of apps) await app.close();
      }
    },
    async close() {
      await cluster?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type BenchEnvironment = Awaited<ReturnType<typeof createEnvironment>>;
