import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { openSignedIn, search } from './steps.ts';

const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const rows = (page: Page) => results(page).getByRole('listitem');

/** The searches that YouTube has counted today. */
async function spent(page: Page, origin: string): Promise<number> {
  const quota: { buckets: { bucket: string; used: number }[] } = await (
    await page.request.get(`${origin}/api/quota`)
  ).json();
  return quota.buckets.find(({ bucket }) => bucket === 'search')?.used ?? Number.NaN;
}

test('an address, a reload, Back and a shared link never search, and show what is kept (rule 9.1)', async ({
  page,
  app,
  context,
}) => {
  const asked: string[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/videos/search') asked.push(request.url());
  });
  await openSignedIn(page, app.origin);
  await page.getByLabel('Upload Date').selectOption({ label: 'Last year' });
  await search(page, 'kubernetes');
  await expect(page).toHaveURL(`${app.origin}/?q=kubernetes&uploadDate=year`);
  await page.getByLabel('Sort').selectOption({ label: 'Newest' });
  const first = await rows(page).first().getByRole('heading').textContent();
  const address = page.url();
  expect(await spent(page, app.origin)).toBe(1);
  expect(asked).toHaveLength(1);

  const expectKept = async (shown: Page) => {
    await expect(shown.getByText(/^Found \d+ videos for "kubernetes"/)).toBeVisible();
    await expect(rows(shown).first().getByRole('heading')).toHaveText(first ?? '');
    await expect(shown.getByLabel('Upload Date')).toHaveValue('year');
  };
  await page.reload();
  await expectKept(page);
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /Review Queue/ })
    .click();
  await page.goBack();
  await expectKept(page);
  const other = await context.newPage();
  await other.goto(address);
  await expectKept(other);

  await other.goto(`${app.origin}/discover?q=python&relevance=date&intelligent=true`);
  await expect(other.getByText('Press Search Videos to look for "python".')).toBeVisible();
  await other.goto(`${app.origin}/discover?title=A+talk&text=Look:+https://youtu.be/dQw4w9WgXcQ`);
  await expect(other.getByRole('searchbox')).toHaveValue('https://youtu.be/dQw4w9WgXcQ');
  await expect(other).toHaveURL(`${app.origin}/discover`);
  expect(await spent(page, app.origin)).toBe(1);
  expect(asked).toHaveLength(1);
  await other.getByRole('button', { name: 'Search Videos' }).click();
  await expect.poll(() => asked.length).toBe(2);
});

test('the list is worked through by keyboard, and a press loads more for one search', async ({
  page,
  app,
}) => {
  await openSignedIn(page, app.origin);
  await search(page, 'kubernetes');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByText('2 selected')).toBeVisible();
  await expect(rows(page).nth(1)).toBeFocused();

  const before = await rows(page).count();
  await page.getByRole('button', { name: 'Load more (1 of 99 searches left today)' }).click();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(before);
  expect(await spent(page, app.origin)).toBe(2);
  await expect(page.getByText('2 selected')).toBeVisible();

  await page.keyboard.press('g');
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2);
});
