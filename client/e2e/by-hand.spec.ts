import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectNoFindingsInBothThemes } from './axe.ts';
import { approve, schedule, seedQueue } from './seed.ts';
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

/** Stops the page's clock until `pass`, so that a slow machine cannot spread presses over time. */
const stopTime = async (page: Page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
const pass = (page: Page, ms: number) => page.clock.runFor(ms);

/** Waits for the work while the page's clock advances a millisecond a step. */
async function meanwhile<Result>(page: Page, work: Promise<Result>): Promise<Result> {
  const state = { isDone: false };
  const done = work.finally(() => {
    state.isDone = true;
  });
  while (!state.isDone) await pass(page, 1);
  return done;
}

const cards = (page: Page) => page.getByRole('article');
const button = (within: Locator, name: string | RegExp) => within.getByRole('button', { name, exact: true });
const statuses = async (page: Page, origin: string) => {
  const queue = (await (await page.request.get(`${origin}/api/queue`)).json()) as {
    comment: { status: string };
  }[];
  return queue.map(({ comment }) => comment.status);
};

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
  touch: (page: Page, [x, y]: Point) => page.touchscreen.tap(x, y),
};

for (const [name, options] of [
  ['mouse', { viewport: { width: 1440, height: 900 } }],
  ['touch', { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true }],
] as const) {
  test.describe(`by ${name}`, () => {
    test.use(options);

    /** Presses the same place, ten milliseconds apart. */
    async function press(page: Page, target: Locator, times = 1) {
      const at = await middleOf(target);
      for (let time = 0; time < times; time += 1) {
        await hands[name](page, at);
        await pass(page, 10);
      }
    }

    test('a double press decides one comment, and posting takes two steps (rules 7.13, 12.1)', async ({
      page,
      app,
    }) => {
      await openQueue(page, app.origin, 3);
      const card = cards(page).first();
      const trash = button(card, 'Remove from queue');
      const postNow = button(card, 'Post Now');
      const postAs = button(card, 'Post as Ada Example');
      const keep = button(card, 'Keep');
      await trash.scrollIntoViewIfNeeded();
      await stopTime(page);
      const trashAt = await placeOf(trash);
      await press(page, button(card, 'Approve'), 3);
      await expect(postNow).toBeVisible();
      expect(await placeOf(trash)).toEqual(trashAt);
      await expect(cards(page).nth(1)).toBeFocused();
      await meanwhile(page, expectToast(page, 'Comment Approved'));
      expect(await statuses(page, app.origin)).toEqual(['approved', 'pending', 'pending']);
      expect(await app.sandbox.comments()).toEqual([]);

      await pass(page, 400);
      // On a phone the toast lies over the card.
      await press(page, page.locator('[data-toaster]').getByRole('button', { name: 'Dismiss' }));
      const postAt = await placeOf(postNow);
      await press(page, postNow, 2);
      await expect(postAs).toBeFocused();
      expect(await placeOf(keep)).toEqual(postAt);
      expect(await placeOf(trash)).toEqual(trashAt);
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
      await page.route('**/api/comments/*/post', async (route) => {
        await answer.promise;
        await route.continue();
      });
      await press(page, postAs, 2);
      await expect(postNow).toBeDisabled();
      expect(await placeOf(postNow)).toEqual(postAt);
      expect(await placeOf(trash)).toEqual(trashAt);
      answer.resolve();
      await meanwhile(page, expectToast(page, 'Comment Posted to YouTube!'));
      expect(await app.sandbox.comments()).toHaveLength(1);
      await meanwhile(page, expect(cards(page)).toHaveCount(2));
      await expect(cards(page).first()).toBeFocused();
    });

    test('a double press on a closed card or on Approve All moves nothing (rules 12.1, 12.3)', async ({
      page,
      app,
    }) => {
      await openQueue(page, app.origin, 6);
      const all = page.getByRole('button', { name: 'Approve All' });
      const exporting = page.getByRole('button', { name: 'Export Queue' });
      await all.scrollIntoViewIfNeeded();
      await stopTime(page);
      const exportAt = await placeOf(exporting);
      await press(page, all, 2);
      const question = page.getByRole('alertdialog', { name: 'Approve all 6 comments?' });
      await expect(question.getByText('5 of the 6 were never opened here.')).toBeVisible();
      await page.clock.resume();
      await expectNoFindingsInBothThemes(page, 'approving all');
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(all).toBeFocused();
      await all.click();
      await question.getByRole('button', { name: 'Approve 6' }).click();
      await expectToast(page, 'All Comments Approved', 'All pending comments have been approved.');
      await expect(page.getByRole('button', { name: 'Post Approved Now (6)' })).toBeVisible();
      expect(await placeOf(exporting)).toEqual(exportAt);
      await page.locator('[data-toaster]').getByRole('button', { name: 'Undo' }).click();
      await expectToast(page, 'Undid: approved 6 comments');
      expect(new Set(await statuses(page, app.origin))).toEqual(new Set(['pending']));

      const third = cards(page).nth(2);
      const trash = button(third, 'Remove from queue');
      await expect(button(third, 'Approve')).toBeVisible();
      await trash.scrollIntoViewIfNeeded();
      await stopTime(page);
      const trashAt = await placeOf(trash);
      await press(page, button(third, 'Approve'), 2);
      await expect(button(third, 'Post Now')).toBeVisible();
      await pass(page, 100);
      expect(await placeOf(trash)).toEqual(trashAt);
      await expect(cards(page).nth(3).getByRole('textbox')).toBeVisible();
      await expect(cards(page).nth(3)).toBeFocused();
      await meanwhile(page, expectToast(page, 'Comment Approved'));
      expect((await statuses(page, app.origin)).filter((status) => status === 'approved')).toHaveLength(1);
      expect(await app.sandbox.comments()).toEqual([]);
    });

    test('a scheduled comment is posted in two steps too (rule 7.13)', async ({ page, app }) => {
      await startSession(page, app.origin);
      for (const [index, item] of (await seedQueue(page, app.origin, 2)).entries()) {
        await approve(page, app.origin, item.comment.id);
        await schedule(page, app.origin, item.id, new Date(Date.now() + (index + 1) * 3_600_000));
      }
      await page.clock.install();
      await page.goto(`${app.origin}/scheduled`);
      await settled(page);
      const card = cards(page).first();
      const postNow = button(card, 'Post Now');
      const postAs = button(card, 'Post as Ada Example');
      await postNow.scrollIntoViewIfNeeded();
      await stopTime(page);
      const postAt = await placeOf(postNow);
      await press(page, postNow, 3);
      await expect(postAs).toBeFocused();
      expect(await placeOf(button(card, 'Keep'))).toEqual(postAt);
      await pass(page, 400);
      expect(await app.sandbox.comments()).toEqual([]);
      await press(page, postAs, 2);
      await meanwhile(page, expectToast(page, 'Comment Posted to YouTube!'));
      await meanwhile(page, expect(cards(page)).toHaveCount(1));
      await expect(cards(page).first()).toBeFocused();
      expect(await app.sandbox.comments()).toHaveLength(1);
    });
  });
}

test('thirty comments are triaged by key, and the first key on a card out of view only shows it (rule 12.2)', async ({
  page,
  app,
}) => {
  await openQueue(page, app.origin, 30);
  await page.mouse.move(1_400, 450);
  const open = cards(page).filter({ has: page.getByRole('textbox') });
  for (const key of ['a', 'j']) {
    await page.mouse.wheel(0, 5_000);
    await expect(open).not.toBeInViewport();
    await page.keyboard.press(key);
    await expect(open).toBeInViewport();
    await expect(open).toBeFocused();
  }
  expect(new Set(await statuses(page, app.origin))).toEqual(new Set(['pending']));

  for (let left = 29; left >= 0; left -= 1) {
    await page.keyboard.press(left % 3 === 0 ? 'r' : 'a');
    await expect(
      page.getByText(left === 0 ? 'Nothing left to review' : `${left} left to review`),
    ).toBeVisible();
  }
  await page.keyboard.press('p');
  expect(await app.sandbox.comments()).toEqual([]);
});

test('p and Enter post in two steps, and a key held down counts once (rules 7.13, 12.2)', async ({
  page,
  app,
}) => {
  await openQueue(page, app.origin, 2);
  for (let time = 0; time < 4; time += 1) await page.keyboard.down('a');
  await page.keyboard.up('a');
  await expectToast(page, 'Comment Approved');
  expect(await statuses(page, app.origin)).toEqual(['approved', 'pending']);
  await page.keyboard.press('k');
  await stopTime(page);
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: 'Post as Ada Example' })).toBeFocused();
  await page.keyboard.press('Enter');
  await pass(page, 400);
  expect(await app.sandbox.comments()).toEqual([]);
  await page.keyboard.press('Enter');
  await page.clock.resume();
  await expectToast(page, 'Comment Posted to YouTube!');
  await expect(cards(page).first()).toBeFocused();
  expect(await app.sandbox.comments()).toHaveLength(1);
});

test('undo and dialogs give the focus back, to the neighbour where their card has left (rule 12.5)', async ({
  page,
  app,
}) => {
  const [item] = await openQueue(page, app.origin, 3);
  if (!item) throw new Error('Nothing was seeded.');
  const first = cards(page).first();
  await page.keyboard.press('a');
  await expectToast(page, 'Comment Approved');
  await page.keyboard.press('u');
  await expectToast(page, `Undid: approved "${item.comment.video.title}"`);
  await expect(button(first, 'Approve')).toBeVisible();
  await expect(first).toBeFocused();
  await page.keyboard.press('a');
  await expectToast(page, 'Comment Approved');
  await page.keyboard.press('k');
  await expect(first).toBeFocused();
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: 'Schedule Comment' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(first).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'keyboard shortcuts');
  await page.keyboard.press('Escape');
  await expect(first).toBeFocused();
  const second = await cards(page).nth(1).getAttribute('id');
  await page.keyboard.press('s');
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expectToast(page, 'Comment Scheduled');
  await expect(page.locator(`#${second}`)).toBeFocused();
  await page.keyboard.press('x');
  await expectToast(page, 'Removed from Queue');
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page).first()).toBeFocused();
});
