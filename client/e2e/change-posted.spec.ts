import { expect, test } from './app.ts';
import { expectNoFindingsInBothThemes } from './axe.ts';
import { approve, post, seedQueue } from './seed.ts';
import { startSession } from './steps.ts';

test('a posted comment is changed from History (rule 13.26)', async ({ page, app }) => {
  await startSession(page, app.origin);
  const [item] = await seedQueue(page, app.origin, 1);
  if (!item) throw new Error('Nothing was seeded.');
  await approve(page, app.origin, item.comment.id);
  await post(page, app.origin, item.comment.id);
  const onYouTube = async () => (await app.sandbox.comments()).map(({ text }) => text);
  expect(await onYouTube()).toContain(item.comment.content);

  await page.goto(`${app.origin}/history`);
  const row = page.getByRole('article', { name: item.comment.video.title });
  await row.getByRole('button', { name: item.comment.video.title }).click();
  await expect(row.getByText('Posted as Ada Example')).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'an open row');

  await row.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'New text' }).fill('We changed our mind: measure first.');
  await expectNoFindingsInBothThemes(page, 'the dialog that changes a comment');
  await dialog.getByRole('button', { name: 'Change' }).click();
  await dialog.getByRole('button', { name: 'Change as Ada Example' }).click();
  await expect(row.getByText('We changed our mind: measure first.')).toBeVisible();
  await expect(row.getByText('Earlier versions (1)')).toBeVisible();
  expect(await onYouTube()).toContain('We changed our mind: measure first.');
  expect(await onYouTube()).not.toContain(item.comment.content);
});
