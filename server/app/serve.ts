import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import type { ModelSettings } from '#shared/contracts/settings.ts';
import { type Config, type Environment, loadConfig } from '../config/config.ts';
import {
  atPort,
  googleOriginOf,
  refuseLinkLocalNames,
} from '../config/started-config.ts';
import type { Clock } from '../core/clock.ts';
import { errorCode, messageOf } from '../core/errors.ts';
import { createLog } from '../core/log.ts';
import { listen, trackRequests } from '../http/server.ts';
import type { Context, Sandbox } from './context.ts';
import { type App, createFront } from './front.ts';

const drainMs = 20_000;
const stopMs = 25_000;

/**
 * Waits up to 20 seconds for jobs and responses, then closes the database (rule 7.16).
 */
export async function shutDown(
  context: { jobs: { stop(): Promise<void> }; close(): Promise<void> },
  answersGiven: Promise<unknown>,
): Promise<void> {
  const deadline = new Promise<void>((resolve) => setTimeout(resolve, drainMs).unref());
  await Promise.race([Promise.all([context.jobs.stop(), answersGiven]), deadline]);
  await context.close();
}

/**
 * Stops at the first signal and ignores others, because npm and the terminal both send
 * one.
 */
function onSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, async () => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => process.exit(1), stopMs).unref();
      try {
        await stop();
        process.exit(0);
      } catch (error) {
        process.stderr.write(`Chime In did not stop cleanly: ${messageOf(error)}\n`);
        process.exit(1);
      }
    });
  }
}

const notReady: RequestListener = (_, res) => {
  res.writeHead(503, {
    'Content-Type': 'text/plain',
    'Retry-After': '1',
    Connection: 'close',
  });
  res.end('Chime In is stopping. Try again in a moment.\n');
};

const headStartMs = 20;

type RunningSandbox = Sandbox & { close(): Promise<void> };

type StartSandbox = (options: {
  dataDir: string;
  port: number;
  clock: Clock;
  tokensPerSecond: number;
  hasAudience: boolean;
}) => Promise<RunningSandbox>;

export interface Entry {
  env: Environment;
  clock: Clock;
  createClient(server: Server): Promise<RequestHandler>;
  loadSandbox(): Promise<{ startSandbox: StartSandbox }>;
}

export async function serve(entry: Entry): Promise<void> {
  try {
    await start(entry);
  } catch (error) {
    giveUp(entry, error);
  }
}

function giveUp(entry: Entry, error: unknown): never {
  const isDebugging = ['debug', 'trace'].includes(entry.env['LOG_LEVEL'] ?? '');
  const stack = isDebugging && error instanceof Error ? error.stack : null;
  process.stderr.write(`${stack ?? messageOf(error)}\n`);
  process.exit(1);
}

async function start(entry: Entry): Promise<void> {
  const { env, clock } = entry;
  const wanted = loadConfig(env);
  await refuseLinkLocalNames(wanted);
  const log = createLog(wanted.logLevel);
  const front = Promise.withResolvers<RequestListener>();
  const app = Promise.withResolvers<App>();
  let context: Context | null = null;
  let sandbox: RunningSandbox | null = null;
  let begun = Promise.resolve();
  let handle: RequestListener = async (req, res) => (await front.promise)(req, res);
  const server = createServer((req, res) => handle(req, res));
  const requests = trackRequests(server);
  // Opens the port first, so that a second start fails here, before it touches the
  // database.
  const config = atPort(wanted, await listen(server, wanted));
  onSignal(async () => {
    handle = notReady;
    server.close();
    if (!context) {
      // A start can be cut off at any time; only requests that wait for it need a
      // response.
      front.resolve(notReady);
      app.resolve({
        auth: notReady,
        api: notReady,
        metrics: notReady,
        ping: () => Promise.reject(new Error('stopping')),
      });
      return nextTurn();
    }
    // Also waits for `begun`, whose queries would fail once the database is closed.
    await shutDown(context, Promise.all([requests.quiet(notReady), begun]));
    server.closeAllConnections();
    await sandbox?.close();
  });
  sandbox = await openSandbox(entry, config, wanted.port === 0 ? 0 : config.port + 1);
  const client = await entry.createClient(server);
  const googleOrigin = googleOriginOf(config.google, sandbox);
  front.resolve(createFront({ config, log, googleOrigin, client, app: app.promise }));
  // Loading blocks the thread for a while, so a page that is already requested is served
  // first.
  await sleep(headStartMs);
  const onLost = (error: Error) => giveUp(entry, error);
  const { loadDriver, openConfigured } = await import('../db/open-database.ts');
  await loadDriver(config.databaseUrl);
  // The database begins to open at once, because its driver is loaded. The rest loads
  // meanwhile.
  const [database, { createContext }, { createApp }] = await Promise.all([
    openConfigured(config, log, { access: 'owner', onLost }),
    import('./context.ts'),
    import('./app.ts'),
  ]);
  context = createContext({ config, clock, sandbox, log, database });
  app.resolve(createApp(context));
  begun = begin(context);
  await begun;
}

async function begin({ config, jobs, services }: Context): Promise<void> {
  jobs.start();
  const { source } = await services.modelSettings.settings();
  process.stdout.write(`${announcement(config, source)}\n`);
}

/**
 * Starts the sandbox, on the port next to the app's if that is free, so that its address
 * stays the same.
 */
async function openSandbox(
  entry: Entry,
  config: Config,
  port: number,
): Promise<RunningSandbox | null> {
  if (config.google.mode === 'real') return null;
  const { startSandbox } = await entry.loadSandbox();
  const options = {
    dataDir: join(config.dataDir, 'sandbox-world'),
    clock: entry.clock,
    tokensPerSecond: config.sandboxTokensPerSecond,
    hasAudience: true,
  };
  try {
    return await startSandbox({ ...options, port: port > 65_535 ? 0 : port });
  } catch (error) {
    if (errorCode(error) !== 'EADDRINUSE') throw error;
    return startSandbox({ ...options, port: 0 });
  }
}

function announcement(config: Config, modelSource: ModelSettings['source']): string {
  const pretended = [
    config.google.mode === 'sandbox' ? 'Google and YouTube' : '',
    modelSource === 'sandbox' ? 'the language model' : '',
  ].filter((name) => name !== '');
  const note =
    pretended.length > 0
      ? ` (sandbox: ${pretended.join(' and ')} are played on this machine)`
      : '';
  return `Chime In is running at ${config.publicUrl}${note}`;
}
