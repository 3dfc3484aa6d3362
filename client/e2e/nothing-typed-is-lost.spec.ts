import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { seedQueue } from './seed.ts';
import { expectToast, openSignedIn, signIn } from './steps.ts';

const editor = (page: Page) => page.getByRole('article').getByRole('textbox').first();

async function openQueue(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/queue`);
  await expect(editor(page)).toBeVisible();
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

test('two tabs: the second one to save is shown both texts and chooses', async ({ page, app, context }) => {
  await openSignedIn(page, app.origin);
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

test('a session that ends in the middle: the text is there after the next sign-in', async ({ page, app }) => {
  await openSignedIn(page, app.origin);
  await seedQueue(page, app.origin, 1);
  await openQueue(page, app.origin);
  await editor(page).fill('Half a thought, not saved yet.');
  await page.request.post(`${app.origin}/api/auth/logout`);
  await save(page);
  await expect(page.getByRole('heading', { name: 'YouTube Authentication Required' })).toBeVisible();
  await signIn(page);
  await expect(editor(page)).toHaveValue('Half a thought, not saved yet.');
  await save(page);
  await expectToast(page, 'Comment Saved');
});

test('the network cut: saving fails in words, the text stays, and it saves once the network is back', async ({
  page,
  app,
  context,
}) => {
  await openSignedIn(page, app.origin);
  await seedQueue(page, app.origin, 1);
  await openQueue(page, app.origin);
  await context.setOffline(true);
  await editor(page).fill('Written on a train.');
  await save(page);
  await expectToast(page, 'Save Failed');
  await expect(editor(page)).toHaveValue('Written on a train.');
  await context.setOffline(false);
  await save(page);
  await expectToast(page, 'Comment Saved');
});

test('a reload keeps what was typed', async ({ page, app }) => {
  await openSignedIn(page, app.origin);
  await seedQueue(page, app.origin, 1);
  await openQueue(page, app.origin);
  await editor(page).fill('Not saved before the reload.');
  await page.reload();
  await expect(editor(page)).toHaveValue('Not saved before the reload.');
});

test('a reload during bulk generation: the server finishes what it began', async ({ page, app }) => {
  await openSignedIn(page, app.origin);
  await app.sandbox.fault({
    match: { path: '/v1/chat/completions' },
    times: 4,
    fault: { kind: 'delay', ms: 1500 },
  });
  await page.getByRole('searchbox').fill('react');
  await page.keyboard.press('Enter');
  await expect(page.getByText('videos for "react"')).toBeVisible();
  for (const index of [0, 1, 2])
    await page
      .getByRole('checkbox', { name: /^Select(?! All)/ })
      .nth(index)
      .click();
  await page.getByRole('button', { name: 'Generate 3 Comments' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Generate/ })
    .click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.reload();
  await page.goto(`${app.origin}/queue`);
  await expect(page.getByText('3 left to review')).toBeVisible();
});
