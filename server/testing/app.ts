import { createServer, type RequestListener } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RequestHandler, Router } from 'express';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import {
  type Comment,
  commentSchema,
  type QueueItem,
  queueItemSchema,
} from '#shared/contracts/comment-detail.ts';
import { problemSchema } from '#shared/contracts/primitives.ts';
import { comments, googleAccount, sessions } from '#shared/schema.ts';
import { createApp } from '../app/app.ts';
import { createContext } from '../app/context.ts';
import { createFront } from '../app/front.ts';
import { type Environment, loadConfig } from '../config/config.ts';
import { createLog, type Log } from '../core/log.ts';
import type { Database } from '../db/database.ts';
import { listen } from '../http/server.ts';
import type { CreateCatalogue } from '../sandbox/catalogue.ts';
import { ACCESS_SECONDS } from '../sandbox/google-tokens.ts';
import type { CreateModel } from '../sandbox/model.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { type Browser, createBrowser } from './browser.ts';
import { type FakeClock, fakeClock } from './clock.ts';
import { testDatabase } from './database.ts';
import { makeComment, makeQueueItem, makeVideo } from './factories.ts';
import { startTestSandbox } from './start-test-sandbox.ts';

type SandboxAddresses = Pick<
  Sandbox,
  'googleOrigin' | 'modelBaseUrl' | 'modelName' | 'topics'
>;

interface TestAppOptions {
  /** Comes from testDatabase(). */
  database: Database;
  clock?: FakeClock;
  env?: Environment;
  log?: Log;
  /** Handles requests outside /api and /auth. */
  client?: RequestHandler;
  /**
   * Videos and channels of the sandbox's YouTube. Default: the generated test catalogue.
   */
  catalogue?: CreateCatalogue;
  /** The sandbox's language model. Default: the test model, which fills in templates. */
  model?: CreateModel;
  /** True if strangers reply to posted comments by themselves. */
  hasAudience?: boolean;
  /** Puts a proxy between the app and the sandbox. */
  between?: (sandbox: SandboxAddresses) => SandboxAddresses;
}

interface SignedIn {
  cookie: string | null;
  session: typeof sessions.$inferSelect;
  account: typeof googleAccount.$inferSelect;
}

const noClient: RequestHandler = (_req, _res, next) => next();

/** The first sign-in in this worker; `ownersBrowser` reuses it. */
let firstSignIn: SignedIn | null = null;

/**
 * Starts the whole app on HTTP, with the sandbox as Google, YouTube and model. Jobs run
 * only when a test runs them.
 */
export async function startTestApp(options: TestAppOptions) {
  const { database, clock = fakeClock(), env = {}, log = createLog('silent') } = options;
  const { between = (addresses) => addresses, client = noClient } = options;
  const { catalogue, model, hasAudience = false } = options;
  // The model writes without waiting.
  const sandbox = await startTestSandbox({
    dataDir: null,
    port: 0,
    clock,
    wait: () => nextTurn(),
    hasAudience,
    ...(catalogue && { catalogue }),
    ...(model && { model }),
  });
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
  const context = createContext({
    config,
    clock,
    sandbox: { ...sandbox, ...between(sandbox) },
    log,
    database,
  });
  const { googleOrigin } = context;
  const app = createFront({
    config,
    log,
    googleOrigin,
    client,
    app: Promise.resolve(createApp(context)),
  });
  handle = app;
  const { db } = database;

  async function signedIn(): Promise<Browser> {
    const browser = createBrowser(origin);
    const page = await browser.signIn();
    if (page.status !== 200)
      throw new Error(`Sign-in answered ${page.status}: ${await page.text()}`);
    return browser;
  }

  async function restoreSignIn({ cookie, session, account }: SignedIn): Promise<Browser> {
    const { vault } = context.services;
    const granted = sandbox.admin.grant('ada', config.google.clientId);
    const now = clock.now();
    await db.insert(sessions).values(session);
    await db.insert(googleAccount).values({
      ...account,
      sealedAccessToken: vault.seal(granted.accessToken, 'access token'),
      sealedRefreshToken: vault.seal(granted.refreshToken, 'refresh token'),
      accessTokenExpiresAt: new Date(now.getTime() + ACCESS_SECONDS * 1000),
      connectedAt: now,
      updatedAt: now,
    });
    const browser = createBrowser(origin);
    browser.useCookie(cookie);
    return browser;
  }

  return {
    origin,
    app,
    context,
    clock,
    sandbox,
    config,
    browser: () => createBrowser(origin),
    /** Returns the owner's browser after a complete sign-in as the sandbox's Ada. */
    signedIn,
    /**
     * Like signedIn, but skips Google from the second call in a worker on. Needs a
     * database without an owner.
     */
    async ownersBrowser(): Promise<Browser> {
      if (firstSignIn) return restoreSignIn(firstSignIn);
      const browser = await signedIn();
      const [session] = await db.select().from(sessions);
      const [account] = await db.select().from(googleAccount);
      if (session && account)
        firstSignIn = { cookie: browser.cookie(), session, account };
      return browser;
    },
    /** Runs both publishing jobs once: posts what is due and checks unconfirmed posts. */
    async publishDue(): Promise<void> {
      await context.services.loop.tick();
      await context.services.confirmer.checkDue();
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

type CommentValues = Partial<typeof comments.$inferInsert>;

/**
 * Starts the whole app with its owner signed in. `each` starts a new app for each test.
 * `once, emptied` starts one app, and removes rows, faults and recorded requests between
 * tests. `once` keeps everything that its tests leave. Call it at the top of a file.
 */
export function reviewApp(
  env: Environment = {},
  started: 'each' | 'once, emptied' | 'once' = 'each',
) {
  const test = testDatabase(started === 'once' ? 'once' : 'each');
  const [before, after] =
    started === 'each' ? [beforeEach, afterEach] : [beforeAll, afterAll];
  let app: TestApp;
  let me: Browser;
  before(async () => {
    app = await startTestApp({ database: test.database, env });
  });
  (started === 'once' ? beforeAll : beforeEach)(async () => {
    me = await app.ownersBrowser();
    if (started !== 'once, emptied') return;
    app.sandbox.admin.clearFaults();
    // The sign-in itself requests the owner's channel.
    app.sandbox.admin.clearRequests();
  });
  after(() => app.close());

  return {
    get app() {
      return app;
    },
    get me() {
      return me;
    },
    get db() {
      return test.db;
    },
    now: () => app.clock.now(),
    later: (ms: number) => new Date(app.clock.now().getTime() + ms),

    /** Creates a comment on a sandbox video that accepts comments. */
    async comment(values: CommentValues = {}) {
      const known = await test.db.$count(comments);
      const open = app.sandbox.admin
        .videos()
        .filter((video) => app.sandbox.admin.acceptsComments(video));
      const found = open[known];
      if (!found) throw new Error('The sandbox has too few videos.');
      const video = await makeVideo(test.db, {
        youtubeId: found.id,
        channelId: found.channelId,
        channelTitle: found.channelTitle,
        title: found.title,
      });
      return makeComment(test.db, { videoId: video.id, ...values });
    },
    async queued(values: CommentValues = {}) {
      const comment = await this.comment(values);
      const item = await makeQueueItem(test.db, {
        commentId: comment.id,
        createdAt: app.clock.now(),
      });
      return { comment, item };
    },
    schedule: (itemId: number, at: Date) =>
      me.patch(`/api/queue/${itemId}`, {
        scheduledFor: at.toISOString(),
        autoPost: true,
      }),

    async stored(id: number): Promise<Comment> {
      return commentSchema.parse(await (await me.get(`/api/comments/${id}`)).json());
    },
    async queuedItem(commentId: number): Promise<QueueItem | null> {
      const all = (await (await me.get('/api/queue')).json()) as QueueItem[];
      const item = all.find((each) => each.commentId === commentId);
      return item ? queueItemSchema.parse(item) : null;
    },
    inserts: () =>
      app.sandbox.admin
        .requests()
        .filter(
          ({ method, path }) => method === 'POST' && path.endsWith('/commentThreads'),
        ),
  };
}

export async function expectProblem(response: Response, status: number, code: string) {
  const problem = problemSchema.parse(await response.json());
  expect({ status: response.status, code: problem.code }).toEqual({ status, code });
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  expect(problem.detail).toMatch(/^[A-Z].*\.$/s);
  return problem;
}

/**
 * Returns method and path of every route that needs the owner's session, with 1 for each
 * id (rules 6.1, 10.1).
 */
export function ownersCalls({ context }: TestApp): [method: string, path: string][] {
  const calls = new Set(routesOf(createApp(context).api as Router));
  calls.delete('GET /api/auth/user');
  // routesOf reads Express's internal lists. If a new version changes them, this check
  // fails.
  expect(calls.size).toBeGreaterThan(80);
  return [...calls, 'GET /api/no-such-thing'].map((call) => {
    const [method = '', path = ''] = call.split(' ');
    return [method, path.replace(/:\w+/g, '1')];
  });
}

function routesOf({ stack }: Router): string[] {
  return stack.flatMap(({ route, handle }) => {
    if (!route) return 'stack' in handle ? routesOf(handle as unknown as Router) : [];
    const paths = [route.path].flat();
    return paths.flatMap((path) =>
      route.stack.map(({ method }) => `${method.toUpperCase()} /api${path}`),
    );
  });
}
