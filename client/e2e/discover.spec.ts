import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectNoFindingsInBothThemes } from './axe.ts';
import { expectToast, openSignedIn, refuseOnce, search } from './steps.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const rows = (page: Page) => page.getByRole('region', { name: 'Results' }).getByRole('listitem');
const free = (page: Page) =>
  rows(page).filter({ has: page.getByRole('button', { name: 'Generate Comment', disabled: false }) });

test.describe('searching', () => {
  test.use({ hasTouch: true });

  test('filters, intelligent mode, selection, cached results and none at all (rules 2.6, 2.7, 2.8)', async ({
    page,
    app,
  }) => {
    await openSignedIn(page, app.origin);
    const model = { method: 'POST', path: '/v1/chat/completions' };
    await app.sandbox.fault({ match: model, fault: { kind: 'model', behaviour: 'refusal' } });
    await page.getByLabel('Upload Date').selectOption({ label: 'Last year' });
    await page.getByLabel('View Count').selectOption({ label: '10K - 100K views' });
    await page.getByLabel('Relevance').selectOption({ label: 'Most viewed' });
    await page.getByRole('switch', { name: /Intelligent Discovery Mode/ }).click();
    await page.getByRole('searchbox').fill('kubernetes');
    await page.getByRole('button', { name: 'Search Videos' }).click();
    await expect(page.getByText(/Found \d+ videos? for "kubernetes" \(AI Enhanced\)/)).toBeVisible();
    await expect(page.getByText(/Showing 1-\d+ of \d+ results/)).toBeVisible();
    await expect(page.getByText(/The AI scored \d+ of \d+ videos\. The other scores/)).toBeVisible();
    await expectNoFindingsInBothThemes(page, 'results with some scores from plain rules');
    await page.getByRole('button', { name: 'Ask the AI again' }).click();
    await expect(page.getByText(/The other scores come from plain rules/)).toBeHidden();

    await page.getByRole('button', { name: 'Reset filters' }).click();
    await page.getByRole('switch', { name: /Intelligent Discovery Mode/ }).click();
    await search(page, 'kubernetes');
    await page.getByRole('checkbox', { name: 'Select All' }).click();
    await expect(page.getByRole('button', { name: /^Generate \d+ Comments$/ })).toBeVisible();
    await page.getByRole('button', { name: /^Clear \(\d+\)$/ }).click();
    await expect(page.getByRole('button', { name: /^Generate \d+ Comments$/ })).toBeHidden();

    await search(page, 'python');
    await page.getByRole('searchbox').fill('kubernetes');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/for "kubernetes".* \(cached results\)/)).toBeVisible();
    await page.getByRole('button', { name: 'Clear Results' }).click();
    await expect(page.getByText('Search for Videos', { exact: true })).toBeVisible();
    await page.getByRole('searchbox').fill('zzqqxxyy');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No Videos Found')).toBeVisible();
  });

  test('rows that are being replaced can neither be chosen nor used (rule 4.9)', async ({ page, app }) => {
    await openSignedIn(page, app.origin);
    await search(page, 'kubernetes');
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/videos/search?*', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.getByRole('searchbox').fill('docker');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Searching for videos...')).toBeVisible();
    const region = page.locator('section[aria-label="Results"]');
    for (const control of ['input[aria-label^="Select"]', 'li button:not(:disabled)']) {
      const box = await region.locator(control).first().boundingBox();
      const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
      await page.mouse.click(x, y);
      await page.touchscreen.tap(x, y);
    }
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      expect(await region.evaluate((element) => element.contains(document.activeElement))).toBe(false);
    }
    await expect(region.getByRole('checkbox', { checked: true })).toHaveCount(0);
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByText(/^\d+ selected$/)).toBeHidden();

    gate.resolve();
    await expect(page.getByText(/^Found \d+ videos? for "docker"/)).toBeVisible();
    await rows(page).first().getByRole('checkbox').click();
    await expect(page.getByText('1 selected')).toBeVisible();
  });
});

test('a draft is made, saved and queued, and no toast lies over the next button (rules 2.9, 2.11)', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openSignedIn(page, app.origin);
  await search(page, 'kubernetes');
  const title = (await free(page).first().getByRole('heading').textContent()) ?? '';
  const row = rows(page).filter({ hasText: title });
  await row.getByRole('heading').getByRole('button').click();
  await expect(dialog(page).getByRole('heading', { name: title })).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'detail dialog without a comment');
  await dialog(page).getByRole('button', { name: 'Generate Comment' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Generate Again' })).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'generate dialog');

  const text = dialog(page).getByRole('textbox', { name: 'Generated comment' });
  await text.fill('A sentence of my own about readiness probes.');
  await expect(dialog(page).getByText('44/2000')).toBeVisible();
  await refuseOnce(page, 'PATCH', '/comments/*', { status: 503, detail: 'Away for a moment.' });
  await dialog(page).getByRole('button', { name: 'Save Edits' }).click();
  await expectToast(page, 'Save Failed', /Away for a moment\./);
  await expect(text).toHaveValue('A sentence of my own about readiness probes.');
  await dialog(page).getByRole('button', { name: 'Save Edits' }).click({ timeout: 5_000 });
  await expectToast(page, 'Comment Saved', 'Your edits have been saved successfully.');
  await page.keyboard.press('Escape');

  await row.getByRole('button', { name: 'View Comment' }).click();
  await dialog(page).getByRole('textbox').fill('Changed in the detail dialog.');
  await dialog(page).getByRole('button', { name: 'Save Edits' }).click();
  await expectToast(page, 'Comment Saved');
  await expectNoFindingsInBothThemes(page, 'detail dialog with a comment');
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Add to Queue' }).click();
  await expectToast(page, 'Added to Queue', 'Comment has been added to your review queue.');
  // The bar of what is selected is free of the toast, too.
  await page.setViewportSize({ width: 900, height: 720 });
  await free(page).first().getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Generate 1 Comment' }).click({ timeout: 5_000 });
  await expect(page.locator('[data-toaster]').getByText('Added to Queue')).toBeVisible();
});

test('bulk generation shows progress and results, and the server finishes what a reload leaves (rules 2.12, 8.5)', async ({
  page,
  app,
}) => {
  const model = { path: '/v1/chat/completions' };
  const delay = { kind: 'delay', ms: 800 };
  const generate = async () => {
    for (const index of [0, 1, 2]) await free(page).nth(index).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Generate 3 Comments' }).click();
    await dialog(page).getByRole('button', { name: 'Generate 3 Comments' }).click();
    await expect(dialog(page).getByRole('progressbar')).toBeVisible();
  };
  await openSignedIn(page, app.origin);
  await search(page, 'kubernetes');
  // A draft that fails is written once more, so the fault must meet both.
  await app.sandbox.fault({
    match: model,
    times: 1,
    fault: { kind: 'status', status: 400, reason: 'invalid_request_error' },
  });
  await app.sandbox.fault({ match: model, times: 3, fault: delay });
  await generate();
  await expectNoFindingsInBothThemes(page, 'bulk progress');
  await expectToast(page, 'Bulk Generation Complete', 'Generated 2 comments, 1 failed, 2 added to queue');
  await expect(dialog(page).getByText('Failed', { exact: true })).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'bulk results');
  await dialog(page).getByRole('button', { name: 'Go to Review Queue (2)' }).click();
  await expect(page).toHaveURL(`${app.origin}/queue`);
  await expect(page.getByText('2 left to review')).toBeVisible();

  await page.goto(app.origin);
  await search(page, 'react');
  await app.sandbox.fault({ match: model, times: 4, fault: delay });
  await generate();
  await page.reload();
  await page.goto(`${app.origin}/queue`);
  await expect(page.getByText('5 left to review')).toBeVisible();
});
