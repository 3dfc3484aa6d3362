import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { findPostgres } from './server/testing/postgres-binaries.ts';

const root = import.meta.dirname;

// A process, a disk or a chunk takes its time on a busy machine; only what never comes should fail by it.
const testTimeout = 180_000;
const poll = { timeout: 60_000, interval: 20 };

// Modules are shared between the files of a worker: what takes time, as loading Drizzle and opening a
// database, happens once per worker.
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
    exclude: ['server/db/postgres/**'],
    globalSetup: ['server/testing/embedded-template.ts'],
  },
};

/** The same tests again on PostgreSQL, but for those that are not about a database, or only about the embedded one. */
const postgres = {
  extends: true as const,
  test: {
    ...node,
    name: 'postgres',
    include: ['server/{app,backup,db,features,jobs}/**/*.test.ts', 'server/http/session-store.test.ts'],
    exclude: [
      '**/*.rules.test.ts',
      'server/db/embedded/**',
      // What models and YouTube answer, and who gets in: main-job.test.ts and each feature's own tests
      // meet all three.
      'server/features/drafting/{bad-answers,draft-stream.routes,drafting.prompt,drafting.stream,injection,injection.stream}.test.ts',
      'server/features/voice/own-comments/takeout-import.test.ts',
      'server/features/publishing/{crash,events,publishing.routes,rejected-token,youtube-answers}.test.ts',
      'server/features/auth/{google-sign-in,google-strategy,sign-in-failures,slow-callback,token-vault}.test.ts',
      'server/http/!(session-store).test.ts',
      // The clients of YouTube and the model, without SQL that search.test.ts does not meet.
      'server/features/discovery/{assess-videos,search-wire}.test.ts',
      'server/app/{access-control,app,lifecycle,secrets}.test.ts',
      // Files, names and HTTP; what a backup holds is in backup.test.ts.
      'server/backup/{backups,commands,main}.test.ts',
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
    // A window for each file takes longer than the tests in it; the setup file puts back what a test leaves.
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

export default defineConfig({
  root,
  cacheDir: join(root, 'node_modules/.cache/vitest'),
  test: {
    // Many tests wait, for a process or a disk: with a worker for each core the cores would be idle half the time.
    maxWorkers: availableParallelism() + 1,
    projects: hasPostgres ? [server, postgres, client] : [server, client],
  },
});
