import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { openDatabase } from '../../server/db/open-database.ts';
import { placeEmbedded } from '../../server/testing/embedded-template.ts';
import { seedComments } from '../../server/testing/seed-comments.ts';
import { builtEntry, startAppProcess } from '../../server/testing/start-app-process.ts';
import { expect, test } from './app.ts';
import { dayScript } from './day-script.ts';
import { startSession } from './steps.ts';
import { type Call, watchTraffic } from './traffic.ts';

const queued = 50;
/** The most rows of a page. */
const mostRows = 50;

async function placeSeeded(dataDir: string, count: number): Promise<void> {
  await placeEmbedded(join(dataDir, 'sandbox'));
  const database = await openDatabase({ databaseUrl: null, dataDir: join(dataDir, 'sandbox') });
  await seedComments(database.sessionPool, { count, queued, until: new Date() });
  await database.close();
}

/** Queues a comment before and one after the seeded ones, for videos that the sandbox's YouTube knows. */
async function queuePostable(page: Page, origin: string): Promise<void> {
  const found = await page.request.get(`${origin}/api/videos/search?q=kubernetes`);
  const { videos }: { videos: { id: number; commentsOff: boolean }[] } = await found.json();
  const usable = videos.filter(({ commentsOff }) => !commentsOff);
  for (const [index, priority] of [10, -10].entries()) {
    const data = { videoId: usable[index]?.id, style: 'insightful' };
    const drafted = await page.request.post(`${origin}/api/comments/generate`, { data });
    const { comment }: { comment: { id: number } } = await drafted.json();
    await page.request.post(`${origin}/api/queue`, { data: { commentId: comment.id, priority } });
  }
}

async function dayWith(browser: Browser, count: number): Promise<readonly Call[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'chime-in-e2e-'));
  await placeSeeded(dataDir, count);
  const app = await startAppProcess({ DATA_DIR: dataDir }, builtEntry);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const { origin } = app;
    await startSession(page, origin);
    await queuePostable(page, origin);
    const ids = await page.request.get(`${origin}/api/queue?fields=ids`);
    const items: { commentId: number }[] = await ids.json();
    const traffic = await watchTraffic(page);
    for (const [kind, act] of dayScript) {
      await act({ page, origin, queued: items.map(({ commentId }) => commentId) });
      await traffic.settle(kind);
    }
    return traffic.calls;
  } finally {
    await context.close();
    await app.terminate();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const bytes = (calls: readonly Call[]) => calls.reduce((sum, call) => sum + call.bytes, 0);

test('a day of sixty actions asks for as much at 20,000 comments as at 200 (rule 10.6)', async ({
  browser,
}) => {
  expect(dayScript).toHaveLength(60);
  const [few, many] = await Promise.all([dayWith(browser, 200), dayWith(browser, 20_000)]);
  for (const { path, rows } of [...few, ...many])
    expect(rows, `rows of ${path}`).toBeLessThanOrEqual(mostRows);
  const within = (part: number, whole: number) => Math.abs(part / whole - 1);
  expect(within(many.length, few.length), 'requests').toBeLessThan(0.1);
  expect(within(bytes(many), bytes(few)), 'bytes of bodies').toBeLessThan(0.1);
});
