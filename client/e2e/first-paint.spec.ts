import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { startSession } from './steps.ts';

const WIDTHS = [360, 800, 1440];

const linksOf = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');

async function placesOf(page: Page) {
  const brand = page.getByRole('banner').getByText('Chime In').first();
  const links = await linksOf(page).all();
  const boxes = (parts: Locator[]) => Promise.all(parts.map((part) => part.boundingBox()));
  return { frame: await boxes([brand, page.getByRole('banner')]), links: await boxes(links) };
}

const styled = (page: Page) =>
  page.waitForFunction(() => document.body && getComputedStyle(document.body).margin === '0px');

test('the frame is in place before any script runs, and stays there', async ({ page, app }) => {
  await startSession(page, app.origin);
  let scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  for (const width of WIDTHS) {
    scripts = Promise.withResolvers();
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${app.origin}/discover`, { waitUntil: 'commit' });
    await expect(linksOf(page)).toHaveCount(6);
    await styled(page);
    const before = await placesOf(page);
    scripts.resolve();
    await expect(page.getByRole('searchbox')).toBeVisible();
    expect(await placesOf(page), `at ${width}`).toEqual(before);
  }
});

test('a partly loaded frame is where the whole one will be', async ({ page, app }) => {
  const html = await (await page.request.get(`${app.origin}/discover`)).text();
  // Cut before the first link, and after the icon of each.
  const cuts = [...html.matchAll(/<nav [^>]*>|(?<=<a title.*)<\/svg>/g)].map(
    ({ index, 0: tag }) => index + tag.length,
  );
  expect(cuts).toHaveLength(7);
  await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  let end = html.length;
  await page.route('**/discover', (route) =>
    route.fulfill({ contentType: 'text/html', body: html.slice(0, end) }),
  );
  const placesUpTo = async (cut: number) => {
    end = cut;
    await page.goto(`${app.origin}/discover`);
    await styled(page);
    return placesOf(page);
  };
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const whole = await placesUpTo(html.length);
    for (const cut of cuts) {
      const part = await placesUpTo(cut);
      const links = whole.links.slice(0, part.links.length);
      expect(part, `at ${width}, cut after ${cut} characters`).toEqual({ ...whole, links });
    }
  }
});
