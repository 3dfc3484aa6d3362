import { expect, test } from './app.ts';
import { approve, seedQueue } from './seed.ts';
import { search, settled, startSession } from './steps.ts';

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

test("a page's own work starts right below one slim line", async ({ page, app }) => {
  await startSession(page, app.origin);
  for (const [size, line] of [
    [DESKTOP, 48],
    [{ width: 1152, height: 800 }, 48],
    [{ width: 800, height: 900 }, 84],
    [PHONE, 84],
    [{ width: 360, height: 740 }, 84],
  ] as const) {
    await page.setViewportSize(size);
    await page.goto(`${app.origin}/history`);
    await settled(page);
    const title = await page.getByRole('heading', { level: 1 }).locator('..').boundingBox();
    // The line's lower edge is 1 px.
    expect(title?.y, `at ${size.width}`).toBeLessThanOrEqual(line + 1);
    expect(title?.height, `the title row at ${size.width}`).toBeLessThanOrEqual(60);
  }
});

test('the first result is at most 260 px from the top of a desktop', async ({ page, app }) => {
  await startSession(page, app.origin);
  await page.setViewportSize(DESKTOP);
  await page.goto(app.origin);
  await search(page, 'kubernetes');
  const first = page.getByRole('region', { name: 'Results' }).getByRole('listitem').first();
  expect((await first.boundingBox())?.y).toBeLessThanOrEqual(260);
});

test('the queue: text at most 300 px from the top of a phone, one title row, one row of actions', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  const [item] = await seedQueue(page, app.origin, 3);
  await page.setViewportSize(PHONE);
  await page.goto(`${app.origin}/queue`);
  await settled(page);
  const words = item?.comment.content.slice(0, 40) ?? '';
  const text = page.getByRole('main').getByText(words).or(page.getByRole('main').getByRole('textbox'));
  expect((await text.filter({ visible: true }).first().boundingBox())?.y).toBeLessThanOrEqual(300);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${app.origin}/queue`);
  await settled(page);
  await expect(page.getByRole('button', { name: 'List and filters' })).toBeVisible();
  const title = await page.getByRole('heading', { level: 1 }).locator('..').boundingBox();
  expect(title?.height).toBeLessThanOrEqual(48);
  const terms = await page.locator('dl dt').all();
  const boxes = await Promise.all(terms.map((term) => term.boundingBox()));
  const ends = boxes.map((box) => (box?.x ?? 0) + (box?.width ?? 0));
  expect(ends.map((end) => end <= 344)).toEqual([true, true, true, true]);
  for (const [index, end] of ends.slice(0, -1).entries())
    expect(boxes[index + 1]?.x, 'clear of the next one').toBeGreaterThan(end);
  for (const term of terms)
    expect(await term.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);

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

test('between a phone and a desktop the account’s card and the sentence of what was found stay (rules 1.4, 2.7)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  await page.setViewportSize({ width: 720, height: 900 });
  await page.goto(app.origin);
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByText('Tech Expert').filter({ visible: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('switch', { name: /Intelligent Discovery Mode/ }).click();
  const field = page.getByRole('searchbox');
  await field.fill('kubernetes');
  await field.press('Enter');
  const sentence = page
    .getByRole('status')
    .filter({ hasText: /^Found \d+ videos for "kubernetes" \(AI Enhanced\)/ });
  await expect(sentence).toBeVisible();
  const isWhole = () => sentence.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
  expect(await isWhole()).toBe(true);
  await page.getByRole('combobox', { name: 'Upload Date' }).selectOption('Last week');
  await expect(sentence).toContainText('Press Search Videos to apply what you changed.');
  expect(await isWhole()).toBe(true);
});
