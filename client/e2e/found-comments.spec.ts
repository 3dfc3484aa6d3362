import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { approve, post, type SeededItem, schedule, seedQueue } from './seed.ts';
import { expectToast, openSignedIn, search } from './steps.ts';

/** A found video follows its comment through every path, and no search is spent on that. */

const rowOf = (page: Page, title: string) =>
  page
    .getByRole('region', { name: 'Results' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });

const toDiscover = (page: Page) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: /Discover/ })
    .click();

/** A row whose comment is on YouTube: nothing is left to be done with it. */
async function expectPosted(row: Locator): Promise<void> {
  await expect(row.getByText(/^Already commented on/)).toBeVisible();
  await expect(row.getByText('Already Posted')).toBeVisible();
  await expect(row.getByText(/needs review$/)).toBeHidden();
  await expect(row.getByText('In Queue')).toBeHidden();
  await expect(row.getByRole('button', { name: 'Add to Queue' })).toBeHidden();
}

/** Drafts a comment on the first free video of the results and leaves it unqueued; gives the video's title. */
async function draft(page: Page, press: (button: Locator) => Promise<void>): Promise<string> {
  const generate = page
    .getByRole('button', { name: 'Generate Comment' })
    .and(page.locator(':enabled'))
    .first();
  const row = page.getByRole('listitem').filter({ has: generate }).first();
  const title = (await row.getByRole('heading').textContent()) ?? '';
  await press(generate);
  const dialog = page.getByRole('dialog');
  await press(dialog.getByRole('button', { name: 'Generate Comment' }));
  await expect(dialog.getByRole('button', { name: 'Generate Again' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  return title;
}

const presses: [string, (button: Locator) => Promise<void>][] = [
  ['mouse', (button) => button.click()],
  ['touch', (button) => button.tap()],
  [
    'key',
    async (button) => {
      await button.focus();
      await button.press('Enter');
    },
  ],
];

for (const [means, press] of presses) {
  test.describe(`by ${means}`, () => {
    test.use({ hasTouch: means === 'touch' });

    test(`what is drafted, queued from the row and posted by hand is posted on the row (${means})`, async ({
      page,
      app,
    }) => {
      await openSignedIn(page, app.origin);
      await search(page, 'kubernetes');
      const title = await draft(page, press);
      const row = rowOf(page, title);
      await expect(row.getByText(/needs review$/)).toBeVisible();
      await press(row.getByRole('button', { name: 'Add to Queue' }));
      await expectToast(page, 'Added to Queue');
      await expect(row.getByText('In Queue')).toBeVisible();
      const [item] = (await (await page.request.get(`${app.origin}/api/queue`)).json()) as SeededItem[];
      if (!item) throw new Error('Nothing is queued.');
      await approve(page, app.origin, item.comment.id);
      await expect(row.getByText(/^Comment ready to post/)).toBeVisible();
      await post(page, app.origin, item.comment.id);
      await expectPosted(row);
      const spent = await page.request.get(`${app.origin}/api/quota`);
      expect((await spent.json()).buckets).toContainEqual(
        expect.objectContaining({ bucket: 'search', used: 1 }),
      );

      // The channel is remembered on its other videos, and in the dialog that drafts for one of them.
      const other = page.getByRole('listitem').filter({ hasText: 'You commented on this channel today' });
      await expect(other.first()).toBeVisible();
      await expect(row.getByText(/^You commented on this channel/)).toBeHidden();
    });
  });
}

test('a comment posted in the queue is posted on the row when one comes back to it', async ({
  page,
  app,
}) => {
  await openSignedIn(page, app.origin);
  await search(page, 'kubernetes');
  const title = await draft(page, (button) => button.click());
  await rowOf(page, title).getByRole('button', { name: 'Add to Queue' }).click();
  await expectToast(page, 'Added to Queue');
  await page.getByRole('link', { name: /Review Queue/ }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expectToast(page, 'Comment Approved');
  await toDiscover(page);
  await expect(rowOf(page, title).getByText(/^Comment ready to post/)).toBeVisible();
  await page.getByRole('link', { name: /Review Queue/ }).click();
  await page.keyboard.press('p');
  // Right after it was armed, Enter does not post yet.
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByText('Queue is Empty')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await toDiscover(page);
  await expectPosted(rowOf(page, title));
});

test('what leaves the queue, and comes back from the history, does so on the row', async ({ page, app }) => {
  await openSignedIn(page, app.origin);
  await search(page, 'kubernetes');
  const title = await draft(page, (button) => button.click());
  const row = rowOf(page, title);
  await row.getByRole('button', { name: 'Add to Queue' }).click();
  await expect(row.getByText('In Queue')).toBeVisible();
  const [item] = (await (await page.request.get(`${app.origin}/api/queue`)).json()) as SeededItem[];
  await page.request.delete(`${app.origin}/api/queue/${item?.id}`);
  await expect(row.getByRole('button', { name: 'Add to Queue' })).toBeVisible();
  await page.getByRole('link', { name: 'Comment History' }).click();
  await page.getByRole('main').getByRole('button', { expanded: false }).first().click();
  await page.getByRole('button', { name: 'Add to Queue' }).click();
  await expectToast(page, 'Added to Queue');
  await toDiscover(page);
  await expect(row.getByText('In Queue')).toBeVisible();
  await page.request.patch(`${app.origin}/api/comments/${item?.comment.id}`, {
    data: { status: 'rejected' },
  });
  await expect(row.getByText(/needs review$/)).toBeHidden();
});

test('what another tab drafts in bulk shows on the rows of this one', async ({ page, app }) => {
  await openSignedIn(page, app.origin);
  await search(page, 'kubernetes');
  const [item] = await seedQueue(page, app.origin, 3);
  if (!item) throw new Error('Nothing was seeded.');
  await expect(page.getByText('In Queue', { exact: true })).toHaveCount(4);
  await expect(rowOf(page, item.comment.video.title).getByText(/needs review$/)).toBeVisible();
});

test.describe('on a clock that can be moved', () => {
  test.use({ hasMovableClock: true });

  test('what the loop posts is posted on the row of the open page', async ({ page, app }) => {
    await openSignedIn(page, app.origin);
    await search(page, 'kubernetes');
    const [item] = await seedQueue(page, app.origin, 1);
    if (!item) throw new Error('Nothing was seeded.');
    const row = rowOf(page, item.comment.video.title);
    await expect(row.getByText('In Queue')).toBeVisible();
    await approve(page, app.origin, item.comment.id);
    await schedule(page, app.origin, item.id, new Date(Date.now() + 600_000));
    await expect(row.getByText(/^Scheduled for/)).toBeVisible();
    app.advance(600_000);
    await expect
      .poll(async () => (await app.sandbox.comments()).length, { timeout: 20_000, intervals: [50] })
      .toBe(1);
    await expectPosted(row);
  });
});
