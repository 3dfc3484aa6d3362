import { type BrowserContext, chromium } from '@playwright/test';
import { type BenchEnvironment, onPostgres, type SeededApp, sizes } from './environment.ts';
import { compare, type Finding, kilobytes, median, milliseconds, noMoreThan, times } from './finding.ts';

const ROUNDS = { PostgreSQL: 5, embedded: 1 };
const QUIET_MS = 500;

interface ListPage {
  name: string;
  path: string;
  /** A selector for an element that exists once the first row is shown. */
  shown: string;
  of: 'comments' | 'queued' | 'fresh';
  /** Keys that change one row; empty if the page's rows do not change. */
  keys: string;
  /** The limits: the ratio to the opening time of the small list, and kB to open it and after one change. */
  most: { ratio: number; opened: number; changed: number };
}

/** Every page also loads the index of the working set, of which most are rejected comments. */
const pages: readonly ListPage[] = [
  {
    name: 'History',
    path: '/history',
    shown: 'main article h2',
    of: 'comments',
    keys: '',
    most: { ratio: 1.3, opened: 150, changed: 30 },
  },
  {
    name: 'queue',
    path: '/queue',
    shown: 'article textarea',
    of: 'queued',
    keys: 'a',
    most: { ratio: 1.5, opened: 150, changed: 30 },
  },
  {
    name: 'Fresh',
    path: '/discover?view=fresh',
    shown: 'li h2',
    of: 'fresh',
    keys: 'jx',
    most: { ratio: 1.3, opened: 150, changed: 8 },
  },
];

/**
 * Opens a page while its scripts are in the browser's cache. Counts the bytes of requests to /api, compressed
 * and with headers.
 */
async function visit(context: BrowserContext, origin: string, { path, shown, keys }: ListPage) {
  const page = await context.newPage();
  let bytes = 0;
  let lastAt = performance.now();
  page.on('requestfinished', async (request) => {
    lastAt = performance.now();
    if (!new URL(request.url()).pathname.startsWith('/api/')) return;
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    bytes += responseBodySize + responseHeadersSize;
  });
  await page.goto(`${origin}${path}`, { waitUntil: 'commit' });
  const row = await page.waitForFunction(
    (selector) => document.querySelector(selector) && performance.now(),
    shown,
    { polling: 'raf' },
  );
  const ms = Number(await row.jsonValue());
  const quiet = async () => {
    await page.waitForTimeout(QUIET_MS);
    while (performance.now() - lastAt < QUIET_MS) await page.waitForTimeout(50);
    return bytes;
  };
  const opened = await quiet();
  for (const key of keys) await page.keyboard.press(key);
  const changed = (await quiet()) - opened;
  await page.close();
  return { ms, opened, changed };
}

/** Compares how long a list takes to open with many rows and with few, and counts what it loads. */
export async function lists({ kinds, withSeededApps }: BenchEnvironment): Promise<Finding[]> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
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
          const received: { opened: number; changed: number }[] = [];
          const took = await compare(
            async () => {
              const { ms, ...bytes } = await visit(manyPages, many.origin, page);
              received.push(bytes);
              return ms;
            },
            async () => (await visit(fewPages, few.origin, page)).ms,
            ROUNDS[kind],
          );
          const { name, of, keys, most } = page;
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
          findings.push(data('data on the wire', median(received.map(({ opened }) => opened)), most.opened));
          const changed = median(received.map((each) => each.changed));
          if (keys) findings.push(data('one change', changed, most.changed));
        }
      });
  } finally {
    await browser.close();
  }
  return findings;
}
