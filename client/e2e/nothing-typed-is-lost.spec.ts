import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { seedQueue } from './seed.ts';
import { expectToast, signIn, startSession } from './steps.ts';

const editor = (page: Page) => page.getByRole('article').getByRole('textbox').first();

async function openQueue(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/queue`);
  await expect(editor(page)).toBeVisible();
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

test('two tabs: the second one to save is shown both texts and chooses (rule 2.20)', async ({
  page,
  app,
  context,
}) => {
  await startSession(page, app.origin);
  await seedQueue(page, app.origin, 1);
  const other = await context.newPage();
  await openQueue(page, app.origin);
  await openQueue(other, app.origin);
  await editor(page).fill('Typed in the first tab.');
  await editor(other).fill('Typed in the second tab.');
  await save(page);
  await expectToast(page, 'Comment Saved');

  await expect(other.getByText('Typed in the first tab.')).toBeVisible();
  await expect(editor(other)).toHaveValue('Typed in the second tab.');
  await other.getByRole('button', { name: 'Keep My Text' }).click();
  await save(other);
  await expectToast(other, 'Comment Saved');
  await expect(editor(page)).toHaveValue('Typed in the second tab.');
});

test('a cut network, a reload and an ended session keep what was typed (rule 2.20)', async ({
  page,
  app,
  context,
}) => {
  await startSession(page, app.origin);
  await seedQueue(page, app.origin, 1);
  await openQueue(page, app.origin);
  await context.setOffline(true);
  await expect(page.getByText('You are offline')).toBeVisible();
  await editor(page).fill('Written on a train.');
  await save(page);
  await expectToast(page, 'Save Failed');
  await expect(editor(page)).toHaveValue('Written on a train.');
  await context.setOffline(false);
  await page.reload();
  await expect(editor(page)).toHaveValue('Written on a train.');

  await page.request.post(`${app.origin}/api/auth/logout`);
  await save(page);
  await expect(page.getByRole('heading', { name: 'YouTube Authentication Required' })).toBeVisible();
  await signIn(page);
  await expect(editor(page)).toHaveValue('Written on a train.');
  await save(page);
  await expectToast(page, 'Comment Saved');
});
