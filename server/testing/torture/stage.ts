import { accounts } from '../../sandbox/google-tokens.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { type Browser, createBrowser } from '../browser.ts';
import { type AppProcess, startAppProcess } from '../start-app-process.ts';
import { nothingYet } from './acknowledged.ts';
import { type Api, createApi } from './api.ts';

interface Setting {
  /** Default: more than any attack spends. */
  dailyUnits?: number;
  /** How far ahead of real time the clock starts. */
  aheadMs?: number;
}

/** A sandbox, a database, and app processes that come and go on the same moving clock. */
export async function openStage(
  dataDir: string,
  databaseUrl: string | null,
  { dailyUnits = 10_000_000, aheadMs = 0 }: Setting = {},
) {
  let ahead = aheadMs;
  let hurried = { since: 0, speed: 1 };
  let cookie: string | null = null;
  let account: 'ada' | 'brand' = 'ada';
  const acknowledged = nothingYet();
  const started: AppProcess[] = [];
  const clock = {
    now: () => {
      const gained = hurried.speed === 1 ? 0 : (Date.now() - hurried.since) * (hurried.speed - 1);
      return new Date(Date.now() + gained + ahead);
    },
  };
  const sandbox: Sandbox = await startSandbox({
    dataDir: null,
    port: 0,
    clock,
    tokensPerSecond: Number.POSITIVE_INFINITY,
  });
  sandbox.admin.setQuota('shared', { limit: dailyUnits });
  sandbox.admin.setQuota('search', { limit: 10_000 });
  const env = {
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    SESSION_SECRET: 'a secret for torture, of thirty-two characters and more',
    OWNER_EMAIL: accounts.map(({ email }) => email).join(),
    GOOGLE_CLIENT_ID: 'torture',
    GOOGLE_CLIENT_SECRET: 'torture',
    GOOGLE_BASE_URL: sandbox.googleOrigin,
    OPENAI_BASE_URL: sandbox.modelBaseUrl,
    YOUTUBE_DAILY_UNITS: String(dailyUnits),
    YOUTUBE_DAILY_SEARCHES: '10000',
    LOG_LEVEL: 'silent',
  };

  return {
    sandbox,
    clock,
    acknowledged,
    /** Moves the clock for the sandbox and the next process, not for those that run. */
    letPass(ms: number) {
      ahead += ms;
    },
    /** Makes time pass faster for the sandbox and the processes that run. */
    hurry(speed: number) {
      hurried = { since: Date.now(), speed };
      for (const process of started) process.hurry(speed);
    },
    /** The owner signs in as their other channel at the next start. */
    switchChannel() {
      account = account === 'ada' ? 'brand' : 'ada';
      cookie = null;
    },
    /** Starts a process, with the owner signed in. */
    async start(): Promise<{ process: AppProcess; api: Api }> {
      const process = await startAppProcess({ ...env, CLOCK_AHEAD_MS: String(ahead) });
      started.push(process);
      const browser = createBrowser(process.origin);
      if (cookie === null) await signInAs(browser, account);
      else browser.useCookie(cookie);
      cookie = browser.cookie();
      return { process, api: createApi(browser, acknowledged) };
    },
    async close(): Promise<void> {
      await Promise.all(started.map((process) => process.kill()));
      await sandbox.close();
    },
  };
}

async function signInAs(browser: Browser, account: 'ada' | 'brand'): Promise<void> {
  const page = await (await browser.signIn({ account })).text();
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1];
  if (token === undefined) return;
  await browser.send('/auth/google/switch', {
    method: 'POST',
    body: new URLSearchParams({ token, answer: 'switch' }).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
}

export type Stage = Awaited<ReturnType<typeof openStage>>;
