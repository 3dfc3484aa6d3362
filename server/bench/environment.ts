import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../db/database.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { findPostgres, type PostgresCluster, startPostgres } from '../testing/postgres.ts';
import { seedComments } from '../testing/seed-comments.ts';

export type DatabaseKind = 'PostgreSQL' | 'embedded';

export interface BenchDatabase {
  name: string;
  url: string | null;
  database: Database;
}

/** Where an app finds a seeded database; one app at a time opens it. */
export interface SeededHome {
  url: string | null;
  dataDir: string;
  /** The embedded database as the app in sandbox mode looks for it. */
  databaseDir: string;
  comments: number;
  queued: number;
}

export interface SeededPair {
  name: string;
  hasTarget: boolean;
  few: SeededHome;
  many: SeededHome;
}

export interface BenchEnvironment {
  folder: string;
  hasPostgres: boolean;
  /** When the newest seeded comment was written. */
  seededUntil: Date;
  postgresUrl(): Promise<string>;
  onEach<Result>(bench: (database: BenchDatabase) => Promise<Result[]>): Promise<Result[]>;
  /** Seeded once a run: benches find what earlier ones changed. */
  onSeeded<Result>(
    bench: (pair: SeededPair) => Promise<Result[]>,
    on?: readonly DatabaseKind[],
  ): Promise<Result[]>;
  close(): Promise<void>;
}

const sizes = {
  few: { comments: 200, queued: 50 },
  many: { comments: 200_000, queued: 5_000 },
};

export async function createEnvironment(): Promise<BenchEnvironment> {
  const folder = mkdtempSync(join(tmpdir(), 'chime-in-bench-'));
  const programs = findPostgres();
  const cluster: PostgresCluster | null = programs ? await startPostgres(programs) : null;
  const kinds: readonly DatabaseKind[] = cluster ? ['PostgreSQL', 'embedded'] : ['embedded'];
  const seededUntil = new Date();
  const pairs = new Map<string, SeededPair>();
  let made = 0;

  async function postgresUrl(): Promise<string> {
    if (!cluster) throw new Error('PostgreSQL is not installed.');
    made += 1;
    const admin = await openDatabase({ databaseUrl: cluster.url('postgres'), dataDir: '' });
    await admin.sessionPool.query(`create database bench_${made}`);
    await admin.close();
    return cluster.url(`bench_${made}`);
  }

  async function openNew(databaseUrl: string | null, dataDir: string): Promise<Database> {
    const database = await openDatabase({ databaseUrl, dataDir });
    await migrateDatabase(database);
    return database;
  }

  async function seed(name: DatabaseKind, size: keyof typeof sizes): Promise<SeededHome> {
    const dataDir = join(folder, `${name}-${size}`);
    const { comments, queued } = sizes[size];
    const url = name === 'PostgreSQL' ? await postgresUrl() : null;
    const home = { url, dataDir, databaseDir: join(dataDir, 'sandbox'), comments, queued };
    const database = await openNew(url, home.databaseDir);
    await seedComments(database.sessionPool, { count: comments, queued, until: seededUntil });
    await database.close();
    return home;
  }

  async function seededPair(name: DatabaseKind): Promise<SeededPair> {
    const seeded = pairs.get(name);
    if (seeded) return seeded;
    const begun = performance.now();
    const hasTarget = name === 'PostgreSQL';
    const pair = { name, hasTarget, few: await seed(name, 'few'), many: await seed(name, 'many') };
    pairs.set(name, pair);
    process.stderr.write(`seeding, ${name}: ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
    return pair;
  }

  return {
    folder,
    hasPostgres: cluster !== null,
    seededUntil,
    postgresUrl,
    async onEach(bench) {
      const results = [];
      for (const name of kinds) {
        const url = name === 'PostgreSQL' ? await postgresUrl() : null;
        made += 1;
        const database = await openNew(url, join(folder, `embedded-${made}`));
        results.push(...(await bench({ name, url, database }).finally(database.close)));
      }
      return results;
    },
    async onSeeded(bench, on = kinds) {
      const results = [];
      for (const name of kinds.filter((kind) => on.includes(kind)))
        results.push(...(await bench(await seededPair(name))));
      return results;
    },
    async close() {
      await cluster?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
