import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import {
  expectNoFindingsInAnyLook,
  expectNoFindingsInBothThemes,
  expectNothingJumped,
} from './looks.ts';
import { approve, post, schedule, seedQueue, seedReplies, seedVoice } from './seed.ts';
import { search, settled, startSession } from './steps.ts';

const screens = ['/', '/queue', '/scheduled', '/history', '/analytics', '/settings'];
const sizes = [
  { width: 360, height: 800 },
  { width: 1440, height: 900 },
];

/** Checks each page for layout shifts while it loads, then for accessibility. */
async function walk(
  page: Page,
  origin: string,
  state: string,
  paths: readonly string[],
): Promise<void> {
  // The delays show whether skeletons have the right size. On a phone, the last request
  // is answered first.
  let asked = 0;
  let isPhone = false;
  await page.route(/\/api\/(?!auth|events)/, async (route) => {
    const order = asked++;
    const delay = isPhone ? Math.max(500 - order * 50, 50) : 100;
    await new Promise((resolve) => setTimeout(resolve, delay));
    await route.continue();
  });
  for (const path of paths) {
    for (const size of sizes) {
      await page.setViewportSize(size);
      asked = 0;
      isPhone = size.width < 640;
      await page.goto(`${origin}${path}`);
      await settled(page);
      await expectNothingJumped(page, `${path}, ${state}, ${size.width} px`);
    }
    await expectNoFindingsInAnyLook(page, `${path}, ${state}`);
  }
}

test('every signed-out screen is accessible and loads without a layout shift (rules 2.5, 12.5)', async ({
  page,
  app,
}) => {
  // Signed out, every screen is the same page.
  await walk(page, app.origin, 'signed out', ['/', '/nowhere', '/privacy']);
  await page.goto(app.origin);
  await page
    .getByRole('link', { name: 'What Chime In stores, and how to delete it' })
    .click();
  await expect(
    page.getByRole('heading', { name: 'What Chime In stores', level: 1 }),
  ).toBeVisible();
});

test('every empty screen is accessible and loads without a layout shift (rules 2.5, 12.5)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  await walk(page, app.origin, 'empty', [...screens, '/discover?setup=open']);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('switch', { name: 'Posting' })).toBeVisible();
  await expectNoFindingsInBothThemes(page, "the account's menu");
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Account' })).toBeFocused();
});

test('every full screen is accessible and loads without a layout shift (rules 2.5, 12.5)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  const items = await seedQueue(page, app.origin, 8);
  for (const { comment } of items.slice(0, 4))
    await approve(page, app.origin, comment.id);
  const [posted, failed, ...scheduled] = items.slice(0, 4);
  if (!posted || !failed) throw new Error('Nothing was seeded.');
  await post(page, app.origin, posted.comment.id);
  await app.sandbox.fault({
    match: { method: 'POST', path: '/youtube/v3/commentThreads' },
    fault: { kind: 'status', reason: 'commentsDisabled' },
  });
  await expect(post(page, app.origin, failed.comment.id)).rejects.toThrow(/409/);
  for (const [index, item] of scheduled.entries())
    await schedule(
      page,
      app.origin,
      item.id,
      new Date(Date.now() + (index + 1) * 5 * 3_600_000),
    );
  await page.request.post(`${app.origin}/api/voice-profiles`, {
    data: { name: 'Platform engineer' },
  });
  await seedVoice(page, app.origin, items.slice(4, 6));
  await seedReplies(page, app, 1);
  await walk(page, app.origin, 'full', [
    ...screens,
    '/scheduled?view=week',
    '/history?tab=replies',
  ]);

  await page.goto(`${app.origin}/settings`);
  await page.emulateMedia({ forcedColors: 'active' });
  const behind = (selected: boolean) =>
    page
      .getByRole('tab', { selected })
      .first()
      .evaluate((tab) => getComputedStyle(tab).backgroundColor);
  expect(await behind(true), 'the selected tab in forced colours').not.toBe(
    await behind(false),
  );
  await page.emulateMedia({ forcedColors: 'none' });
  await page.getByRole('button', { name: 'Reword' }).first().click();
  await expectNoFindingsInBothThemes(page, 'rewording a rule');
  await page.getByRole('button', { name: 'Paste Comments' }).click();
  await expectNoFindingsInBothThemes(page, 'pasting comments');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show Them' }).click();
  await expect(page.getByRole('dialog', { name: 'Your own words' })).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'the own comments');
});

test.describe('loading', () => {
  const screens = [
    { path: '/', call: '**/api/auth/user', loading: 'Loading the search' },
    {
      path: '/discover',
      call: '**/api/videos/search?*',
      loading: 'Searching for videos...',
      query: 'docker',
    },
    { path: '/queue', call: '**/api/queue/index', loading: 'Loading the queue' },
    { path: '/scheduled', call: '**/api/queue/index', loading: 'Loading the schedule' },
    { path: '/history', call: '**/api/comments?*', loading: 'Loading the history' },
    { path: '/analytics', call: '**/api/analytics?*', loading: 'Loading the figures' },
    {
      path: '/settings',
      call: '**/api/voice-profiles',
      loading: 'Loading profiles and settings',
    },
  ];
  const DETAIL = 'Too much was asked at once. Try again in a moment.';

  test('every screen is accessible while it loads and after loading failed (rules 2.5, 12.5)', async ({
    page,
    app,
  }) => {
    await startSession(page, app.origin);
    for (const { path, call, loading, query } of screens) {
      const gate = Promise.withResolvers<void>();
      await page.route(call, async (route) => {
        await gate.promise;
        await route.fulfill({
          status: 429,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            status: 429,
            title: 'Too Many Requests',
            detail: DETAIL,
            code: 'too_many',
          }),
        });
      });
      await page.goto(`${app.origin}${path}`);
      if (query) {
        await page.getByRole('searchbox').fill(query);
        await page.keyboard.press('Enter');
      }
      const main = page.getByRole('main');
      // The label is inside the skeleton or right above it. The stats strip has its own
      // skeletons.
      const skeleton = main.getByText(loading).locator('..').locator('.animate-breathe');
      await expect(skeleton.filter({ visible: true }).first()).toBeVisible();
      await page.setViewportSize({ width: 360, height: 900 });
      await expectNoFindingsInBothThemes(page, `${path}, loading`);
      gate.resolve();
      const alert = main.getByRole('alert').filter({ hasText: DETAIL });
      await expect(alert.first()).toBeVisible();
      await page.setViewportSize({ width: 1440, height: 900 });
      await expectNoFindingsInBothThemes(page, `${path}, error`);
      await page.unroute(call);
      await alert.first().getByRole('button', { name: 'Try Again' }).click();
      await expect(page.getByText(DETAIL)).toHaveCount(0);
    }
    await page.goto(app.origin);
    await search(page, 'docker');
  });
});

test('Ctrl K finds comments, searches for videos, and is accessible (rules 2.5, 12.5)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  await seedQueue(page, app.origin, 2);
  await page.goto(`${app.origin}/queue`);
  await expect(page.getByRole('article')).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Search or jump to' });
  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill('kub');
  await expect(
    palette.getByRole('group', { name: 'Comments' }).getByRole('option').first(),
  ).toBeVisible();
  await expectNoFindingsInAnyLook(page, 'find or do');
  await palette.getByRole('option', { name: 'Search videos for “kub”' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('kub');
  await expect(page.getByRole('searchbox')).toBeFocused();
});
