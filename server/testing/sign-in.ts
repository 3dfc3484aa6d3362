import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { googleAccount } from '#shared/schema.ts';
import type { Environment } from '../config/config.ts';
import { startTestApp, type TestApp } from './app.ts';
import type { Browser } from './browser.ts';
import { testDatabase } from './database.ts';

const brandEmail = 'example-cloud-notes-4821@pages.plusgoogle.com';

/** OWNER_EMAIL for an owner with two channels. */
export const bothEmails = { OWNER_EMAIL: `ada@example.com, ${brandEmail}` };
export const allEmails = {
  OWNER_EMAIL: `ada@example.com, noor@example.com, ${brandEmail}`,
};

export const whoIs = async (browser: Browser) =>
  (await browser.get('/api/auth/user')).json();
export const tokenStatusOf = async (browser: Browser) =>
  (await browser.get('/api/auth/token-status')).json();

/**
 * Reads the page that ends a sign-in: the outcome, the window that hears of it, and when
 * the popup closes.
 */
export async function outcomeOf(page: Response) {
  const html = await page.text();
  expect(page.headers.get('content-type')).toContain('text/html');
  return {
    status: page.status,
    outcome: /data-outcome="([^"]*)"/.exec(html)?.[1],
    origin: /data-origin="([^"]*)"/.exec(html)?.[1],
    staysFor: Number(/data-stay="([^"]*)"/.exec(html)?.[1]),
    html,
  };
}

/** Returns the token on the page that asks whether to switch to another channel. */
export const tokenOn = (html: string) =>
  /name="token" value="([^"]+)"/.exec(html)?.[1] ?? '';

/** Sends the answer to the question whether to switch to another channel. */
export const answerSwitch = (
  browser: Browser,
  fields: { token: string; answer: string },
  headers: Record<string, string> = {},
) =>
  browser.send('/auth/google/switch', {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  });

/** Starts one app for all tests of a file, with an emptied database for each. */
export function signInApp() {
  const test = testDatabase();
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database: test.database });
  });
  afterAll(() => app.close());

  return {
    get app() {
      return app;
    },
    get db() {
      return test.db;
    },
    account: async () => (await test.db.select().from(googleAccount))[0],
    /**
     * Starts a separate app for a test that counts attempts or needs another environment.
     */
    async start(env: Environment = {}): Promise<TestApp> {
      const own = await startTestApp({ database: test.database, env });
      onTestFinished(own.close);
      return own;
    },
  };
}
