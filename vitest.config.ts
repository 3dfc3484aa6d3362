import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findPostgres } from './server/testing/postgres.ts';

const root = import.meta.dirname;

// Processes and disks are slow on a busy machine; only what never comes should fail.
const testTimeout = 180_000;
const poll = { timeout: 60_000, interval: 20 };

// Shared modules: loading Drizzle and opening a database happen once per worker.
const node = {
  environment: 'node' as const,
  isolate: false,
  setupFiles: ['server/testing/setup.ts'],
  env: { NODE_ENV: 'test', TZ: 'UTC' },
  expect: { poll },
  testTimeout,
  hookTimeout: testTimeout,
};

const server = {
  extends: true as const,
  test: {
    ...node,
    name: 'server',
    include: ['server/**/*.test.ts', 'shared/**/*.test.ts'],
    exclude: ['server/db/postgres.test.ts'],
    globalSetup: ['server/testing/embedded-template.ts'],
  },
};

/** Repeats the tests on PostgreSQL, except those without a database or only about the embedded one. */
const postgres = {
  extends: true as const,
  test: {
    ...node,
    name: 'postgres',
    include: ['server/{app,backup,db,features,jobs}/**/*.test.ts', 'server/http/sessions.test.ts'],
    exclude: [
      '**/*.rules.test.ts',
      'server/db/embedded.test.ts',
      // Answers of models and YouTube, and access: main-job.test.ts and each feature's tests cover them.
      'server/features/drafting/{bad-answers,drafting.answer,drafting.stream,injection}.test.ts',
      // Their course over time; hold-at-once.test.ts and outcomes.test.ts cover their SQL.
      'server/features/publishing/hold.test.ts',
      'server/features/outcomes/{fates,figures-cost,looker}.test.ts',
      'server/features/publishing/{crash,events,publishing.routes,rejected-token,youtube-answers}.test.ts',
      'server/features/auth/sign-in-failures.test.ts',
      'server/http/!(sessions).test.ts',
      // Seven days, twenty kills, hanging receivers; watch.test.ts, fresh.test.ts and notices.test.ts cover their SQL.
      'server/features/following/{crash,week}.test.ts',
      'server/features/notices/{crash,notices-app}.test.ts',
      'server/features/setup/**',
      'server/app/{access-control,app,secrets}.test.ts',
      // Files, names and HTTP; what a backup holds is in backup.test.ts.
      'server/backup/backups.test.ts',
    ],
    globalSetup: ['server/testing/postgres.setup.ts'],
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

const hasPostgres = findPostgres() !== null;
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
    // Many tests wait for a process or a disk: with a worker per core the cores would idle.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: hasPostgres ? [server, postgres, client] : [server, client],
  },
});
