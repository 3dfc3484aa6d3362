import { type BrowserContext, chromium } from '@playwright/test';
import { type BenchEnvironment, onPostgres, type SeededApp, sizes } from './environment.ts';
import { compare, type Finding, kilobytes, median, milliseconds, noMoreThan, times } from './finding.ts';

const ROUNDS = { PostgreSQL: 5, embedded: 1 };
const QUIET_MS = 500;

interface ListPage {
  name: string;
  path: string;
  /** On the page once its first row is. */
  shown: string;
  mostTimes: number;
  mostKilobytes: number;
}

const pages: readonly ListPage[] = [
  { name: 'History', path: '/history', shown: 'main article h2', mostTimes: 1.3, mostKilobytes: 120 },
  { name: 'the queue', path: '/queue', shown: 'article textarea', mostTimes: 1.2, mostKilobytes: 150 },
];

/** Opens a page with the scripts in the browser's cache. Bytes are those from /api, compressed, with headers. */
async function visit(context: BrowserContext, origin: string, { path, shown }: ListPage) {
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
  while (performance.now() - lastAt < QUIET_MS) await page.waitForTimeout(50);
  await page.close();
  return { ms, bytes };
}

/** How long History and the queue take to open with many comments, beside a few, and what they load. */
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
        const [fewPages, manyPages] = [await open(few), await open(many)];
        for (const page of pages) {
          await visit(manyPages, many.origin, page);
          await visit(fewPages, few.origin, page);
          const received: number[] = [];
          const opened = await compare(
            async () => {
              const { ms, bytes } = await visit(manyPages, many.origin, page);
              received.push(bytes);
              return ms;
            },
            async () => (await visit(fewPages, few.origin, page)).ms,
            ROUNDS[kind],
          );
          const bytes = median(received);
          findings.push(
            {
              what: `${page.name} opens, ${sizes.many.comments} comments, ${kind}`,
              ours: milliseconds(opened.ours),
              against: `${milliseconds(opened.theirs)} (${sizes.few.comments} comments)`,
              value: opened.ratio,
              target: onPostgres(kind, times(page.mostTimes)),
            },
            {
              what: `${page.name}, data on the wire, kB, ${kind}`,
              ours: kilobytes(bytes),
              against: `${page.mostKilobytes} kB`,
              value: bytes / 1000,
              target: noMoreThan(page.mostKilobytes),
            },
          );
        }
      });
  } finally {
    await browser.close();
  }
  return findings;
}
