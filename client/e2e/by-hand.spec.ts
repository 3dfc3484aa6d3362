import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectNoFindingsInBothThemes } from './looks.ts';
import { seedQueue } from './seed.ts';
import { expectToast, settled, startSession } from './steps.ts';

/** Opens a queue of `count` comments, on a clock that `stopTime` can stop. */
async function openQueue(page: Page, origin: string, count: number) {
  await startSession(page, origin);
  const items = await seedQueue(page, origin, count);
  await page.clock.install();
  await page.goto(`${origin}/queue`);
  await settled(page);
  return items;
}

/**
 * Stops the page's clock until `pass`, so that a slow machine cannot spread out clicks
 * over time.
 */
const stopTime = async (page: Page) =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
const pass = (page: Page, ms: number) => page.clock.runFor(ms);

/** Waits for the work while the page's clock advances in steps of a millisecond. */
async function meanwhile<Result>(page: Page, work: Promise<Result>): Promise<Result> {
  const state = { isDone: false };
  const done = work.finally(() => {
    state.isDone = true;
  });
  while (!state.isDone) await pass(page, 1);
  return done;
}

const cards = (page: Page) => page.getByRole('article');
const button = (within: Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true });

interface Queued {
  scheduledFor: string | null;
  comment: { status: string; content: string };
}

const queueOf = async (page: Page, origin: string) =>
  (await (await page.request.get(`${origin}/api/queue`)).json()) as Queued[];

const statuses = async (page: Page, origin: string) =>
  (await queueOf(page, origin)).map(({ comment }) => comment.status);

const textsAndTimes = async (page: Page, origin: string) =>
  (await queueOf(page, origin)).map(({ scheduledFor, comment: { status, content } }) => ({
    status,
    content,
    scheduledFor,
  }));

async function placeOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('There is no such element to measure.');
  return { x: Math.round(box.x), y: Math.round(box.y), width: Math.round(box.width) };
}

async function middleOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('There is no such element to press.');
  return [box.x + box.width / 2, box.y + box.height / 2] as const;
}

type Point = readonly [number, number];

const hands = {
  mouse: (page: Page, [x, y]: Point) => page.mouse.click(x, y),
  /**
   * Waits for the click, because a tap returns before it, and on a busy machine the
   * page's clock may advance first.
   */
  async touch(page: Page, [x, y]: Point) {
    const clicked = page
      .evaluate(
        () =>
          new Promise((resolve) =>
            addEventListener('click', resolve, { capture: true, once: true }),
          ),
      )
      .catch(() => undefined);
    await page.touchscreen.tap(x, y);
    // A disabled button receives no click.
    await Promise.race([clicked, sleep(300)]);
  },
};

async function pressWith(
  hand: keyof typeof hands,
  page: Page,
  target: Locator,
  times = 1,
) {
  const at = await middleOf(target);
  for (let time = 0; time < times; time += 1) {
    await hands[hand](page, at);
    await pass(page, 10);
  }
}

for (const [name, options] of [
  ['mouse', { viewport: { width: 1440, height: 900 } }],
  ['touch', { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true }],
] as const) {
  test.describe(`by ${name}`, () => {
    test.use(options);
    const press = (page: Page, target: Locator, times = 1) =>
      pressWith(name, page, target, times);

    test('a double press decides only one comment, and posting takes two steps (rules 7.13, 12.1)', async ({
      page,
      app,
    }) => {
      const [first, second, third] = await openQueue(page, app.origin, 3);
      const card = cards(page);
      const named = (item = first) =>
        page.getByRole('article', { name: item?.comment.video.title ?? '', exact: true });
      const approving = button(card, 'Approve');
      const postNow = button(card, 'Post Now');
      const postAs = button(card, 'Post as Ada Example');
      const keep = button(card, 'Don’t Post');
      await stopTime(page);
      const approvingAt = await placeOf(approving);
      await press(page, approving, 3);
      await expect(named(second)).toBeFocused();
      expect(await placeOf(approving)).toEqual(approvingAt);
      await meanwhile(page, expectToast(page, 'Comment Approved'));
      expect(await statuses(page, app.origin)).toEqual([
        'approved',
        'pending',
        'pending',
      ]);
      expect(await app.sandbox.comments()).toEqual([]);

      await pass(page, 400);
      await page.keyboard.press('k');
      await expect(named(first)).toBeFocused();
      const postAt = await placeOf(postNow);
      await press(page, postNow, 2);
      await expect(postAs).toBeFocused();
      expect(await placeOf(keep)).toEqual(postAt);
      const postAsAt = await placeOf(postAs);
      expect(postAsAt).toMatchObject({ y: postAt.y });
      expect(postAsAt.x + postAsAt.width).toBeLessThan(postAt.x);
      await meanwhile(page, expectNoFindingsInBothThemes(page, `armed by ${name}`));
      await pass(page, 400);
      await press(page, keep);
      await expect(postAs).toBeHidden();
      await expect(card).toBeFocused();

      await pass(page, 400);
      await press(page, postNow);
      await press(page, postAs);
      await pass(page, 340);
      await press(page, postAs);
      expect(await app.sandbox.comments()).toEqual([]);
      await pass(page, 400);
      const answer = Promise.withResolvers<void>();
      await page.route('**/api/comments/*/post?*', async (route) => {
        await answer.promise;
        await route.continue();
      });
      await press(page, postAs, 2);
      await meanwhile(page, expect(postNow).toBeDisabled());
      expect(await placeOf(postNow)).toEqual(postAt);
      expect(await app.sandbox.comments()).toEqual([]);
      answer.resolve();
      await meanwhile(page, expectToast(page, 'Comment Posted to YouTube!'));
      expect(await app.sandbox.comments()).toHaveLength(1);
      await meanwhile(page, expect(named(second)).toBeFocused());
      await pass(page, 400);
      await press(page, button(card, 'Reject'), 2);
      await meanwhile(page, expect(named(third)).toBeFocused());
      await expect
        .poll(() => statuses(page, app.origin))
        .toEqual(['rejected', 'pending']);
    });
  });
}

test('a double press on Approve All asks for confirmation and moves no other control (rules 12.1, 12.3)', async ({
  page,
  app,
}) => {
  await openQueue(page, app.origin, 6);
  const all = page.getByRole('button', { name: 'Approve All' });
  const exporting = page.getByRole('button', { name: 'Export Queue' });
  await stopTime(page);
  const exportAt = await placeOf(exporting);
  await pressWith('mouse', page, all, 2);
  const question = page.getByRole('alertdialog', { name: 'Approve all 6 comments?' });
  await expect(question.getByText('5 of the 6 were never opened here.')).toBeVisible();
  await page.clock.resume();
  await expectNoFindingsInBothThemes(page, 'approving all');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(all).toBeFocused();
  await all.click();
  await question.getByRole('button', { name: 'Approve 6' }).click();
  await expectToast(
    page,
    'All Comments Approved',
    'All pending comments have been approved.',
  );
  await expect(page.getByRole('button', { name: 'Post Approved Now (6)' })).toBeVisible();
  expect(await placeOf(exporting)).toEqual(exportAt);
  await page.locator('[data-toaster]').getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Undid: approved 6 comments');
  expect(new Set(await statuses(page, app.origin))).toEqual(new Set(['pending']));
});

test('Undo works after a reload and in a new tab (rule 12.4)', async ({ page, app }) => {
  await startSession(page, app.origin);
  await seedQueue(page, app.origin, 3);
  await page.goto(`${app.origin}/queue`);
  await settled(page);
  await page.keyboard.press('a');
  await expectToast(page, 'Comment Approved');
  await page.keyboard.press('r');
  await expectToast(page, 'Comment Rejected');

  await page.reload();
  await settled(page);
  await page.keyboard.press('u');
  await expectToast(page, /^Undid: rejected /);
  const newTab = await page.context().newPage();
  await newTab.goto(`${app.origin}/queue`);
  await settled(newTab);
  await newTab.keyboard.press('u');
  await expectToast(newTab, /^Undid: approved /);
  expect(await statuses(page, app.origin)).toEqual(['pending', 'pending', 'pending']);

  await page.keyboard.press('u');
  await expectToast(page, 'Undo Failed', /was undone already\.$/);
});

test('five steps made in the queue and on Scheduled are undone from another page (rule 12.4)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  await seedQueue(page, app.origin, 3);
  const before = await textsAndTimes(page, app.origin);
  await page.goto(`${app.origin}/queue`);
  await settled(page);
  await page.keyboard.press('a');
  await expectToast(page, 'Comment Approved');
  await page.keyboard.press('r');
  await expectToast(page, 'Comment Rejected');
  await page
    .getByRole('textbox', { name: 'Comment' })
    .fill('Which glue did you use here?');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, 'Comment Saved');
  await page.getByRole('link', { name: /^Scheduled/ }).click();
  await page.getByRole('button', { name: /^Next free slot/ }).click();
  await expectToast(page, 'Comment Scheduled');
  await button(cards(page), 'Unschedule').click();
  await expectToast(page, 'Removed from Schedule');

  await page.getByRole('link', { name: /^Review Queue/ }).click();
  await settled(page);
  for (const undone of ['unscheduled', 'scheduled', 'edited', 'rejected', 'approved']) {
    await page.keyboard.press('u');
    await expectToast(page, new RegExp(`^Undid: ${undone} `));
  }
  expect(await textsAndTimes(page, app.origin)).toEqual(before);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a sideways swipe decides a comment, and a vertical swipe scrolls (rule 12.2)', async ({
    page,
    app,
  }) => {
    await startSession(page, app.origin);
    const [first, second, third] = await seedQueue(page, app.origin, 3);
    await page.goto(`${app.origin}/queue`);
    await settled(page);
    const touch = await page.context().newCDPSession(page);
    async function swipe(dx: number, dy: number) {
      const at = (share: number) => [{ x: 195 + dx * share, y: 420 + dy * share }];
      await touch.send('Input.dispatchTouchEvent', {
        type: 'touchStart',
        touchPoints: at(0),
      });
      for (const share of [0.2, 0.4, 0.6, 0.8, 1])
        await touch.send('Input.dispatchTouchEvent', {
          type: 'touchMove',
          touchPoints: at(share),
        });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    }
    const named = (item = first) =>
      page.getByRole('article', { name: item?.comment.video.title ?? '', exact: true });
    await swipe(0, -160);
    await swipe(60, 0);
    await expect(named(first)).toBeVisible();
    await swipe(160, 0);
    await expect(named(second)).toBeFocused();
    await expect(button(cards(page), 'Reject')).not.toHaveAttribute('aria-disabled');
    await swipe(-160, 10);
    await expect(named(third)).toBeFocused();
    await expect
      .poll(() => statuses(page, app.origin))
      .toEqual(['approved', 'rejected', 'pending']);
  });
});
