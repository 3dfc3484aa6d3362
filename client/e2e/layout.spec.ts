import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectNothingJumped } from './looks.ts';
import { approve, seedQueue } from './seed.ts';
import { generateFirst, search, settled, startSession } from './steps.ts';

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

test('a page’s content starts right below one slim header line', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  for (const [size, line] of [
    [DESKTOP, 48],
    [{ width: 1376, height: 800 }, 48],
    [{ width: 1216, height: 800 }, 48],
    [{ width: 800, height: 900 }, 84],
    [PHONE, 84],
    [{ width: 360, height: 740 }, 84],
    [{ width: 320, height: 740 }, 84],
  ] as const) {
    await page.setViewportSize(size);
    await page.goto(`${app.origin}/history`);
    await settled(page);
    const title = await page
      .getByRole('heading', { level: 1 })
      .locator('..')
      .boundingBox();
    // The slim line has a border of 1 px at its bottom.
    expect(title?.y, `at ${size.width}`).toBeLessThanOrEqual(line + 1);
    expect(title?.height, `the title row at ${size.width}`).toBeLessThanOrEqual(60);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(overflow, `beside the window at ${size.width}`).toBeLessThanOrEqual(0);
  }
});

test('the queue shows a comment near the top of a phone, below one title row, and one row of actions', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  const [item] = await seedQueue(page, app.origin, 3);
  await page.setViewportSize(PHONE);
  await page.goto(`${app.origin}/queue`);
  await settled(page);
  const words = item?.comment.content.slice(0, 40) ?? '';
  const text = page
    .getByRole('main')
    .getByText(words)
    .or(page.getByRole('main').getByRole('textbox'));
  expect(
    (await text.filter({ visible: true }).first().boundingBox())?.y,
  ).toBeLessThanOrEqual(300);
  const scrolledEnd = (open: Element) => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    return open.getBoundingClientRect().bottom;
  };
  const end = () => page.getByRole('article').evaluate(scrolledEnd);
  await expect
    .poll(end, 'clear of the navigation')
    .toBeLessThanOrEqual(PHONE.height - 56);

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('button', { name: 'List and filters' })).toBeVisible();
  const title = await page.getByRole('heading', { level: 1 }).locator('..').boundingBox();
  expect(title?.height).toBeLessThanOrEqual(48);
  const terms = await page.locator('dl').first().locator('dt').all();
  const boxes = await Promise.all(terms.map((term) => term.boundingBox()));
  const ends = boxes.map((box) => (box?.x ?? 0) + (box?.width ?? 0));
  expect(ends.map((end) => end <= 344)).toEqual([true, true, true, true]);
  for (const [index, end] of ends.slice(0, -1).entries())
    expect(boxes[index + 1]?.x, 'clear of the next one').toBeGreaterThan(end);
  for (const term of terms)
    expect(
      await term.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth),
    ).toBe(true);

  for (const width of [360, 700, 1024, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await expect(
      page.getByRole('article').getByText(/^Insightful|^Supportive|^Thought-/),
    ).toBeVisible();
  }

  if (item) await approve(page, app.origin, item.comment.id);
  await page.setViewportSize(DESKTOP);
  for (const [filter, name] of [
    ['pending', /^Approve( A)?$/],
    ['approved', /^Post Now$/],
  ] as const) {
    await page.goto(`${app.origin}/queue?filter=${filter}`);
    await settled(page);
    const box = await page.getByRole('main').getByRole('button', { name }).boundingBox();
    if (!box) throw new Error(`No button for ${filter}.`);
    const height = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--floating-bar'),
    );
    expect(Number.parseFloat(height), filter).toBeLessThanOrEqual(73);
    expect(box.y, filter).toBeGreaterThan(DESKTOP.height - 73);
  }
});

test('Discover shows the first result near the top, and the account and result count at medium width (rules 1.4, 2.7)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  await page.setViewportSize({ width: 720, height: 900 });
  await page.goto(app.origin);
  await page.getByRole('button', { name: 'Account' }).click();
  // The rail contains the same text, but only for screen readers.
  await expect(
    page.getByRole('region', { name: 'Account' }).getByText('Tech Expert'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('switch', { name: /Intelligent Discovery Mode/ }).click();
  const field = page.getByRole('searchbox');
  await field.fill('kubernetes');
  await field.press('Enter');
  const sentence = page
    .getByRole('status')
    .filter({ hasText: /^Found \d+ videos for "kubernetes" \(AI Enhanced\)/ });
  await expect(sentence).toBeVisible();
  await page.getByRole('combobox', { name: 'Upload Date' }).selectOption('Last week');
  await expect(sentence).toContainText('Press Search Videos to apply what you changed.');
  expect(
    await sentence.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth),
  ).toBe(true);

  await page.setViewportSize(DESKTOP);
  await page.reload();
  const first = page
    .getByRole('region', { name: 'Results' })
    .getByRole('listitem')
    .first();
  await expect(first).toBeVisible();
  expect((await first.boundingBox())?.y).toBeLessThanOrEqual(260);

  await page.setViewportSize(PHONE);
  const voice = {
    name: 'Platform engineer',
    description: 'Plain words.',
    expertiseAreas: ['Kubernetes'],
  };
  await page.request.post(`${app.origin}/api/voice-profiles`, { data: voice });
  await page.getByRole('switch', { name: /Intelligent Discovery Mode/ }).click();
  await field.press('Enter');
  await expect(page.getByText(/^Found \d+ videos for "kubernetes"$/)).toBeVisible();
  expect((await first.boundingBox())?.y, 'on a phone').toBeLessThanOrEqual(280);
});

const WIDTHS = [360, 800, 1440];

const linksOf = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link');

async function placesOf(page: Page) {
  const brand = page.getByRole('banner').getByText('Chime In').first();
  const links = await linksOf(page).all();
  const boxes = (parts: Locator[]) =>
    Promise.all(parts.map((part) => part.boundingBox()));
  return {
    frame: await boxes([brand, page.getByRole('banner')]),
    links: await boxes(links),
  };
}

const styled = (page: Page) =>
  page.waitForFunction(
    () => document.body && getComputedStyle(document.body).margin === '0px',
  );

test('the navigation is in its final place before scripts run and while the page is still arriving', async ({
  page,
  app,
}) => {
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

  // A page that has arrived only in part shows each element in its final place.
  const html = await (await page.request.get(`${app.origin}/discover`)).text();
  // Cut the page before the first link, and after the icon of each link.
  const cuts = [...html.matchAll(/<nav [^>]*>|(?<=<a title.*)<\/svg>/g)].map(
    ({ index, 0: tag }) => index + tag.length,
  );
  expect(cuts).toHaveLength(7);
  await page.route('**/assets/*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
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
      expect(part, `at ${width}, cut after ${cut} characters`).toEqual({
        ...whole,
        links,
      });
    }
  }
});

/** The values of "Slow 3G" in Chromium's developer tools. */
const slow3G = {
  offline: false,
  latency: 400,
  downloadThroughput: (400 / 8) * 1024,
  uploadThroughput: (400 / 8) * 1024,
};

test('nothing moves on a slow network when fonts and data arrive (rule 2.5)', async ({
  page,
  context,
  app,
}) => {
  await startSession(page, app.origin);
  const items = await seedQueue(page, app.origin, 6);
  for (const { comment } of items.slice(0, 2))
    await approve(page, app.origin, comment.id);
  const visit = async (shown: Page, size: { width: number; height: number }) => {
    await shown.setViewportSize(size);
    const network = await shown.context().newCDPSession(shown);
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', slow3G);
    for (const path of ['/', '/queue', '/scheduled', '/settings']) {
      await shown.goto(`${app.origin}${path}`);
      await settled(shown);
      await shown.evaluate(() => document.fonts.ready);
      await expectNothingJumped(shown, `${path} at ${size.width} on Slow 3G`);
    }
  };
  // In parallel, because both mostly wait.
  await Promise.all([visit(page, PHONE), visit(await context.newPage(), DESKTOP)]);
});

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error('It is not on the screen.');
  return box;
};

/**
 * Returns the decision buttons on the screen, and whether the notice leaves each of them
 * uncovered.
 */
async function clearOf(page: Page, notice: Locator): Promise<Record<string, boolean>> {
  const { x, y, width, height } = await boxOf(notice);
  const clear: Record<string, boolean> = {};
  for (const name of ['Approve', 'Reject']) {
    const box = await boxOf(decision(page, name));
    clear[name] =
      box.x >= x + width ||
      box.x + box.width <= x ||
      box.y >= y + height ||
      box.y + box.height <= y;
  }
  return clear;
}

const decision = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^${name}( \\w)?$`) })
    .filter({ visible: true })
    .first();

test('a toast covers no decision button, leaves with its page, and is in the sidebar on wide screens', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  await seedQueue(page, app.origin, 4);
  for (const width of [390, 800, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${app.origin}/queue`);
    await settled(page);
    await decision(page, 'Approve').click();
    const notice = page.locator('[data-toaster] section');
    await expect(notice).toContainText('Comment Approved');
    expect(await clearOf(page, notice), `at ${width}`).toEqual({
      Approve: true,
      Reject: true,
    });
    const { x, width: wide } = await boxOf(notice);
    if (width === 1440) expect(x + wide, 'within the side').toBeLessThanOrEqual(224);
    await page.getByRole('link', { name: 'Comment History' }).click();
    await expect(notice).toHaveCount(0);
  }
});

test('a banner shown before moves nothing when a page opens', async ({ page, app }) => {
  await startSession(page, app.origin);
  const data = { autoQueueEnabled: true, postingPaused: true };
  await expect(
    await page.request.put(`${app.origin}/api/user-settings`, { data }),
  ).toBeOK();
  const banner = page.getByRole('main').getByText('Automatic posting is paused');
  for (const size of [{ width: 360, height: 740 }, DESKTOP]) {
    await page.setViewportSize(size);
    await page.goto(`${app.origin}/history`);
    await expect(banner).toBeVisible();
    for (const path of ['/history', '/queue']) {
      await page.goto(`${app.origin}${path}`);
      await settled(page);
      await expect(banner).toBeVisible();
      await expectNothingJumped(page, `${path} at ${size.width}`);
    }
  }
});

/**
 * Returns the width of a label; a label for assistive technology alone is one pixel wide.
 */
const widthOf = async (label: Locator) => (await boxOf(label)).width;

test('Discover shows every label from 1100 px up, and Select All and the count on a phone (rule 2.24)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  await page.goto(app.origin);
  await search(page, 'kubernetes');
  const main = page.getByRole('main');
  for (const width of [1100, 1280, 1366]) {
    await page.setViewportSize({ width, height: 768 });
    for (const name of ['Search Videos', 'Clear Results', 'Export Queue', 'Logout'])
      expect(
        await widthOf(main.getByText(name, { exact: true })),
        `${name} at ${width}`,
      ).toBeGreaterThan(30);
    for (const name of ['Upload Date', 'View Count', 'Relevance', 'Language'])
      expect(
        await widthOf(main.getByText(name, { exact: true })),
        `${name} at ${width}`,
      ).toBeGreaterThan(30);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(overflow, `beside the window at ${width}`).toBeLessThanOrEqual(0);
  }

  await page.setViewportSize(PHONE);
  for (const label of ['Select All', /^Showing 1-\d+ of \d+ results$/])
    expect(await widthOf(main.getByText(label, { exact: true }))).toBeGreaterThan(30);
});

/** Returns whether a text is visible and not cut off. */
const isWhole = (text: Locator) =>
  text.evaluate(
    ({ clientWidth, scrollWidth }) => clientWidth > 30 && scrollWidth <= clientWidth,
  );

test('a result on a phone shows one line of its description and its tags (rules 2.9, 2.24)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  await page.goto(app.origin);
  await page.setViewportSize(PHONE);
  await search(page, 'kubernetes');
  const query = `${app.origin}/api/videos/search?q=kubernetes`;
  const { videos } = (await (await page.request.get(query)).json()) as {
    videos: { id: number; description: string | null; tags: string[] }[];
  };
  const tagged = videos.find(({ description, tags }) => description && tags.length >= 3);
  if (!tagged) throw new Error('No video has a description and three tags.');
  const row = page.locator(`[data-video="${tagged.id}"]`);
  await row.scrollIntoViewIfNeeded();
  for (const tag of tagged.tags.slice(0, 3))
    expect(await isWhole(row.getByText(tag, { exact: true })), tag).toBe(true);
  const start = tagged.description?.split('\n', 1)[0]?.slice(0, 30) ?? '';
  const { height } = await boxOf(row.locator('p').filter({ hasText: start }));
  // A line is 18 px high.
  expect(height).toBeGreaterThan(10);
  expect(height).toBeLessThan(30);
});

test('the generate dialog on a phone has Cancel beside its main button (rule 2.24)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  await page.goto(app.origin);
  await page.setViewportSize(PHONE);
  await search(page, 'kubernetes');
  const dialog = await generateFirst(page);
  const cancel = dialog.getByRole('button', { name: 'Cancel', exact: true });
  const box = await boxOf(cancel);
  expect(box.width).toBeGreaterThan(40);
  expect(box.y + box.height).toBeLessThanOrEqual(PHONE.height);
  expect(await isWhole(cancel)).toBe(true);
  await cancel.click();
  await expect(dialog).toHaveCount(0);
});

test('a toast on a phone shows its description (rule 2.24)', async ({ page, app }) => {
  await startSession(page, app.origin);
  await seedQueue(page, app.origin, 2);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${app.origin}/queue`);
  await settled(page);
  await decision(page, 'Approve').click();
  const words = page
    .locator('[data-toaster]')
    .getByText('Comment has been marked as approved.');
  await expect(words).toBeVisible();
  expect(await isWhole(words)).toBe(true);
});

test('the history on a phone shows its sort order in words (rule 2.24)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  await seedQueue(page, app.origin, 1);
  await page.setViewportSize(PHONE);
  await page.goto(`${app.origin}/history`);
  await settled(page);
  const order = page.getByRole('combobox', { name: 'Sort' });
  for (const name of ['Newest first', 'Oldest first']) {
    await order.selectOption(name);
    await expect(order.locator('option:checked')).toHaveText(name);
    expect(await isWhole(order), name).toBe(true);
    // Wide enough for the text and the arrow beside it.
    expect((await boxOf(order)).width).toBeGreaterThan(110);
  }
});
