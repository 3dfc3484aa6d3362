import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import { atPort, type Config, type Environment, loadConfig } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import { errorCode } from '../core/error-code.ts';
import { listen } from '../http/listen.ts';
import { trackRequests } from '../http/requests-in-flight.ts';
import { createApp } from './app.ts';
import { createContext } from './context.ts';
import { notReady, onSignal, shutDown } from './lifecycle.ts';

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
  const wanted = loadConfig(entry.env);
  let handle = notReady;
  const server = createServer((req, res) => handle(req, res));
  const requests = trackRequests(server);
  // The port first: a second start fails here, before it touches the database.
  const config = atPort(wanted, await listen(server, wanted));
  const sandbox = await openSandbox(entry, config, wanted.port === 0 ? 0 : config.port + 1);
  const client = await entry.createClient(server);
  const onLost = (error: Error) => giveUp(entry, error);
  const context = await createContext({ config, clock: entry.clock, sandbox, onLost });
  handle = createApp(context, client);
  onSignal(async () => {
    handle = notReady;
    server.close();
    await shutDown(context, requests.quiet(notReady));
    server.closeAllConnections();
    await sandbox?.close();
  });
  await context.jobs.start();
  process.stdout.write(`${announcement(config)}\n`);
}

/** Takes the port next to the app's if it is free, so that addresses stay the same. */
async function openSandbox(entry: Entry, config: Config, port: number): Promise<SandboxAddresses | null> {
  if (config.google.mode === 'real' && config.languageModel.mode === 'real') return null;
  const { startSandbox } = await entry.loadSandbox();
  const options = {
    dataDir: join(config.dataDir, 'sandbox-world'),
    clock: entry.clock,
    tokensPerSecond: config.sandboxTokensPerSecond,
  };
  try {
    return await startSandbox({ ...options, port: port > 65_535 ? 0 : port });
  } catch (error) {
    if (errorCode(error) !== 'EADDRINUSE') throw error;
    return startSandbox({ ...options, port: 0 });
  }
}

function announcement(config: Config): string {
  const pretended = [
    config.google.mode === 'sandbox' ? 'Google and YouTube' : '',
    config.languageModel.mode === 'sandbox' ? 'the language model' : '',
  ].filter((name) => name !== '');
  const note =
    pretended.length > 0 ? ` (sandbox: ${pretended.join(' and ')} are played on this machine)` : '';
  return `Chime In is running at ${config.publicUrl}${note}`;
}
