import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import type { ModelSettings } from '#shared/contracts/model-settings.ts';
import { atPort, type Config, type Environment, loadConfig } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import { errorCode } from '../core/error-code.ts';
import { createLog } from '../core/log.ts';
import { listen } from '../http/listen.ts';
import { trackRequests } from '../http/requests-in-flight.ts';
import type { Context } from './context.ts';
import { type App, createFront } from './front.ts';
import { googleOriginOf } from './google-origin.ts';
import { notReady, onSignal, shutDown } from './lifecycle.ts';

const headStartMs = 20;

export interface SandboxAddresses {
  readonly googleOrigin: string;
  readonly modelBaseUrl: string;
  close(): Promise<void>;
}

type StartSandbox = (options: {
  dataDir: string;
  port: number;
  clock: Clock;
  tokensPerSecond: number;
  hasAudience: boolean;
}) => Promise<SandboxAddresses>;

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
  process.stderr.write(`${explain(error, entry.env['LOG_LEVEL'])}\n`);
  process.exit(1);
}

function explain(error: unknown, logLevel = 'info'): string {
  if (!(error instanceof Error)) return String(error);
  const isDebugging = logLevel === 'debug' || logLevel === 'trace';
  return isDebugging ? (error.stack ?? error.message) : error.message;
}

async function start(entry: Entry): Promise<void> {
  const { env, clock } = entry;
  const wanted = loadConfig(env);
  const log = createLog(wanted.logLevel);
  const front = Promise.withResolvers<RequestListener>();
  const app = Promise.withResolvers<App>();
  let context: Context | null = null;
  let sandbox: SandboxAddresses | null = null;
  let handle: RequestListener = async (req, res) => (await front.promise)(req, res);
  const server = createServer((req, res) => handle(req, res));
  const requests = trackRequests(server);
  // The port first: a second start fails here, before it touches the database.
  const config = atPort(wanted, await listen(server, wanted));
  onSignal(async () => {
    handle = notReady;
    server.close();
    if (!context) {
      // A start may be cut off at any instant; only who waits for it is told.
      front.resolve(notReady);
      app.resolve({ auth: notReady, api: notReady, ping: () => Promise.reject(new Error('stopping')) });
      return nextTurn();
    }
    await shutDown(context, requests.quiet(notReady));
    server.closeAllConnections();
    await sandbox?.close();
  });
  sandbox = await openSandbox(entry, config, wanted.port === 0 ? 0 : config.port + 1);
  const client = await entry.createClient(server);
  const googleOrigin = googleOriginOf(config.google, sandbox);
  front.resolve(createFront({ config, log, googleOrigin, client, app: app.promise }));
  // Loading keeps the thread busy for a while: a page that was asked for at once goes first.
  await setTimeout(headStartMs);
  const { openApp } = await import('./open-app.ts');
  const onLost = (error: Error) => giveUp(entry, error);
  const opened = await openApp({ config, clock, sandbox, log, onLost });
  context = opened.context;
  app.resolve(opened.app);
  await context.jobs.start();
  const { source } = await context.services.modelSettings.settings();
  process.stdout.write(`${announcement(config, source)}\n`);
}

/** Takes the port next to the app's if it is free, so that addresses stay the same. */
async function openSandbox(entry: Entry, config: Config, port: number): Promise<SandboxAddresses | null> {
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
    pretended.length > 0 ? ` (sandbox: ${pretended.join(' and ')} are played on this machine)` : '';
  return `Chime In is running at ${config.publicUrl}${note}`;
}
