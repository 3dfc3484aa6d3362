import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectNoFindingsInBothThemes } from './axe.ts';
import { expectToast, openSignedIn, refuseOnce, search } from './steps.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const rows = (page: Page) => page.getByRole('region', { name: 'Results' }).getByRole('listitem');
const free = (page: Page) =>
  rows(page).filter({ has: page.getByRole('button', { name: 'Generate Comment', disabled: false }) });

test('searching: filters, intelligent mode, selection, cached results and none at all', async ({
  page,
  app,
}) => {
  await openSignedIn(page, app.origin);
  await expect(page.getByText('Search for Videos', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear Results' })).toBeHidden();
  await page.getByLabel('Upload Date').selectOption({ label: 'Last year' });
  await page.getByLabel('View Count').selectOption({ label: '10K - 100K views' });
  await page.getByLabel('Relevance').selectOption({ label: 'Most viewed' });
  await page.getByRole('switch', { name: /Intelligent Discovery Mode/ }).click();
  await page.getByRole('searchbox').fill('kubernetes');
  await page.getByRole('button', { name: 'Search Videos' }).click();
  await expect(page.getByText(/Found \d+ videos? for "kubernetes" \(AI Enhanced\)/)).toBeVisible();
  await expect(page.getByText(/Showing 1-\d+ of \d+ results/)).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'intelligent results');

  await page.getByRole('button', { name: 'Reset filters' }).click();
  await page.getByRole('switch', { name: /Intelligent Discovery Mode/ }).click();
  await search(page, 'kubernetes');
  await page.getByRole('checkbox', { name: 'Select All' }).click();
  await expect(page.getByRole('button', { name: /^Generate \d+ Comments$/ })).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'everything selected');
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
  await expect(page.getByText('Try adjusting your search query or filters')).toBeVisible();
});

test.describe('with mouse, finger and keys', () => {
  test.use({ hasTouch: true });

  test('rows that are being replaced can neither be chosen nor used', async ({ page, app }) => {
    await openSignedIn(page, app.origin);
    await search(page, 'kubernetes');
    const isHeld = Promise.withResolvers<void>();
    await page.route('**/api/videos/search?*', async (route) => {
      await isHeld.promise;
      await route.continue();
    });
    await page.getByRole('searchbox').fill('docker');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Searching for videos...')).toBeVisible();
    const region = page.locator('section[aria-label="Results"]');
    for (const control of ['[role=checkbox][aria-label^="Select"]', 'li button:not(:disabled)']) {
      const box = await region.locator(control).first().boundingBox();
      const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
      await page.mouse.click(x, y);
      await page.touchscreen.tap(x, y);
    }
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      expect(await region.evaluate((element) => element.contains(document.activeElement))).toBe(false);
    }
    await expect(region.locator('[role=checkbox][aria-checked=true]')).toHaveCount(0);
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByText(/^\d+ selected$/)).toBeHidden();

    isHeld.resolve();
    await expect(page.getByText(/^Found \d+ videos? for "docker"/)).toBeVisible();
    await rows(page).first().getByRole('checkbox').click();
    await expect(page.getByText('1 selected')).toBeVisible();
  });
});

test('what the AI left out of a search is asked for again by a button', async ({ page, app }) => {
  await openSignedIn(page, app.origin);
  const model = { method: 'POST', path: '/v1/chat/completions' };
  await app.sandbox.fault({ match: model, fault: { kind: 'model', behaviour: 'refusal' } });
  await page.getByRole('switch', { name: /Intelligent Discovery Mode/ }).click();
  await search(page, 'kubernetes');
  await expect(page.getByText(/The AI scored \d+ of \d+ videos\. The other scores/)).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'results with some scores from plain rules');
  // A reload shows the same and asks nobody.
  await page.reload();
  await page.getByRole('button', { name: 'Ask the AI again' }).click();
  await expect(page.getByRole('button', { name: 'Ask the AI again' })).toBeHidden();
  await expect(page.getByText(/The other scores come from plain rules/)).toBeHidden();
});

test('the generate dialog: drafting, saving, queueing, and what is said where that fails', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openSignedIn(page, app.origin);
  await search(page, 'kubernetes');
  await free(page).first().getByRole('button', { name: 'Generate Comment' }).click();
  await refuseOnce(page, 'POST', '/comments/generate', { status: 502, detail: 'The model is away.' });
  await dialog(page).getByRole('button', { name: 'Generate Comment' }).click();
  await expectToast(page, 'Error', /The model is away\./);
  await dialog(page).getByRole('radio', { name: 'Thought-Provoking' }).click();
  await dialog(page).getByRole('button', { name: 'Generate Comment' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Generate Again' })).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'generate dialog');

  const text = dialog(page).getByRole('textbox');
  await text.fill('A sentence of my own about readiness probes.');
  await expect(dialog(page).getByText('44/2000')).toBeVisible();
  await refuseOnce(page, 'PATCH', '/comments/*', { status: 503, detail: 'Away for a moment.' });
  await dialog(page).getByRole('button', { name: 'Save Edits' }).click();
  await expectToast(page, 'Save Failed', /Away for a moment\./);
  await expect(text).toHaveValue('A sentence of my own about readiness probes.');
  // The toast is still there, and not over the button.
  await dialog(page).getByRole('button', { name: 'Save Edits' }).click({ timeout: 5_000 });
  await expectToast(page, 'Comment Saved', 'Your edits have been saved successfully.');

  await refuseOnce(page, 'POST', '/queue', { status: 503, detail: 'The queue is away.' });
  await dialog(page).getByRole('button', { name: 'Add to Queue' }).click();
  await expectToast(page, 'Error', /The queue is away\./);
  await dialog(page).getByRole('button', { name: 'Add to Queue' }).click({ timeout: 5_000 });
  await expectToast(page, 'Added to Queue', 'Comment has been added to your review queue.');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText('In Queue', { exact: true }).last()).toBeVisible();
  // The bar of what is selected is free of the toast, too.
  await page.setViewportSize({ width: 900, height: 720 });
  await free(page).first().getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Generate 1 Comment' }).click({ timeout: 5_000 });
  await expect(page.locator('[data-toaster]').getByText('Added to Queue')).toBeVisible();
});

test('a comment that was drafted elsewhere meanwhile is said to exist already', async ({ page, app }) => {
  await openSignedIn(page, app.origin);
  await search(page, 'kubernetes');
  await free(page).first().getByRole('button', { name: 'Generate Comment' }).click();
  const twin = page.waitForRequest('**/api/comments/generate');
  await page.route('**/api/comments/generate', async (route) => {
    // Somebody is a moment faster.
    await page.request.post(route.request().url(), { data: route.request().postDataJSON() });
    await route.continue();
  });
  await dialog(page).getByRole('button', { name: 'Generate Comment' }).click();
  await twin;
  await expectToast(
    page,
    'Comment Already Exists',
    'A comment has already been generated for this video. Check your History page to see it.',
  );
});

test('the detail dialog: everything known of a video, its comment, and its editor', async ({ page, app }) => {
  await openSignedIn(page, app.origin);
  await search(page, 'kubernetes');
  const title = (await free(page).first().getByRole('heading').textContent()) ?? '';
  await free(page).first().getByRole('heading').getByRole('button').click();
  await expect(dialog(page).getByRole('heading', { name: title })).toBeVisible();
  await expect(dialog(page).getByRole('link', { name: 'Watch on YouTube' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.youtube\.com\/watch\?v=/,
  );
  await expectNoFindingsInBothThemes(page, 'detail dialog without a comment');
  await dialog(page).getByRole('button', { name: 'Generate Comment' }).click();
  await dialog(page).getByRole('button', { name: 'Generate Comment' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Generate Again' })).toBeVisible();
  await page.keyboard.press('Escape');

  const row = rows(page).filter({ hasText: title });
  await row.getByRole('button', { name: 'View Comment' }).click();
  await dialog(page).getByRole('textbox').fill('Changed in the detail dialog.');
  await dialog(page).getByRole('button', { name: 'Save Edits' }).click();
  await expectToast(page, 'Comment Saved');
  await expectNoFindingsInBothThemes(page, 'detail dialog with a comment');
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Add to Queue' }).click();
  await expectToast(page, 'Added to Queue');
});

test('the bulk dialog: progress, results, what was skipped and what failed', async ({ page, app }) => {
  await openSignedIn(page, app.origin);
  await search(page, 'kubernetes');
  for (const index of [0, 1, 2]) await free(page).nth(index).getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Generate 3 Comments' }).click();
  await expect(dialog(page).getByRole('list', { name: 'Selected videos' }).getByRole('listitem')).toHaveCount(
    3,
  );
  await expectNoFindingsInBothThemes(page, 'bulk dialog');
  await refuseOnce(page, 'POST', '/comments/generate-bulk', { status: 503, detail: 'Nobody is there.' });
  await dialog(page).getByRole('button', { name: 'Generate 3 Comments' }).click();
  await expectToast(page, 'Bulk Generation Failed', /Nobody is there\./);

  // One draft fails for good; what it meets stays for its repair too.
  await app.sandbox.fault({
    match: { path: '/v1/chat/completions' },
    times: 1,
    fault: { kind: 'status', status: 400, reason: 'invalid_request_error' },
  });
  await app.sandbox.fault({
    match: { path: '/v1/chat/completions' },
    times: 3,
    fault: { kind: 'delay', ms: 800 },
  });
  await dialog(page).getByRole('button', { name: 'Generate 3 Comments' }).click();
  await expect(dialog(page).getByRole('progressbar')).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'bulk progress');
  await expectToast(page, 'Bulk Generation Complete', 'Generated 2 comments, 1 failed, 2 added to queue');
  await expect(dialog(page).getByText('Failed', { exact: true })).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'bulk results');
  await dialog(page).getByRole('button', { name: 'Go to Review Queue (2)' }).click();
  await expect(page).toHaveURL(`${app.origin}/queue`);
  await expect(page.getByText('2 left to review')).toBeVisible();
});

test('Export Queue downloads what is in the queue', async ({ page, app }) => {
  await openSignedIn(page, app.origin);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Queue' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});
