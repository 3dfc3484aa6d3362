import { expect, test } from './app.ts';
import { expectNoFindings } from './axe.ts';
import { openSignedIn } from './steps.ts';

/** The loading and the error state of every screen; signed-out, empty and full are in accessibility.spec. */
const screens = [
  ['/queue', '**/api/queue'],
  ['/scheduled', '**/api/queue'],
  ['/history', '**/api/comments'],
  ['/analytics', '**/api/analytics?*'],
  ['/settings', '**/api/voice-profiles'],
] as const;

test('while it loads a screen is a skeleton of itself; where that fails it says what happened', async ({
  page,
  app,
}) => {
  test.setTimeout(90_000);
  await openSignedIn(page, app.origin);
  for (const [path, call] of screens) {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(call, async (route) => {
      await held;
      await route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          status: 503,
          title: 'Service Unavailable',
          detail: 'The database cannot be reached. Try again in a moment.',
          code: 'database_unavailable',
        }),
      });
    });
    await page.goto(`${app.origin}${path}`);
    await expect(page.locator('main .animate-breathe').first()).toBeVisible();
    await expectNoFindings(page, `${path}, loading`);
    answer();
    await expect(page.getByText('The database cannot be reached', { exact: false }).first()).toBeVisible();
    await expectNoFindings(page, `${path}, error`);
    await page.unroute(call);
    await page
      .getByRole('main')
      .getByRole('button', { name: /try again/i })
      .first()
      .click();
    await expect(page.getByText('The database cannot be reached', { exact: false })).toHaveCount(0);
  }
});
