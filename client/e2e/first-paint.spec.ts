import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectNothingJumped } from './jumps.ts';
import { approve, seedQueue } from './seed.ts';
import { settled, startSession } from './steps.ts';

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

/** What Chromium's developer tools call Slow 3G. */
const slow3G = {
  offline: false,
  latency: 400,
  downloadThroughput: (400 / 8) * 1024,
  uploadThroughput: (400 / 8) * 1024,
};

test('nothing moves on a slow network, neither with fonts nor with data (rule 2.5)', async ({
  page,
  context,
  app,
}) => {
  await startSession(page, app.origin);
  const items = await seedQueue(page, app.origin, 6);
  for (const { comment } of items.slice(0, 2)) await approve(page, app.origin, comment.id);
  const visit = async (shown: Page, size: { width: number; height: number }) => {
    await shown.setViewportSize(size);
    const network = await shown.context().newCDPSession(shown);
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', slow3G);
    for (const path of ['/', '/queue', '/scheduled', '/history', '/analytics', '/settings', '/nowhere']) {
      await shown.goto(`${app.origin}${path}`);
      await settled(shown);
      await shown.evaluate(() => document.fonts.ready);
      await expectNothingJumped(shown, `${path} at ${size.width} on Slow 3G`);
    }
  };
  // Beside one another, as both mostly wait.
  await Promise.all([
    visit(page, { width: 390, height: 844 }),
    visit(await context.newPage(), { width: 1440, height: 900 }),
  ]);
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
