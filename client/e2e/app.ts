import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, test as base, expect } from '@playwright/test';
import { openDatabase } from '../../server/db/open-database.ts';
import { placeEmbedded } from '../../server/testing/embedded-template.ts';
import { seedComments } from '../../server/testing/seed-comments.ts';
import {
  type AppProcess,
  builtEntry,
  makeFolder,
  startAppProcess,
} from '../../server/testing/start-app-process.ts';

/** Reads and changes the sandbox through its admin routes. */
export interface SandboxControl {
  origin: string;
  fault(order: object): Promise<void>;
  clearFaults(): Promise<void>;
  /** Ends the account's grant, as its owner can do at Google. */
  revoke(account: string): Promise<void>;
  comments(): Promise<{ id: string; text: string; state: string }[]>;
}

interface Fixtures {
  /**
   * True lets the app create its database, which takes seconds; false starts it on a
   * migrated, empty one.
   */
  isFirstStart: boolean;
  /** True if the user has finished the first-run setup. */
  isSetUp: boolean;
  /**
   * A test that needs rows in the database overrides this, and writes them before the app
   * starts.
   */
  dataDir: string;
  /**
   * True starts the built app as users run it; false starts an app for which
   * `app.advance` works.
   */
  isAsShipped: boolean;
  /**
   * True shows the hand-written videos that users see in the built app; false the
   * hundreds for tests.
   */
  hasWrittenVideos: boolean;
  app: AppProcess & { sandbox: SandboxControl };
}

/**
 * Starts an app with its own database for each test. Console errors, page errors, content
 * that the CSP blocks and requests to any other machine fail the test.
 */
export const test = base.extend<Fixtures, { browser: Browser }>({
  browser: [
    async ({ browser, browserName }, use) => {
      if (browserName === 'firefox') skipMediaFeatures(browser);
      await use(browser);
    },
    { scope: 'worker' },
  ],
  isFirstStart: [false, { option: true }],
  isSetUp: [true, { option: true }],
  dataDir: async ({ isFirstStart }, use) => {
    const dataDir = makeFolder();
    if (!isFirstStart) await placeEmbedded(join(dataDir, 'sandbox'));
    await use(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  },
  isAsShipped: [false, { option: true }],
  hasWrittenVideos: [false, { option: true }],
  app: async ({ dataDir, isAsShipped, hasWrittenVideos }, use) => {
    const env = {
      DATA_DIR: dataDir,
      ...(hasWrittenVideos && { SANDBOX_VIDEOS: 'written' }),
    };
    const app = await startAppProcess(env, isAsShipped ? builtEntry : undefined);
    const sandbox = await sandboxOf(app.origin);
    await use({ ...app, sandbox });
    await app.kill();
  },
  // Depends on `app` so that pages close before their server.
  context: async ({ context, app: _app, isSetUp }, use) => {
    // An empty page has no origin, and so no storage.
    if (isSetUp)
      await context.addInitScript(() => {
        if (window.origin !== 'null') localStorage.setItem('chime-in.setup', 'closed');
      });
    const complaints: string[] = [];
    context.on('console', (message) => {
      // Some tests refuse requests or cut the network on purpose; the browser itself logs
      // those as errors.
      const isExpected = /status of [45]\d\d|ERR_INTERNET_DISCONNECTED/.test(
        message.text(),
      );
      if (message.type() === 'error' && !isExpected) complaints.push(message.text());
    });
    context.on('weberror', (error) => complaints.push(String(error.error())));
    context.on('request', (request) => {
      const { hostname, protocol } = new URL(request.url());
      const isLocal =
        ['localhost', '127.0.0.1'].includes(hostname) ||
        ['data:', 'blob:'].includes(protocol);
      if (!isLocal) complaints.push(`asked ${hostname}`);
    });
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        reportError(
          `The policy refused ${event.blockedURI} (${event.effectiveDirective})`,
        );
      });
    });
    await use(context);
    for (const page of context.pages()) await page.close();
    expect(complaints).toEqual([]);
  },
});

export { expect };

export const testWithQueue = (items: number) =>
  test.extend({
    dataDir: async ({ dataDir }, use) => {
      const database = await openDatabase({
        databaseUrl: null,
        dataDir: join(dataDir, 'sandbox'),
      });
      await seedComments(database.sessionPool, {
        count: items,
        queued: items,
        until: new Date(),
      });
      await database.close();
      await use(dataDir);
    },
  });

/**
 * Playwright sends each new context a command that Firefox ESR does not know, and has no
 * option to prevent that.
 */
function skipMediaFeatures(browser: Browser): void {
  interface Session {
    send(method: string, params: object): Promise<unknown>;
  }
  const { _connection: connection } = browser as unknown as {
    _connection: { toImpl(browser: Browser): { _browserSession: Session } };
  };
  const session = connection.toImpl(browser)._browserSession;
  const send = session.send.bind(session);
  session.send = (method, params) =>
    method === 'emulation.setMediaFeaturesOverride'
      ? Promise.resolve({})
      : send(method, params);
}

async function sandboxOf(appOrigin: string): Promise<SandboxControl> {
  const response = await fetch(`${appOrigin}/auth/google`, { redirect: 'manual' });
  const { origin } = new URL(response.headers.get('location') ?? '');
  const send = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`${origin}/sandbox/${path}`, init);
    if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to ${path}`);
    return answer;
  };
  return {
    origin,
    async fault(order) {
      const headers = { 'Content-Type': 'application/json' };
      await send('faults', { method: 'POST', headers, body: JSON.stringify(order) });
    },
    async clearFaults() {
      await send('faults', { method: 'DELETE' });
    },
    async revoke(account) {
      await send(`accounts/${account}/revoke`, { method: 'POST' });
    },
    async comments() {
      const state = (await (await send('state')).json()) as {
        comments: { id: string; text: string; state: string }[];
      };
      return state.comments;
    },
  };
}
