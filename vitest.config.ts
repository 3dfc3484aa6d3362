import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findPostgres } from './server/testing/postgres.ts';
import './server/testing/load-drizzle.js';

const root = import.meta.dirname;

// Processes and disks are slow on a busy machine; only what never comes should fail.
const testTimeout = 180_000;
const poll = { timeout: 60_000, interval: 20 };

// Shared modules: loading Drizzle and opening a database happen once per worker.
const node = {
  environment: 'node' as const,
  // Node runs the sources itself, as in development: nothing to transform, and no wrapper around each import.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  isolate: false,
  setupFiles: ['server/testing/setup.ts'],
  env: { NODE_ENV: 'test', TZ: 'UTC' },
  expect: { poll },
  testTimeout,
  hookTimeout: testTimeout,
};

const hasPostgres = findPostgres() !== null;

const withDatabase = [
  'server/{app,features,jobs}/**/*.test.ts',
  'server/{backup/backup,db/{open-database,postgres},eval/eval,http/sessions}.test.ts',
];

/**
 * Driver, SQL of each feature and the poster; the others are kept from waiting on themselves there (database.ts).
 * The browser tests run the whole app on the embedded one, as people do.
 */
const onBothDatabases = [
  'server/{db/open-database,http/sessions}.test.ts',
  'server/features/analytics/*.test.ts',
  'server/features/auth/account.service.test.ts',
  'server/features/comments/lists.test.ts',
  'server/features/drafting/drafting.generate.test.ts',
  'server/features/outcomes/replies.test.ts',
  'server/features/publishing/poster.test.ts',
  'server/features/videos/search.test.ts',
  'server/features/voice/profiles.test.ts',
];

/** Rules need no database, and what a killed process posted counts where people have it. */
const onEmbeddedAlone = ['**/*.rules.test.ts', 'server/features/publishing/crash.test.ts'];

/** Tests on PostgreSQL take half the time, so where it is installed, most run on it alone. */
const onPostgresAlone = globSync(withDatabase, {
  cwd: root,
  exclude: [...onBothDatabases, ...onEmbeddedAlone],
});

const server = {
  extends: true as const,
  test: {
    ...node,
    name: 'server',
    include: ['server/**/*.test.ts', 'shared/**/*.test.ts'],
    exclude: hasPostgres ? onPostgresAlone : ['server/db/postgres.test.ts'],
    globalSetup: ['server/testing/embedded-template.ts'],
  },
};

const postgres = {
  extends: true as const,
  test: {
    ...node,
    name: 'postgres',
    include: withDatabase,
    exclude: onEmbeddedAlone,
    globalSetup: ['server/testing/postgres.ts'],
  },
};

const client = {
  extends: true as const,
  plugins: [react()],
  test: {
    name: 'client',
    environment: 'jsdom',
    // A window per file takes longer than its tests; the setup file restores what a test leaves.
    isolate: false,
    include: ['client/src/**/*.test.{ts,tsx}'],
    setupFiles: ['client/src/testing/setup.ts'],
    env: { TZ: 'UTC' },
    expect: { poll },
    testTimeout,
  },
};

if (!hasPostgres && process.env['CI'] === 'true') {
  throw new Error('CI=true, but PostgreSQL is not installed: its tests would be left out.');
}
if (!hasPostgres) {
  process.stderr.write('PostgreSQL is not installed; the tests run on the embedded database alone.\n');
}

/** Small files that wait for processes: begun last, one of them would keep a single core busy at the end. */
const waitsLong = ({ moduleId }: TestSpecification) =>
  /\/(crash|week|main|eval|embedded)\.test\.ts$/.test(moduleId);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    return [...sorted.filter(waitsLong), ...sorted.filter((file) => !waitsLong(file))];
  }
}

export default defineConfig({
  root,
  cacheDir: join(root, 'node_modules/.cache/vitest'),
  test: {
    // Tests make much and keep little: with more room for what is young, V8 collects it less often.
    execArgv: ['--max-semi-space-size=64', `--import=${join(root, 'server/testing/load-drizzle.js')}`],
    // Many tests wait for a process or a disk: with a worker per core the cores would idle.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: hasPostgres ? [server, postgres, client] : [server, client],
  },
});
