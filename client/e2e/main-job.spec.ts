import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectToast, postNow, search, signIn } from './steps.ts';

test.use({ isFirstStart: true, hasMovableClock: true });

/** Drafts a comment for the next video that has none, and queues it; returns its text. */
async function draftAndQueue(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Generate Comment' }).and(page.locator(':enabled')).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Generate Comment' }).click();
  await expect(dialog.getByRole('button', { name: 'Generate Again' })).toBeVisible();
  const text = await dialog.getByRole('textbox').inputValue();
  await dialog.getByRole('button', { name: 'Add to Queue' }).click();
  await expectToast(page, 'Added to Queue');
  await expect(dialog).toBeHidden();
  return text;
}

/** The next full minute, as a date-time field in the browser's zone (UTC here) wants it. */
function nextMinute(): string {
  return new Date(Math.ceil((Date.now() + 2_000) / 60_000) * 60_000).toISOString().slice(0, 16);
}

test('the main job: sign in, search, draft, review, post, schedule, and find both in history (rules 1.1, 1.2)', async ({
  page,
  app,
}) => {
  await page.goto(app.origin);
  await signIn(page);
  await search(page, 'kubernetes');
  const first = await draftAndQueue(page);
  const second = await draftAndQueue(page);

  await page.getByRole('link', { name: /Review Queue/ }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).first().click();
  await expectToast(page, 'Comment Approved');
  await postNow(page);
  await expectToast(page, 'Comment Posted to YouTube!');
  expect((await app.sandbox.comments()).map(({ text }) => text)).toEqual([first]);

  await page.getByRole('button', { name: 'Approve', exact: true }).first().click();
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Custom').click();
  await dialog.getByLabel('Date and time').fill(nextMinute());
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expectToast(page, 'Comment Scheduled');

  await page.getByRole('link', { name: /Scheduled/ }).click();
  await expect(page.getByText(second)).toBeVisible();
  app.advance(120_000);
  await expect(page.getByText('No Scheduled Comments')).toBeVisible({ timeout: 20_000 });
  expect((await app.sandbox.comments()).map(({ text }) => text)).toEqual([first, second]);

  await page.getByRole('link', { name: 'Comment History' }).click();
  await expect(page.getByText('Showing 2 of 2 comments')).toBeVisible();
  await expect(page.locator('span:text-is("Posted")')).toHaveCount(2);
});
