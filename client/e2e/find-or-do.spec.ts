import { expect, test } from './app.ts';
import { expectNoFindingsInAnyLook } from './axe.ts';
import { seedQueue } from './seed.ts';
import { startSession } from './steps.ts';

test('Ctrl K acts on the open comment, finds others, and is accessible (rules 2.5, 12.5)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  const [first, second] = await seedQueue(page, app.origin, 2);
  if (!first || !second) throw new Error('Nothing was seeded.');
  await page.goto(`${app.origin}/queue`);
  const open = page.getByRole('article');
  await expect(open).toBeVisible();
  const title = (await open.getByRole('heading').first().textContent()) ?? '';
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Find or do' });
  await expect(palette.getByText(`This comment: ${title}`)).toBeVisible();
  await page.keyboard.type('app');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-toaster]').getByText('Comment Approved')).toBeVisible();
  await expect(page.getByRole('article', { name: title })).toBeHidden();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('kub');
  await expect(palette.getByRole('group', { name: 'Comments' }).getByRole('option').first()).toBeVisible();
  await expectNoFindingsInAnyLook(page, 'find or do');
  await palette.getByRole('option', { name: 'Search videos for “kub”' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('kub');
  await expect(page.getByRole('searchbox')).toBeFocused();
});
