import { expect, test } from './app.ts';
import { openSignedIn } from './steps.ts';

test('markup in titles and comments is shown as text', async ({ page, app }) => {
  page.on('dialog', () => {
    throw new Error('Something of YouTube’s was run.');
  });
  await openSignedIn(page, app.origin);
  await page.getByRole('searchbox').fill('XSS in a video title');
  await page.keyboard.press('Enter');
  const title = '<script>alert("XSS")</script> in a video title: a live test';
  await expect(page.getByText(title).first()).toBeVisible();
  await page.getByRole('button', { name: 'Generate Comment' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Generate Comment' }).click();
  await expect(dialog.getByRole('button', { name: 'Generate Again' })).toBeVisible();
  const markup = '<img src=x onerror=alert(1)> & <b>bold</b>';
  await dialog.getByRole('textbox').fill(markup);
  await dialog.getByRole('button', { name: 'Add to Queue' }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`${app.origin}/queue`);
  await expect(page.getByRole('article').getByRole('textbox').first()).toHaveValue(markup);
  await page.goto(`${app.origin}/history`);
  await expect(page.getByText(markup).first()).toBeVisible();
  expect(await page.locator('main b, main script, main img[src="x"]').count()).toBe(0);
});
