import { mkdirSync } from 'node:fs';
import express, { type Express, type RequestHandler } from 'express';
import type { Clock } from '../core/clock.ts';
import { lockDataDir } from '../db/folder-lock.ts';
import {
  createAdmin,
  createRequestLog,
  type RequestLog,
  type SandboxAdmin,
} from './admin.ts';
import type { CreateCatalogue } from './catalogue.ts';
import { createChannels } from './channels.ts';
import { createComments } from './comments.ts';
import { createContentCatalogue } from './content/catalogue.ts';
import { applyFaults, createFaultQueue, type FaultQueue } from './faults.ts';
import { authorizeRoutes } from './google-consent.ts';
import { type Codes, createCodes, createGrants, tokenRoutes } from './google-tokens.ts';
import { listen } from './http.ts';
import { type CreateModel, createPreparedModel, type Wait } from './model.ts';
import { loadMonth, monthOwner } from './month/month.ts';
import type { MonthRequest } from './month/plan.ts';
import { pictureRoutes } from './pictures.ts';
import { sandboxRoutes } from './sandbox-page.ts';
import { emptyStore, openStore, rememberedStart } from './store.ts';
import { watchRoutes } from './watch-page.ts';
import { sendGoogleError, youtubeRoutes } from './youtube.ts';
import { createQuota, type YouTubeDeps } from './youtube-call.ts';

interface Deps extends YouTubeDeps {
  clock: Clock;
  codes: Codes;
  faults: FaultQueue;
  log: RequestLog;
  admin: SandboxAdmin;
  model: RequestHandler;
  topics: readonly string[];
}

const createSandboxApp = (deps: Deps): Express => {
  const { clock, codes, faults, log, admin, channels, topics } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  const incoming = [
    express.json({ limit: '4mb' }),
    express.urlencoded({ extended: false }),
    log.record,
    applyFaults(faults, clock),
  ];
  app.use((_req, res, next) => {
    res.set('Date', clock.now().toUTCString());
    next();
  });
  app.use(pictureRoutes(channels, clock));
  app.use(watchRoutes(deps));
  app.use('/sandbox', sandboxRoutes(admin, topics));
  app.get('/', (_req, res) => res.redirect(302, '/sandbox'));
  app.use('/youtube/v3', incoming, youtubeRoutes(deps), sendGoogleError);
  app.use('/v1', incoming, deps.model);
  app.use(incoming, authorizeRoutes(codes), tokenRoutes(deps));
  return app;
};

export interface SandboxOptions {
  /** Keeps grants, comments and quota across restarts; null keeps them in memory. */
  dataDir: string | null;
  /** 0 takes any free port. */
  port: number;
  clock: Clock;
  tokensPerSecond?: number;
  wait?: Wait;
  /**
   * True if strangers reply to posted comments by themselves. Default: only when ordered.
   */
  hasAudience?: boolean;
  /** Default: the videos in `content`. */
  catalogue?: CreateCatalogue;
  /** Default: the model that looks up the prepared drafts in `content`. */
  model?: CreateModel;
}

export interface Sandbox {
  /** Takes the place of every Google host; the value of GOOGLE_BASE_URL. */
  googleOrigin: string;
  /** Ends in /v1; the value of OPENAI_BASE_URL. */
  modelBaseUrl: string;
  modelName: string;
  /** Searches that find some of its videos. */
  topics: readonly string[];
  /**
   * Controls the current state. `startOver` and `loadMonth` create a new one, so do not
   * keep a reference across them.
   */
  readonly admin: SandboxAdmin;
  /**
   * Deletes all grants, comments and used quota, as before the first start. Videos get
   * the ages of the first day again.
   */
  startOver(): void;
  /** The e-mail address of the sample month's owner. */
  readonly monthOwner: string;
  /**
   * Starts over, adds what a month of use leaves on YouTube, and returns the app's rows
   * for that month.
   */
  loadMonth(request: MonthRequest): ReturnType<typeof loadMonth>;
  /** Refuses connections, as if there were no network, until `accept` is called. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Rejects with EADDRINUSE, or with a readable message if another process uses dataDir.
 */
export const startSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  if (options.dataDir === null) return open(options);
  mkdirSync(options.dataDir, { recursive: true });
  // Lock before binding the port: a process that is still shutting down holds both, and
  // the address should stay the same.
  const lock = await lockDataDir(options.dataDir);
  try {
    return await open(options, lock.release);
  } catch (error) {
    await lock.release();
    throw error;
  }
};

async function open(
  options: SandboxOptions,
  release?: () => Promise<void>,
): Promise<Sandbox> {
  const { clock, tokensPerSecond = 60, wait, hasAudience = false } = options;
  const {
    catalogue: createCatalogue = createContentCatalogue,
    model: createModel = createPreparedModel,
  } = options;
  const server = await listen(options.port, '127.0.0.1');
  try {
    const store = openStore(options.dataDir);
    const googleOrigin = `http://127.0.0.1:${server.port}`;
    const model = createModel({ tokensPerSecond, wait });

    function openWorld() {
      const catalogue = createCatalogue(rememberedStart(store, clock.now()));
      const channels = createChannels(catalogue);
      const parts = {
        clock,
        channels,
        topics: catalogue.topics,
        grants: createGrants(store, clock),
        quota: createQuota(store, clock),
        comments: createComments({
          store,
          clock,
          channels,
          commentsOn: catalogue.commentsOn,
          replyOn: catalogue.replyOn,
          hasAudience,
        }),
        codes: createCodes(),
        faults: createFaultQueue(),
        log: createRequestLog(),
        model: model.handle,
      };
      const admin = createAdmin(parts);
      server.handle(createSandboxApp({ ...parts, admin }));
      return { ...parts, admin };
    }

    let world = openWorld();
    function startOver(): void {
      emptyStore(store);
      world = openWorld();
    }
    return {
      googleOrigin,
      modelBaseUrl: `${googleOrigin}/v1`,
      modelName: model.name,
      topics: world.topics,
      get admin() {
        return world.admin;
      },
      startOver,
      monthOwner: monthOwner.email,
      loadMonth(request) {
        startOver();
        return loadMonth(request, { ...world, origin: googleOrigin });
      },
      refuse: server.close,
      accept: server.reopen,
      async close() {
        await server.close();
        if (store.isOpen) store.close();
        await release?.();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}
