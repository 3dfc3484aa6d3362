import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectNothingJumped } from './jumps.ts';
import { seedQueue } from './seed.ts';
import { settled, startSession } from './steps.ts';

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error('It is not on the screen.');
  return box;
};

/** The decisions on the screen, and whether each is clear of the notice. */
async function clearOf(page: Page, notice: Locator): Promise<Record<string, boolean>> {
  const { x, y, width, height } = await boxOf(notice);
  const clear: Record<string, boolean> = {};
  for (const name of ['Approve', 'Reject']) {
    const box = await boxOf(decision(page, name));
    clear[name] =
      box.x >= x + width || box.x + box.width <= x || box.y >= y + height || box.y + box.height <= y;
  }
  return clear;
}

const decision = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^${name}( \\w)?$`) })
    .filter({ visible: true })
    .first();

test('a notice covers no decision, goes with its page, and stands in the side where there is room', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  await seedQueue(page, app.origin, 4);
  for (const [width, height] of [
    [390, 844],
    [800, 900],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${app.origin}/queue`);
    await settled(page);
    await decision(page, 'Approve').click();
    const notice = page.locator('[data-toaster] section');
    await expect(notice).toContainText('Comment Approved');
    expect(await clearOf(page, notice), `at ${width}`).toEqual({ Approve: true, Reject: true });
    const { x, width: wide } = await boxOf(notice);
    if (width === 1440) expect(x + wide, 'within the side').toBeLessThanOrEqual(224);
    await page.getByRole('link', { name: 'Comment History' }).click();
    await expect(notice).toHaveCount(0);
  }
});

test('a banner that is known from before moves nothing when the page opens', async ({ page, app }) => {
  await startSession(page, app.origin);
  const data = { autoQueueEnabled: true, postingPaused: true };
  expect(await page.request.put(`${app.origin}/api/user-settings`, { data })).toBeOK();
  const banner = page.getByRole('main').getByText('Automatic posting is paused');
  for (const [width, height] of [
    [360, 740],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${app.origin}/history`);
    await expect(banner).toBeVisible();
    for (const path of ['/history', '/queue']) {
      await page.goto(`${app.origin}${path}`);
      await settled(page);
      await expect(banner).toBeVisible();
      await expectNothingJumped(page, `${path} at ${width}`);
    }
  }
});
