import { mkdirSync } from 'node:fs';
import type { Clock } from '../core/clock.ts';
import { type DataDirLock, lockDataDir } from '../db/embedded/data-dir-lock.ts';
import { createAdmin, type SandboxAdmin } from './admin/admin.ts';
import { createRequestLog } from './admin/request-log.ts';
import { createComments } from './comments/comments.ts';
import { createFaultQueue } from './faults/fault-queue.ts';
import { createClientCheck, type OAuthClient } from './google/clients.ts';
import { createCodes } from './google/codes.ts';
import { createGrants } from './google/grants.ts';
import { listen } from './listen.ts';
import { createPace, realWait, type Wait } from './model/pace.ts';
import { createSandboxApp } from './sandbox-app.ts';
import { openStore } from './store/store.ts';
import { createTokens } from './tokens.ts';
import { createWorld } from './world/birth.ts';
import { createQuota } from './youtube/quota.ts';

export interface SandboxOptions {
  /** Where the world is kept over restarts; null keeps it in memory only. */
  dataDir: string | null;
  /** 0 takes any free port. */
  port: number;
  /** 127.0.0.1 unless said otherwise. */
  host?: string;
  clock: Clock;
  /** Makes ids and tokens; unguessable ones without it. */
  random?: () => number;
  /** The only client that may sign in; any pair may without it. */
  client?: OAuthClient;
  /** How fast the model writes each answer; 60, as a hosted model does, without it. */
  tokensPerSecond?: number;
  /** How the model waits meanwhile; really, without it. */
  wait?: Wait;
}

export interface Sandbox {
  /** Stands in for every Google host (GOOGLE_BASE_URL). */
  googleOrigin: string;
  /** Ends in /v1 (OPENAI_BASE_URL). */
  modelBaseUrl: string;
  admin: SandboxAdmin;
  /** Plays a network that is down: connections are refused until `accept`. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the stand-ins for Google sign-in, YouTube and the model on one loopback origin.
 * Rejects with EADDRINUSE when the port is taken, and with a sentence when dataDir is in use or unreadable.
 */
export const startSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  // The lock comes first: whoever holds it also holds the port, and both should be the same after a restart.
  const lock = await lockWorld(options.dataDir);
  try {
    const sandbox = await open(options);
    return {
      ...sandbox,
      async close() {
        await sandbox.close();
        await lock?.release();
      },
    };
  } catch (error) {
    await lock?.release();
    throw error;
  }
};

async function lockWorld(dataDir: string | null): Promise<DataDirLock | null> {
  if (dataDir === null) return null;
  mkdirSync(dataDir, { recursive: true });
  return lockDataDir(dataDir);
}

async function open(options: SandboxOptions): Promise<Sandbox> {
  const { clock, host = '127.0.0.1', tokensPerSecond = 60, wait = realWait } = options;
  const listening = await listen(options.port, host);
  try {
    const store = openStore(options.dataDir);
    const tokens = createTokens(options.random);
    const world = createWorld(store, clock);
    const { catalogue } = world;
    const grants = createGrants(store, clock, tokens);
    const quota = createQuota(store, clock);
    const comments = createComments({ store, clock, tokens, catalogue });
    const codes = createCodes(clock, tokens);
    const faults = createFaultQueue();
    const log = createRequestLog(clock);
    const reset = () => {
      store.clear();
      world.bearAnew();
      codes.clear();
      faults.clear();
      log.clear();
    };
    const admin = createAdmin({ clock, grants, quota, comments, faults, log, catalogue, reset });
    const clients = createClientCheck(options.client ?? null);
    listening.handle(
      createSandboxApp({
        clock,
        tokens,
        clients,
        codes,
        grants,
        quota,
        comments,
        catalogue,
        faults,
        log,
        admin,
        paceOf: createPace(tokensPerSecond, wait),
      }),
    );
    const name = host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host;
    const googleOrigin = `http://${name}:${listening.port}`;
    return {
      googleOrigin,
      modelBaseUrl: `${googleOrigin}/v1`,
      admin,
      refuse: listening.refuse,
      accept: listening.accept,
      async close() {
        await listening.close();
        store.close();
      },
    };
  } catch (error) {
    await listening.close();
    throw error;
  }
}
