import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findPostgres } from './server/testing/postgres.ts';
import './server/testing/load-drizzle.js';

const root = import.meta.dirname;

// Processes and disks are slow on a busy machine, so a test should fail only if something
// never happens.
const testTimeout = 180_000;
const poll = { timeout: 60_000, interval: 20 };

// Modules are shared between test files, so that each worker loads Drizzle and opens a
// database only once.
const node = {
  environment: 'node' as const,
  // Node runs the sources itself, as in development, without a transform or a wrapper
  // around each import.
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
  'server/{backup/{backup,restore},db/{open-database,postgres},eval/eval,http/sessions}.test.ts',
];

/**
 * Tests of the driver, the SQL of each feature and the poster run on both databases. For
 * the others, database.ts prevents on PostgreSQL what would wait forever on the embedded
 * database. The browser tests run the whole app on the embedded database, as users do.
 */
const onBothDatabases = [
  'server/{db/open-database,http/sessions}.test.ts',
  'server/features/analytics/*.test.ts',
  'server/features/auth/account.service.test.ts',
  'server/features/comments/{lists,list-search,long-lists,queue-export}.test.ts',
  'server/features/comments/{steps,undo,undo-rules}.test.ts',
  'server/features/drafting/drafting.generate.test.ts',
  'server/features/outcomes/replies.test.ts',
  'server/features/publishing/{poster,posting-events,rejected-token}.test.ts',
  'server/features/videos/{search,assessments}.test.ts',
  'server/features/voice/profiles.test.ts',
];

/**
 * Rules need no database. What a killed process has posted matters most on the embedded
 * database, which users have.
 */
const onEmbeddedAlone = [
  '**/*.rules.test.ts',
  'server/features/publishing/crash.test.ts',
];

/**
 * Tests of connections and locks. The embedded database has a single connection, so
 * nothing waits for a lock there.
 */
const needsPostgres = ['server/db/postgres.test.ts', 'server/**/*.postgres.test.ts'];

/**
 * Tests on PostgreSQL take half the time, so if it is installed, most tests run only
 * there.
 */
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
    exclude: hasPostgres ? onPostgresAlone : needsPostgres,
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
    // Creating a window for each file takes longer than its tests; the setup file
    // restores what a test leaves behind.
    isolate: false,
    include: ['client/src/**/*.test.{ts,tsx}'],
    setupFiles: ['client/src/testing/setup.ts'],
    env: { TZ: 'UTC' },
    expect: { poll },
    testTimeout,
  },
};

if (!hasPostgres && process.env['CI'] === 'true') {
  throw new Error(
    'CI=true, but PostgreSQL is not installed: its tests would be left out.',
  );
}
if (!hasPostgres) {
  process.stderr.write(
    'PostgreSQL is not installed; the tests run on the embedded database alone.\n',
  );
}

/**
 * Small files that wait for processes. Started last, one of them would keep a single core
 * busy at the end.
 */
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
    // Tests create many short-lived objects, and with more room for those V8 collects
    // garbage less often.
    execArgv: [
      '--max-semi-space-size=64',
      `--import=${join(root, 'server/testing/load-drizzle.js')}`,
    ],
    // Many tests wait for a process or a disk, so with only one worker per core the cores
    // would be idle.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: hasPostgres ? [server, postgres, client] : [server, client],
  },
});
