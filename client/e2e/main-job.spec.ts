import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectToast, generateFirst, openRow, postNow, search, signIn } from './steps.ts';

test.use({ isFirstStart: true });

/** Drafts a comment for the first video without one, queues it and returns its text. */
async function draftAndQueue(page: Page): Promise<string> {
  const dialog = await generateFirst(page);
  const text = await dialog
    .getByRole('textbox', { name: 'Generated comment' })
    .inputValue();
  await dialog.getByRole('button', { name: 'Add to Queue' }).click();
  await expectToast(page, 'Added to Queue');
  await expect(dialog).toBeHidden();
  return text;
}

test('the main job: the owner signs in, searches, drafts, reviews, posts and schedules (rules 1.1, 1.2)', async ({
  page,
  app,
}) => {
  await page.goto(app.origin);
  const popup = await signIn(page);
  if (!popup.isClosed()) await popup.waitForEvent('close');
  // A headless Firefox leaves the focus with the closed window.
  await page.bringToFront();
  await search(page, 'kubernetes');
  const first = await draftAndQueue(page);
  const second = await draftAndQueue(page);

  await page.getByRole('link', { name: /Review Queue/ }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).first().click();
  await expectToast(page, 'Comment Approved');
  await openRow(page, 0);
  await postNow(page);
  await expectToast(page, 'Comment Posted to YouTube!');
  expect((await app.sandbox.comments()).map(({ text }) => text)).toEqual([first]);

  await page.getByRole('button', { name: 'Approve', exact: true }).first().click();
  await openRow(page, 0);
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^In 5 minutes/ }).click();
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expectToast(page, 'Comment Scheduled');

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /Scheduled/ })
    .click();
  await expect(page.getByText(second)).toBeVisible();
  app.advance(6 * 60_000);
  // The card stays in its place, so that nothing moves under the pointer.
  await expect(
    page.getByRole('article').getByText('Posted', { exact: true }),
  ).toBeVisible();
  await expect(page.getByText('0 scheduled')).toBeVisible();
  expect((await app.sandbox.comments()).map(({ text }) => text)).toEqual([first, second]);

  await page.getByRole('link', { name: 'Comment History' }).click();
  await expect(page.getByText('Showing 2 of 2 comments')).toBeVisible();
  await expect(page.locator('span:text-is("Posted")')).toHaveCount(2);
});
