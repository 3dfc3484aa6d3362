import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { startSandbox } from '../sandbox/sandbox.ts';
import { createPostgresDatabase } from './database.ts';
import { placeEmbedded } from './embedded-template.ts';
import { startAppProcess } from './start-app-process.ts';
import { tempDir } from './temp-dir.ts';

/** Starts a sandbox and returns the environment of apps that use it, with an empty database. */
export async function processEnvironment(dataDir = tempDir()) {
  const sandbox = await startSandbox({
    dataDir: null,
    port: 0,
    clock: systemClock,
    tokensPerSecond: Number.POSITIVE_INFINITY,
  });
  onTestFinished(() => sandbox.close());
  const databaseUrl = await createPostgresDatabase();
  if (!databaseUrl) await placeEmbedded(join(dataDir, 'db'));
  const env: Record<string, string> = {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    SESSION_SECRET: 'a secret for tests, of thirty-two characters and more',
    GOOGLE_CLIENT_ID: 'test',
    GOOGLE_CLIENT_SECRET: 'test',
    GOOGLE_BASE_URL: sandbox.googleOrigin,
    OPENAI_BASE_URL: sandbox.modelBaseUrl,
  };
  return { sandbox, env };
}

/** Starts an app in a process of its own, killed when the test has finished. */
export async function startApp(env: Record<string, string>) {
  const app = await startAppProcess(env);
  onTestFinished(app.kill);
  return app;
}
