import { createServer, type RequestListener } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import { createApp } from '../app/app.ts';
import { createContext } from '../app/context.ts';
import { type Environment, loadConfig } from '../config/config.ts';
import { createLog, type Log } from '../core/log.ts';
import type { Database } from '../db/client.ts';
import { listen } from '../http/listen.ts';
import type { Wait } from '../sandbox/model/pace.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { createBrowser } from './browser.ts';
import { type FakeClock, fakeClock } from './clock.ts';

/** Where the app finds Google and the model. */
export type SandboxAddresses = Pick<Sandbox, 'googleOrigin' | 'modelBaseUrl'>;

export interface TestAppOptions {
  /** From testDatabase(). */
  database: Database;
  clock?: FakeClock;
  /** Beyond what a sandboxed app on this machine needs. */
  env?: Environment;
  log?: Log;
  random?: () => number;
  /** What answers outside /api and /auth. */
  client?: RequestHandler;
  /** How the sandbox's model waits while it writes; not at all without it. */
  wait?: Wait;
  /** Puts something between the app and the sandbox. */
  between?: (sandbox: SandboxAddresses) => SandboxAddresses;
}

/**
 * The whole app over real HTTP, with the sandbox as Google, YouTube and model. Jobs do not run by themselves:
 * call `context.services.loop.tick()`. Close it at the end of the test.
 */
export async function startTestApp(options: TestAppOptions) {
  const { database, clock = fakeClock(), env = {}, log = createLog('silent'), random, client } = options;
  const { between = (addresses) => addresses, wait = () => nextTurn() } = options;
  const sandbox = await startSandbox({ dataDir: null, port: 0, clock, wait });
  let handle: RequestListener = (_req, res) => res.end();
  const server = createServer((req, res) => handle(req, res));
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  const origin = `http://localhost:${port}`;
  const config = loadConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: origin,
    SESSION_SECRET: 'a secret for tests, of thirty-two characters and more',
    ...env,
  });
  const context = await createContext({
    config,
    clock,
    sandbox: between(sandbox),
    log,
    database,
    ...(random && { random }),
  });
  const app = createApp(context, client);
  handle = app;

  return {
    origin,
    app,
    context,
    clock,
    sandbox,
    config,
    /** A browser that nobody is signed in with. */
    browser: () => createBrowser(origin),
    /** The owner's browser, signed in as the sandbox's Ada. */
    async signedIn() {
      const browser = createBrowser(origin);
      const page = await browser.signIn();
      if (page.status !== 200) throw new Error(`Sign-in answered ${page.status}: ${await page.text()}`);
      return browser;
    },
    async close(): Promise<void> {
      await context.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await sandbox.close();
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;
