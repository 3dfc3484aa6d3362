import { expect, test } from './app.ts';
import { expectNoFindingsInBothThemes } from './axe.ts';
import { search, startSession } from './steps.ts';

const screens = [
  { path: '/', call: '**/api/auth/user', loading: 'Loading the search' },
  { path: '/discover', call: '**/api/videos/search?*', loading: 'Searching for videos...', query: 'docker' },
  { path: '/queue', call: '**/api/queue?*', loading: 'Loading the queue' },
  { path: '/scheduled?view=day', call: '**/api/queue?*', loading: 'Loading the schedule' },
  { path: '/history', call: '**/api/comments?*', loading: 'Loading the history' },
  { path: '/analytics', call: '**/api/analytics?*', loading: 'Loading the figures' },
  { path: '/settings', call: '**/api/voice-profiles', loading: 'Loading profiles and settings' },
];
const DETAIL = 'Too much was asked at once. Try again in a moment.';

test('every screen is accessible while it loads and where loading failed (rules 2.5, 12.5)', async ({
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
        body: JSON.stringify({ status: 429, title: 'Too Many Requests', detail: DETAIL, code: 'too_many' }),
      });
    });
    await page.goto(`${app.origin}${path}`);
    if (query) {
      await page.getByRole('searchbox').fill(query);
      await page.keyboard.press('Enter');
    }
    const main = page.getByRole('main');
    // The label is inside the skeleton or right above it; the stats strip has skeletons of its own.
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
