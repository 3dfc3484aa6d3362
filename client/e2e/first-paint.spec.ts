import { expect, test } from './app.ts';
import { openSignedIn } from './steps.ts';

test('the frame stands before any script has run, and nothing of it moves', async ({ page, app }) => {
  await openSignedIn(page, app.origin);
  let scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  const brand = page.getByRole('banner').getByText('Chime In').first();
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  const boxes = async () => [
    await brand.boundingBox(),
    await page.getByRole('banner').boundingBox(),
    ...(await Promise.all((await links.all()).map((link) => link.boundingBox()))),
  ];
  for (const width of [360, 800, 1440]) {
    scripts = Promise.withResolvers();
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${app.origin}/discover`, { waitUntil: 'commit' });
    await expect(links).toHaveCount(6);
    await page.waitForFunction(() => getComputedStyle(document.body).margin === '0px');
    const before = await boxes();
    scripts.resolve();
    await expect(page.getByRole('searchbox')).toBeVisible();
    expect(await boxes(), `at ${width}`).toEqual(before);
  }
});
