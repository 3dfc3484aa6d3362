import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectNoFindingsInBothThemes } from './looks.ts';
import { expectToast, openSignedIn, refuseOnce, search, startSession } from './steps.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const rows = (page: Page) =>
  page.getByRole('region', { name: 'Results' }).getByRole('listitem');
const free = (page: Page) =>
  rows(page).filter({
    has: page.getByRole('button', { name: 'Generate Comment', disabled: false }),
  });

test.describe('Discover', () => {
  test.use({ hasTouch: true });

  test('an intelligent search with filters says which scores are without AI, and asks again (rules 2.6, 2.7)', async ({
    page,
    app,
  }) => {
    await openSignedIn(page, app.origin);
    const model = { method: 'POST', path: '/v1/chat/completions' };
    await app.sandbox.fault({
      match: model,
      fault: { kind: 'model', behaviour: 'refusal' },
    });
    await page.getByLabel('Upload Date').selectOption({ label: 'Last year' });
    await page.getByLabel('View Count').selectOption({ label: '10K - 100K views' });
    await page.getByLabel('Relevance').selectOption({ label: 'Most viewed' });
    await page.getByRole('switch', { name: /Intelligent Discovery Mode/ }).click();
    await page.getByRole('searchbox').fill('kubernetes');
    await page.getByRole('button', { name: 'Search Videos' }).click();
    await expect(
      page.getByText(/Found \d+ videos? for "kubernetes" \(AI Enhanced\)/),
    ).toBeVisible();
    await expect(page.getByText(/Showing 1-\d+ of \d+ results/)).toBeVisible();
    await expect(
      page.getByText(/The AI scored \d+ of \d+ videos\. The other scores/),
    ).toBeVisible();
    await expectNoFindingsInBothThemes(page, 'results with some scores without AI');
    await page.getByRole('button', { name: 'Ask the AI again' }).click();
    await expect(
      page.getByText(/The other scores are estimated without AI/),
    ).toBeHidden();
  });

  test('opening the page and drafting for a fresh video takes two keys or two taps (rule 14.10)', async ({
    page,
    app: { origin },
    browserName,
  }) => {
    const isTouched = browserName === 'chromium';
    const draft = dialog(page).getByRole('textbox', { name: 'Generated comment' });
    const fresh = page.getByRole('region', { name: 'Fresh' });
    await openSignedIn(page, origin, '/discover?view=fresh');
    const listed = await (
      await page.request.get(`${origin}/api/channels/subscriptions`)
    ).text();
    const data = { channelIds: listed.match(/UC[\w-]{22}/g) };
    await page.request.post(`${origin}/api/channels/import`, { data });
    await page.getByRole('button', { name: / new$/ }).click();
    await expect(fresh.getByRole('listitem').nth(1)).toBeVisible();
    if (isTouched) await expectNoFindingsInBothThemes(page, 'Fresh');
    for (const key of ['j', 'Enter']) await page.keyboard.press(key);
    await expect(draft).toHaveValue(/\S/);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(origin);
    const press = (target: Locator) => (isTouched ? target.tap() : target.click());
    await press(page.getByRole('link', { name: /^Fresh/ }));
    await press(
      fresh.getByRole('button', { name: 'Generate Comment', disabled: false }).first(),
    );
    await expect(draft).toHaveValue(/\S/);
  });
});

test('a draft is generated, saved and queued, and no toast covers the next button (rules 2.9, 2.11)', async ({
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
  await expect(
    dialog(page).getByRole('button', { name: 'Generate Again' }),
  ).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'generate dialog');

  const text = dialog(page).getByRole('textbox', { name: 'Generated comment' });
  await text.fill('A sentence of my own about readiness probes.');
  await refuseOnce(page, 'PATCH', '/comments/*', {
    status: 503,
    detail: 'Away for a moment.',
  });
  await dialog(page).getByRole('button', { name: 'Save Edits' }).click();
  await expectToast(page, 'Save Failed', /Away for a moment\./);
  await expect(text).toHaveValue('A sentence of my own about readiness probes.');
  await dialog(page)
    .getByRole('button', { name: 'Save Edits' })
    .click({ timeout: 5_000 });
  await expectToast(page, 'Comment Saved', 'Your edits have been saved successfully.');
  await page.keyboard.press('Escape');

  await row.getByRole('button', { name: 'View Comment' }).click();
  await expect(dialog(page).getByRole('textbox')).toHaveValue(
    'A sentence of my own about readiness probes.',
  );
  await expectNoFindingsInBothThemes(page, 'detail dialog with a comment');
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Add to Queue' }).click();
  await expectToast(
    page,
    'Added to Queue',
    'Comment has been added to your review queue.',
  );
  // The toast must not cover the bar for the selected videos either.
  await page.setViewportSize({ width: 900, height: 720 });
  await free(page).first().getByRole('checkbox').click();
  await page
    .getByRole('button', { name: 'Generate 1 Comment' })
    .click({ timeout: 5_000 });
  await expect(page.locator('[data-toaster]').getByText('Added to Queue')).toBeVisible();
});

test('the results of bulk drafting name what failed, and are accessible (rule 2.12)', async ({
  page,
  app,
}) => {
  await openSignedIn(page, app.origin);
  await search(page, 'kubernetes');
  // This error is not retried, so the fault has to hit only one request.
  const fault = { kind: 'status', status: 400, reason: 'invalid_request_error' };
  await app.sandbox.fault({ match: { path: '/v1/chat/completions' }, times: 1, fault });
  for (const index of [0, 1]) await free(page).nth(index).getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Generate 2 Comments' }).click();
  await dialog(page).getByRole('button', { name: 'Generate 2 Comments' }).click();
  await expectToast(
    page,
    'Bulk Generation Complete',
    'Generated 1 comment, 1 failed, 1 added to queue',
  );
  await expectNoFindingsInBothThemes(page, 'bulk results');
});

interface Manifest {
  icons: { src: string; sizes: string; type: string }[];
  share_target: { action: string; method: string; params: Record<string, string> };
}

test('the app can be installed, and a video shared with it is filled into the search field', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  await page.goto(app.origin);
  const browser = await page.context().newCDPSession(page);
  const { errors } = await browser.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await page.request.get(`${app.origin}${href}`);
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const { icons, share_target: share } = (await answer.json()) as Manifest;
  for (const { src, sizes, type } of icons.filter((icon) => icon.sizes !== 'any')) {
    const drawn = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(drawn).toBe(sizes);
    expect(
      (await page.request.get(`${app.origin}${src}`)).headers()['content-type'],
    ).toBe(type);
  }

  const searches: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/videos\/search$/.test(new URL(request.url()).pathname))
      searches.push(request.url());
  });
  const video = 'https://youtu.be/dQw4w9WgXcQ?si=shared';
  // The YouTube app shares the video's address as part of the text.
  const { title = '', text = '' } = share.params;
  const shared = new URLSearchParams({ [title]: 'A video', [text]: video });
  expect(share.method).toBe('GET');
  await page.goto(`${app.origin}${share.action}?${shared}`);
  await expect(page.getByRole('searchbox')).toHaveValue(video);
  await expect(page.getByRole('button', { name: 'Search Videos' })).toBeEnabled();
  expect(searches).toEqual([]);
});
