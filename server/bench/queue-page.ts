import type { Browser, Page } from '@playwright/test';
import { type Database, openDatabase } from '../db/client.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { serveClient } from '../http/static.ts';
import { startTestApp } from '../testing/app.ts';
import { seedLongQueue } from '../testing/seed-long-queue.ts';
import { builtClient } from './bundle.ts';
import { onNewPage, openChromium } from './chromium.ts';
import { median } from './compare.ts';
import type { BenchDatabase, BenchEnvironment } from './environment.ts';
import { atMost, type Finding, milliseconds, noMoreThan } from './finding.ts';

const ROUNDS = 5;
const FEW = 50;
const MANY = 5_000;
const typed = 'typed while the others wait';
const LONGEST_FRAME_MS = 50;

interface Visit {
  open: number;
  scroll: number;
  type: number;
  longestTyping: number;
}

const frames = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return performance.now();
  });

async function visit(browser: Browser, site: { origin: string; cookie: string }): Promise<Visit> {
  return onNewPage(browser, site, async (page) => {
    await page.addInitScript(() => {
      const long: number[] = [];
      Object.assign(globalThis, { longTasks: long });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) long.push(duration);
      }).observe({ type: 'longtask' });
    });
    await page.goto(`${site.origin}/queue`);
    const editor = page.getByRole('article').getByRole('textbox').first();
    await editor.waitFor();
    const open = await frames(page);

    const longest = () =>
      page.evaluate(() =>
        Math.max(0, ...(globalThis as unknown as { longTasks: number[] }).longTasks.splice(0)),
      );
    const beforeScroll = await frames(page);
    for (let turn = 0; turn < 10; turn += 1) {
      await page.mouse.move(700, 500);
      await page.mouse.wheel(0, 600);
      await frames(page);
    }
    const scroll = (await frames(page)) - beforeScroll;
    await page.evaluate(() => window.scrollTo(0, 0));
    await editor.click();
    await page.waitForTimeout(100);
    await longest();
    const beforeTyping = await frames(page);
    for (const key of typed) {
      await page.keyboard.press(key === ' ' ? 'Space' : key);
      await frames(page);
    }
    const type = (await frames(page)) - beforeTyping;
    if (!(await editor.inputValue()).includes(typed)) throw new Error('The editor lost what was typed.');
    return { open, scroll, type, longestTyping: await longest() };
  });
}

async function serve(database: Database, items: number) {
  const app = await startTestApp({ database, client: serveClient(builtClient) });
  const cookie = (await app.signedIn()).cookie() ?? '';
  await seedLongQueue(database.db, items);
  await database.sessionPool.query('VACUUM ANALYZE');
  return { origin: app.origin, cookie, close: app.close };
}

async function measure(
  { name, url, database }: BenchDatabase,
  environment: BenchEnvironment,
): Promise<Finding[]> {
  const other = await openDatabase({
    databaseUrl: url === null ? null : await environment.postgresUrl(),
    dataDir: `${environment.folder}/short-queue`,
  });
  await migrateDatabase(other);
  const many = await serve(database, MANY);
  const few = await serve(other, FEW);
  const browser = await openChromium();
  try {
    const visits: { ours: Visit; theirs: Visit }[] = [];
    await visit(browser, few);
    for (let round = 0; round < ROUNDS; round += 1)
      visits.push({ ours: await visit(browser, many), theirs: await visit(browser, few) });
    const row = (what: 'open' | 'scroll' | 'type'): Finding => ({
      what: `queue page, ${MANY} items: ${what}, ${name}`,
      ours: milliseconds(median(visits.map(({ ours }) => ours[what]))),
      against: `${milliseconds(median(visits.map(({ theirs }) => theirs[what])))} (${FEW} items)`,
      value: median(visits.map(({ ours, theirs }) => ours[what] / theirs[what])),
      target: url === null ? null : atMost(1.5),
    });
    const typing = median(visits.map(({ ours }) => ours.longestTyping));
    return [
      row('open'),
      row('scroll'),
      row('type'),
      {
        what: `queue page, ${MANY} items: longest task while typing, ms, ${name}`,
        ours: milliseconds(typing),
        against: `${LONGEST_FRAME_MS} ms`,
        value: typing,
        target: url === null ? null : noMoreThan(LONGEST_FRAME_MS),
      },
    ];
  } finally {
    await browser.close();
    await many.close();
    await few.close();
    await other.close();
  }
}

export const queuePage = (environment: BenchEnvironment): Promise<Finding[]> =>
  environment.onEach((database) => measure(database, environment));
