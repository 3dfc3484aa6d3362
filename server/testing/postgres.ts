import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { makeFolder } from './start-app-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Missing in projects that run on the embedded database. */
    postgres?: { template: string; url: string };
  }
}

const DEBIAN = '/usr/lib/postgresql';

/** Returns the folder of PostgreSQL's server programs, 15 or newer, or null. */
export function findPostgres(
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  const versions = existsSync(DEBIAN)
    ? readdirSync(DEBIAN).filter((version) => Number(version) >= 15)
    : [];
  const debian = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN, version, 'bin'));
  const path = (env['PATH'] ?? '').split(delimiter);
  return [...debian, ...path].find(hasServer) ?? null;
}

function hasServer(folder: string): boolean {
  return (
    folder !== '' &&
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))
  );
}

/**
 * Runs until its standard input closes, which also happens when the test run is killed.
 * $1 is the folder of the programs, $2 a temporary folder.
 */
const script = `
trap '' INT TERM HUP
"$1/initdb" -D "$2/data" -U postgres -A trust -E UTF8 --locale=C --no-sync >"$2/log" 2>&1 || exit 1
"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c max_connections=200 \\
  -c fsync=off -c synchronous_commit=off -c full_page_writes=off </dev/null >>"$2/log" 2>&1 &
server=$!
cat >/dev/null
kill -QUIT "$server" 2>/dev/null
wait "$server"
rm -rf "$2"
`;

const READY_MS = 30_000;

interface PostgresCluster {
  /** The database `postgres` exists from the start. */
  url(database: string): string;
  stop(): Promise<void>;
}

/** Starts a temporary PostgreSQL on a Unix socket in a temporary folder. */
export async function startPostgres(programs: string): Promise<PostgresCluster> {
  const folder = makeFolder();
  const asRoot = process.getuid?.() === 0;
  // PostgreSQL refuses to run as root.
  if (asRoot) execFileSync('chown', ['postgres', folder]);
  const [command, ...before] = asRoot
    ? ['runuser', '-u', 'postgres', '--', 'sh']
    : ['sh'];
  const keeper = spawn(
    command ?? 'sh',
    [...before, '-c', script, 'sh', programs, folder],
    {
      cwd: folder,
      stdio: ['pipe', 'ignore', 'ignore'],
      // A signal from the terminal must not end the script before it has cleaned up.
      detached: true,
    },
  );
  const ended = once(keeper, 'exit');
  const url = (database: string) =>
    `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`;

  async function stop(): Promise<void> {
    keeper.stdin.end();
    await ended;
  }

  try {
    await untilReady(url('postgres'), () => keeper.exitCode !== null);
  } catch (error) {
    const log = readFileSync(join(folder, 'log'), 'utf8');
    await stop();
    throw new Error(`PostgreSQL did not start:\n${log}`, { cause: error });
  }
  return { url, stop };
}

async function untilReady(url: string, hasEnded: () => boolean): Promise<void> {
  const deadline = performance.now() + READY_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (hasEnded() || performance.now() > deadline) throw error;
      await delay(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** Copying a template database is much faster than migrating a new one. */
const template = 'chime_in_template';

/** Vitest's global set-up. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = findPostgres();
  if (!programs) throw new Error('The programs of PostgreSQL are not installed.');
  // Imported only here, because Vitest's configuration imports this file too and needs no
  // database.
  const { migrateDatabase, openDatabase } = await import('../db/open-database.ts');
  const cluster = await startPostgres(programs);
  const admin = new pg.Client(cluster.url('postgres'));
  await admin.connect();
  await admin.query(`create database ${template}`);
  await admin.end();
  const database = await openDatabase({
    databaseUrl: cluster.url(template),
    dataDir: '',
  });
  await migrateDatabase(database);
  await database.close();
  project.provide('postgres', { template, url: cluster.url('postgres') });
  return cluster.stop;
}
