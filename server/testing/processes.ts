import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { listen } from '../http/server.ts';
import { createPostgresDatabase } from './database.ts';
import { placeEmbedded } from './embedded-template.ts';
import { makeFolder, startAppProcess } from './start-app-process.ts';
import { startTestSandbox } from './start-test-sandbox.ts';

/** Creates a folder that is removed when the running test has finished. */
export function tempDir(): string {
  const folder = makeFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a server that stops when the test has finished, and returns its origin. */
export async function served(app: RequestListener): Promise<string> {
  const server = createServer(app);
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${port}`;
}

/**
 * Starts a sandbox, and returns the environment for apps that use it with an empty
 * database.
 */
export async function processEnvironment() {
  const dataDir = tempDir();
  const atOnce = Number.POSITIVE_INFINITY;
  const sandbox = await startTestSandbox({
    dataDir: null,
    port: 0,
    clock: systemClock,
    tokensPerSecond: atOnce,
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

/** Starts an app in its own process, which is killed when the test has finished. */
export async function startApp(env: Record<string, string>) {
  const app = await startAppProcess(env);
  onTestFinished(app.kill);
  return app;
}

/** Runs a module's source, which must import by absolute path. */
export const runModule = (source: string, ...args: string[]) =>
  runProgram('--input-type=module', '--eval', source, ...args);

/** Runs Node in a process that is killed when the test has finished. */
export function runProgram(...args: string[]) {
  const child = spawn(process.execPath, ['--liftoff-only', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  });
  const ended = once(child, 'close');
  /** Complete lines of standard output so far. */
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout });
  output.on('line', (line) => lines.push(line));

  /** Resolves when the process has printed `count` lines or has ended. */
  async function said(count: number): Promise<void> {
    while (lines.length < count && child.exitCode === null && child.signalCode === null) {
      await Promise.race([once(output, 'line'), ended]);
    }
  }

  /** Sends SIGKILL; resolves when the process is gone. */
  async function kill(): Promise<void> {
    child.kill('SIGKILL');
    await ended;
  }

  onTestFinished(kill);
  return { child, lines, said, kill, ended };
}

/** Finds a port for a process that has to be told its port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  server.close();
  return port;
}
