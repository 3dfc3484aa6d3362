import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../db/client.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { findPostgres } from '../testing/postgres-binaries.ts';
import { type PostgresCluster, startPostgres } from '../testing/postgres-cluster.ts';

export interface BenchDatabase {
  name: string;
  url: string | null;
  database: Database;
}

export interface BenchEnvironment {
  folder: string;
  hasPostgres: boolean;
  postgresUrl(): Promise<string>;
  onEach<Result>(bench: (database: BenchDatabase) => Promise<Result[]>): Promise<Result[]>;
  close(): Promise<void>;
}

export async function createEnvironment(): Promise<BenchEnvironment> {
  const folder = mkdtempSync(join(tmpdir(), 'chime-in-bench-'));
  const programs = findPostgres();
  const cluster: PostgresCluster | null = programs ? await startPostgres(programs) : null;
  let made = 0;

  async function postgresUrl(): Promise<string> {
    if (!cluster) throw new Error('PostgreSQL is not installed.');
    made += 1;
    const admin = await openDatabase({ databaseUrl: cluster.url('postgres'), dataDir: '' });
    await admin.sessionPool.query(`create database bench_${made}`);
    await admin.close();
    return cluster.url(`bench_${made}`);
  }

  async function open(url: string | null): Promise<BenchDatabase> {
    made += 1;
    const database = await openDatabase({ databaseUrl: url, dataDir: join(folder, `embedded-${made}`) });
    await migrateDatabase(database);
    return { name: url === null ? 'embedded' : 'PostgreSQL', url, database };
  }

  return {
    folder,
    hasPostgres: cluster !== null,
    postgresUrl,
    async onEach(bench) {
      const results = [];
      for (const url of [...(cluster ? [await postgresUrl()] : []), null]) {
        const opened = await open(url);
        results.push(...(await bench(opened).finally(() => opened.database.close())));
      }
      return results;
    },
    async close() {
      await cluster?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
