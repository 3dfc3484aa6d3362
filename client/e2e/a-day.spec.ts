import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { openDatabase } from '../../server/db/open-database.ts';
import { placeEmbedded } from '../../server/testing/embedded-template.ts';
import { seedComments } from '../../server/testing/seed-comments.ts';
import {
  builtEntry,
  makeFolder,
  startAppProcess,
} from '../../server/testing/start-app-process.ts';
import { expect, test } from './app.ts';
import { collectShifts, expectNothingMoved } from './looks.ts';
import { approve, post, type SeededItem, schedule } from './seed.ts';
import {
  expectToast,
  generateFirst,
  openRow,
  postNow,
  search,
  startSession,
} from './steps.ts';
import { type Call, watchTraffic } from './traffic.ts';

export interface Day {
  page: Page;
  origin: string;
  /**
   * Ids of the queued comments in the order of the queue. The first and the last two can
   * be posted.
   */
  queued: readonly number[];
}

/**
 * After a `change`, the page has to receive an event before the action counts as done.
 */
export type Action = ['look' | 'change', (day: Day) => Promise<unknown>];

const main = (page: Page) => page.getByRole('main');
const press = (page: Page, name: string) =>
  main(page).getByRole('button', { name, exact: true }).first().click();
const dialog = (page: Page) => page.getByRole('dialog');

const look = (act: Action[1]): Action => ['look', act];
const change = (act: Action[1]): Action => ['change', act];
const times = (count: number, action: (turn: number) => Action): Action[] =>
  Array.from({ length: count }, (_, turn) => action(turn));

const goTo = (link: string, shown: string): Action =>
  look(async ({ page }) => {
    await page.getByRole('navigation').getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { level: 1, name: shown })).toBeVisible();
    await expect(page.locator('.animate-breathe')).toHaveCount(0);
  });

const scroll = (pixels: number): Action =>
  look(async ({ page }) => {
    const before = await page.evaluate(() => window.scrollY);
    await page.mouse.move(700, 500);
    // Retried, because the wheel has no effect while the rows are still loading.
    await expect(async () => {
      await page.mouse.wheel(0, pixels);
      await expect
        .poll(() => page.evaluate(() => window.scrollY), { timeout: 1_000 })
        .not.toBe(before);
    }).toPass();
  });
const toTop = look(({ page }) => page.evaluate(() => window.scrollTo(0, 0)));

const expandRow = (turn: number): Action =>
  look(async ({ page }) => {
    const row = main(page)
      .getByRole('article')
      .nth(turn)
      .getByRole('heading')
      .getByRole('button');
    if ((await row.getAttribute('aria-expanded')) === 'false') await row.click();
    await expect(row).toHaveAttribute('aria-expanded', 'true');
  });

/** Scrolls the queue's list, which is a scrollable box of its own. */
const scrollList = (pixels: number): Action =>
  look(async ({ page }) => {
    const scroller = main(page)
      .getByRole('list', { name: 'Comments to review' })
      .locator('..');
    const before = await scroller.evaluate(({ scrollTop }) => scrollTop);
    await scroller.hover();
    await page.mouse.wheel(0, pixels);
    await expect
      .poll(() => scroller.evaluate(({ scrollTop }) => scrollTop))
      .not.toBe(before);
  });

const openComment = (row: number): Action =>
  look(async ({ page }) => {
    await openRow(page, row);
    await expect(main(page).getByRole('article')).toBeVisible();
  });

const decide = (name: string, toast: string): Action =>
  change(async ({ page }) => {
    await press(page, name);
    await expectToast(page, toast);
  });

/**
 * Replaces a text by keys, because `fill` is no input for which the browser would excuse
 * a layout shift.
 */
async function retype(editor: Locator, text: string): Promise<void> {
  await editor.click();
  await editor.press('ControlOrMeta+a');
  await editor.pressSequentially(text);
}

const approveElsewhere = (place: number): Action =>
  change(({ page, origin, queued }) => approve(page, origin, queued.at(place) ?? 0));

const discover: Action[] = [
  look(async ({ page, origin }) => {
    await page.goto(`${origin}/`);
    await expect(
      page.getByRole('heading', { name: 'Connected to YouTube' }),
    ).toBeVisible();
  }),
  look(({ page }) => search(page, 'kubernetes')),
  scroll(900),
  toTop,
  change(({ page }) => generateFirst(page)),
  change(async ({ page }) => {
    const editor = dialog(page).getByRole('textbox', { name: 'Generated comment' });
    await retype(editor, 'A sentence of my own about readiness probes.');
    await dialog(page).getByRole('button', { name: 'Save Edits' }).click();
    await expectToast(page, 'Comment Saved');
  }),
  change(async ({ page }) => {
    await dialog(page).getByRole('button', { name: 'Add to Queue' }).click();
    await expectToast(page, 'Added to Queue');
    await expect(dialog(page)).toBeHidden();
  }),
  look(({ page }) => search(page, 'mixing')),
  approveElsewhere(-1),
];

const queue: Action[] = [
  goTo('Review Queue', 'Review Queue'),
  ...times(4, openComment),
  scrollList(3_000),
  scrollList(-4_000),
  openComment(0),
  ...times(6, () => decide('Approve', 'Comment Approved')),
  ...times(2, () => decide('Reject', 'Comment Rejected')),
  change(async ({ page }) => {
    await page.keyboard.press('u');
    await expect(page.locator('[data-toaster]').getByText(/^Undid/)).toBeVisible();
  }),
  change(async ({ page }) => {
    await retype(
      page.getByRole('article').getByRole('textbox').first(),
      'In my own words.',
    );
    await press(page, 'Save');
    await expectToast(page, 'Comment Saved');
  }),
  openComment(0),
  change(async ({ page }) => {
    await postNow(main(page));
    await expectToast(page, 'Comment Posted to YouTube!');
  }),
  ...times(3, () =>
    change(async ({ page }) => {
      await press(page, 'Schedule');
      await dialog(page)
        .getByRole('radio', { name: /^In 20 minutes/ })
        .click();
      await dialog(page).getByRole('button', { name: 'Schedule', exact: true }).click();
      await expectToast(page, 'Comment Scheduled');
    }),
  ),
  decide('Remove from queue', 'Removed from Queue'),
  change(async ({ page }) => {
    await page.keyboard.press('u');
    await expect(page.locator('[data-toaster]').getByText(/^Undid/)).toBeVisible();
  }),
  ...times(2, (turn) => approveElsewhere(-2 - turn)),
];

const scheduled: Action[] = [
  goTo('Scheduled', 'Scheduled'),
  change(async ({ page }) => {
    await press(page, 'Change Time');
    await dialog(page)
      .getByRole('radio', { name: /^In 30 minutes/ })
      .click();
    await dialog(page).getByRole('button', { name: 'Schedule', exact: true }).click();
    await expectToast(page, 'Comment Scheduled');
  }),
  decide('Unschedule', 'Removed from Schedule'),
  decide('Remove from schedule', 'Removed from Schedule'),
];

/**
 * Waits until the filter is applied, because the next filter would replace a request that
 * is still running.
 */
const expectFilteredBy = async (page: Page, kinds: string | null) => {
  const status = main(page).getByRole('status').filter({ hasText: 'Showing' });
  if (kinds) await expect(status).toContainText(`(filtered by ${kinds})`);
  else await expect(status).not.toContainText('filtered');
};
const filter = (act: (page: Page) => Promise<unknown>, kinds: string): Action =>
  look(async ({ page }) => {
    await act(page);
    await expectFilteredBy(page, kinds);
  });
const words = (page: Page) => page.getByRole('searchbox', { name: 'Search comments' });

const history: Action[] = [
  goTo('Comment History', 'Comment History'),
  ...times(3, expandRow),
  ...times(2, () => scroll(1_500)),
  toTop,
  filter((page) => words(page).fill('kubernetes'), 'words'),
  filter((page) => page.getByLabel('Status').selectOption('posted'), 'status, words'),
  scroll(400),
  filter(
    (page) => page.getByLabel('Style').selectOption('supportive'),
    'status, words, style',
  ),
  look(async ({ page }) => {
    await words(page).fill('');
    await expectFilteredBy(page, 'status, style');
    await page.getByLabel('Style').selectOption('');
    await expectFilteredBy(page, 'status');
    await page.getByLabel('Status').selectOption('');
    await expectFilteredBy(page, null);
  }),
  change(({ page, origin, queued }) => post(page, origin, queued.at(-1) ?? 0)),
  approveElsewhere(-5),
];

const rest: Action[] = [
  goTo('Analytics', 'Analytics'),
  goTo('Voice Profile', 'Voice Profile'),
  goTo('Discover Videos', 'Discover'),
  approveElsewhere(-6),
  goTo('Review Queue', 'Review Queue'),
  goTo('Comment History', 'Comment History'),
];

const dayScript: readonly Action[] = [
  ...discover,
  ...queue,
  ...scheduled,
  ...history,
  ...rest,
];

const MINUTE_MS = 60_000;
const queued = 50;
/** The largest number of rows that a request may return. */
const mostRows = 50;

async function seed(dataDir: string, count: number): Promise<void> {
  const database = await openDatabase({
    databaseUrl: null,
    dataDir: join(dataDir, 'sandbox'),
  });
  await seedComments(database.sessionPool, { count, queued, until: new Date() });
  await database.close();
}

/**
 * Queues one comment before and two after the seeded ones, for videos that the sandbox's
 * YouTube has.
 */
async function queuePostable(page: Page, origin: string): Promise<void> {
  const found = await page.request.get(`${origin}/api/videos/search?q=kubernetes`);
  const { videos }: { videos: { id: number; commentsOff: boolean }[] } =
    await found.json();
  const usable = videos.filter(({ commentsOff }) => !commentsOff);
  for (const [index, priority] of [10, -10, -20].entries()) {
    const data = { videoId: usable[index]?.id, style: 'insightful' };
    const drafted = await page.request.post(`${origin}/api/comments/generate`, { data });
    const { comment }: { comment: { id: number } } = await drafted.json();
    await page.request.post(`${origin}/api/queue`, {
      data: { commentId: comment.id, priority },
    });
  }
}

/** Signs in and performs the actions; returns the requests that they caused. */
async function spendDay(
  page: Page,
  origin: string,
  actions: readonly Action[],
): Promise<readonly Call[]> {
  await startSession(page, origin);
  await queuePostable(page, origin);
  const ids = await page.request.get(`${origin}/api/queue?fields=ids`);
  const items: { commentId: number }[] = await ids.json();
  const traffic = await watchTraffic(page);
  for (const [kind, act] of actions) {
    await act({ page, origin, queued: items.map(({ commentId }) => commentId) });
    await traffic.settle(kind);
  }
  return traffic.calls;
}

async function dayWith(browser: Browser, count: number): Promise<readonly Call[]> {
  const dataDir = makeFolder();
  await placeEmbedded(join(dataDir, 'sandbox'));
  await seed(dataDir, count);
  const app = await startAppProcess({ DATA_DIR: dataDir }, builtEntry);
  const context = await browser.newContext();
  try {
    return await spendDay(await context.newPage(), app.origin, dayScript);
  } finally {
    await context.close();
    await app.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const bytes = (calls: readonly Call[]) =>
  calls.reduce((sum, call) => sum + call.bytes, 0);

test('a day of sixty actions transfers as much data with 20,000 comments as with 200 (rule 10.6)', async ({
  browser,
}) => {
  // Runs two whole days in parallel, one of them with 20,000 comments that have to be
  // written first.
  test.slow();
  expect(dayScript).toHaveLength(60);
  const [few, many] = await Promise.all([
    dayWith(browser, 200),
    dayWith(browser, 20_000),
  ]);
  for (const { path, rows } of [...few, ...many])
    expect(rows, `rows of ${path}`).toBeLessThanOrEqual(mostRows);
  const within = (part: number, whole: number) => Math.abs(part / whole - 1);
  expect(within(many.length, few.length), 'requests').toBeLessThan(0.1);
  expect(within(bytes(many), bytes(few)), 'bytes of bodies').toBeLessThan(0.1);
});

const seededDay = test.extend({
  // The search for “mixing” finds only these.
  hasWrittenVideos: true,
  dataDir: async ({ dataDir }, use) => {
    await seed(dataDir, 200);
    await use(dataDir);
  },
});

/** Schedules a comment before all others, for a video that the sandbox has. */
const scheduleFirst: Action = change(async ({ page, origin, queued: ids }) => {
  const commentId = ids.at(-2) ?? 0;
  await approve(page, origin, commentId);
  const response = await page.request.get(`${origin}/api/queue`);
  const items = (await response.json()) as SeededItem[];
  const item = items.find(({ comment }) => comment.id === commentId);
  if (!item) throw new Error('The comment is not in the queue.');
  await schedule(page, origin, item.id, new Date(Date.now() + 5 * MINUTE_MS));
});

/**
 * Waits for the time of the first comment on Scheduled, and until its card says that it
 * is posted.
 */
const firstGoesOut = (advance: (ms: number) => void): Action =>
  change(async ({ page }) => {
    const card = main(page).getByRole('article').first();
    await expect(card).toBeVisible();
    advance(6 * MINUTE_MS);
    await expect(card.getByText('Posted', { exact: true })).toBeVisible();
  });

seededDay(
  'nothing moves by itself during a day, even when a comment goes out (rule 2.5)',
  async ({ page, app }) => {
    const [openScheduled, ...onScheduled] = scheduled;
    if (!openScheduled) throw new Error('The day does not visit Scheduled.');
    await collectShifts(page);
    await spendDay(page, app.origin, [
      ...discover,
      ...queue,
      scheduleFirst,
      openScheduled,
      firstGoesOut(app.advance),
      ...onScheduled,
      ...history,
      ...rest,
    ]);
    await expectNothingMoved(page, 'a day');
  },
);
