import { type BrowserContext, chromium, errors, type Page } from '@playwright/test';
import {
  type BenchEnvironment,
  onPostgres,
  type SeededApp,
  sizes,
} from './environment.ts';
import {
  compare,
  type Finding,
  kilobytes,
  median,
  milliseconds,
  noMoreThan,
  times,
} from './finding.ts';

const ROUNDS = { PostgreSQL: 5, embedded: 1 };
const QUIET_MS = 500;
/**
 * After this time without a first row, something is wrong: on a busy machine it takes a
 * few seconds.
 */
const PATIENCE_MS = 60_000;
const LONG_TASK_MS = 50;

interface ListPage {
  name: string;
  path: string;
  /** A selector for an element that exists once the first row is shown. */
  shown: string;
  of: 'comments' | 'queued' | 'fresh';
  /** Keys that change one row; empty if the page's rows do not change. */
  keys: string;
  /** How many rows J steps through while long tasks are recorded. */
  steps: number;
  /**
   * The limits: the ratio to the opening time of the small list, and kB to open it and
   * after one change.
   */
  most: { ratio: number; opened: number; changed: number };
}

/**
 * Every page also loads the index of the working set, of which most are rejected
 * comments.
 */
const pages: readonly ListPage[] = [
  {
    name: 'History',
    path: '/history',
    shown: 'main article h2',
    of: 'comments',
    keys: '',
    steps: 0,
    most: { ratio: 1.3, opened: 150, changed: 30 },
  },
  {
    name: 'queue',
    path: '/queue',
    shown: 'article textarea',
    of: 'queued',
    keys: 'a',
    steps: 10,
    most: { ratio: 1.5, opened: 150, changed: 30 },
  },
  {
    name: 'Fresh',
    path: '/discover?view=fresh',
    shown: 'li h2',
    of: 'fresh',
    keys: 'jx',
    steps: 0,
    most: { ratio: 1.3, opened: 150, changed: 8 },
  },
];

type Visit = Awaited<ReturnType<typeof visit>>;

/**
 * Returns the longest task of the calmest round: other work on the machine makes tasks
 * longer, but never in every round.
 */
const longestTaskOf = (visits: readonly Visit[]): number =>
  Math.min(...visits.map(({ longestTask }) => longestTask));

/** Returns the time in the page at which its first row was shown. */
async function firstRowAt(page: Page, { name, shown }: ListPage): Promise<number> {
  const now = (selector: string) => document.querySelector(selector) && performance.now();
  try {
    const at = await page.waitForFunction(now, shown, {
      polling: 'raf',
      timeout: PATIENCE_MS,
    });
    return Number(await at.jsonValue());
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    const text = await page.evaluate(() =>
      document.body.innerText.replaceAll(/\s+/g, ' ').slice(0, 300),
    );
    throw new Error(`${name} shows no “${shown}”, but: ${text}`, { cause: error });
  }
}

/**
 * Opens a page while its scripts are in the browser's cache. Counts the bytes of requests
 * to /api, compressed and with headers.
 */
async function visit(context: BrowserContext, origin: string, list: ListPage) {
  const page = await context.newPage();
  let bytes = 0;
  let lastAt = performance.now();
  page.on('requestfinished', async (request) => {
    lastAt = performance.now();
    if (!new URL(request.url()).pathname.startsWith('/api/')) return;
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    bytes += responseBodySize + responseHeadersSize;
  });
  const quiet = async () => {
    await page.waitForTimeout(QUIET_MS);
    while (performance.now() - lastAt < QUIET_MS) await page.waitForTimeout(50);
    return bytes;
  };
  try {
    await page.goto(`${origin}${list.path}`, {
      waitUntil: 'commit',
      timeout: PATIENCE_MS,
    });
    const ms = await firstRowAt(page, list);
    const opened = await quiet();
    for (const key of list.keys) await page.keyboard.press(key);
    const changed = (await quiet()) - opened;
    const longestTask = list.steps > 0 ? await stepThrough(page, list.steps) : 0;
    return { ms, opened, changed, longestTask };
  } finally {
    await page.close();
  }
}

/**
 * Presses J, each time once the comment after the last press is open. Returns the
 * duration of the longest task in milliseconds, or 0 if none took more than 50 ms.
 */
async function stepThrough(page: Page, steps: number): Promise<number> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask' });
  });
  const isOther = (before: string | null) =>
    document.querySelector('article h2')?.id !== before;
  for (let step = 0; step < steps; step += 1) {
    const open = await page.locator('article h2').getAttribute('id');
    await page.keyboard.press('j');
    await page.waitForFunction(isOther, open, { polling: 'raf', timeout: PATIENCE_MS });
  }
  await page.waitForTimeout(QUIET_MS);
  return page.evaluate(() =>
    Math.max(0, ...(window as unknown as { tasks: number[] }).tasks),
  );
}

/**
 * Compares how long a list takes to open with many rows and with few, and counts what it
 * loads.
 */
export async function lists({
  kinds,
  withSeededApps,
}: BenchEnvironment): Promise<Finding[]> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-sync',
    ],
  });
  const open = async ({ origin, cookie }: SeededApp) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: origin }]);
    return context;
  };
  const findings: Finding[] = [];
  try {
    for (const kind of kinds)
      await withSeededApps(kind, async (few, many) => {
        const fewPages = await open(few);
        const manyPages = await open(many);
        for (const page of pages) {
          await visit(manyPages, many.origin, page);
          await visit(fewPages, few.origin, page);
          const received: Visit[] = [];
          const peers: Visit[] = [];
          const visitAnd = async (
            kept: Visit[],
            pages: BrowserContext,
            { origin }: SeededApp,
          ) => {
            const visited = await visit(pages, origin, page);
            kept.push(visited);
            return visited.ms;
          };
          const took = await compare(
            () => visitAnd(received, manyPages, many),
            () => visitAnd(peers, fewPages, few),
            ROUNDS[kind],
          );
          const { name, of, keys, steps, most } = page;
          findings.push({
            what: `${name} opens, ${sizes.many[of]} ${of}, ${kind}`,
            ours: milliseconds(took.ours),
            against: `${milliseconds(took.theirs)} (${sizes.few[of]})`,
            value: took.ratio,
            target: onPostgres(kind, times(most.ratio)),
          });
          const data = (what: string, bytes: number, limit: number): Finding => ({
            what: `${name}, ${what}, kB, ${kind}`,
            ours: kilobytes(bytes),
            against: `${limit} kB`,
            value: bytes / 1000,
            target: noMoreThan(limit),
          });
          findings.push(
            data(
              'data on the wire',
              median(received.map(({ opened }) => opened)),
              most.opened,
            ),
          );
          const changed = median(received.map((each) => each.changed));
          if (keys) findings.push(data('one change', changed, most.changed));
          if (steps > 0) {
            const longest = longestTaskOf(received);
            findings.push({
              what: `${name}, longest task over ${LONG_TASK_MS} ms in ${steps} steps, ${kind}`,
              ours: milliseconds(longest),
              against: `${milliseconds(longestTaskOf(peers))} (${sizes.few[of]})`,
              value: longest,
              target: onPostgres(kind, noMoreThan(LONG_TASK_MS, 'ms')),
            });
          }
        }
      });
  } finally {
    await browser.close();
  }
  return findings;
}
