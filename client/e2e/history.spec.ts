import { expect, test, testWithQueue } from './app.ts';
import { expectNoFindingsInBothThemes, expectNothingJumped } from './looks.ts';
import { approve, post, seedQueue } from './seed.ts';
import { settled, startSession } from './steps.ts';

testWithQueue(200)(
  'the history loads page by page, can be searched and opens a row (rule 2.16)',
  async ({ page, app }) => {
    await page.setViewportSize({ width: 360, height: 900 });
    await startSession(page, app.origin);
    const asked: URLSearchParams[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/comments') asked.push(searchParams);
    });
    await page.goto(`${app.origin}/history`);
    await settled(page);
    await expect(page.getByRole('link', { name: 'Comments 200' })).toBeVisible();
    await expectNothingJumped(page, 'the history at 360 px');
    const pages = () => {
      const lists = asked.filter((query) => !query.has('ids'));
      return new Set(
        lists.map((query) => `${query.get('limit')} from ${query.get('cursor')}`),
      );
    };
    // The first page may be requested again once the event stream is open, so each page
    // counts once.
    expect([...pages()]).toEqual(['50 from null']);

    await expect(async () => {
      await page.mouse.wheel(0, 2_000);
      await expect(page.getByText(/^Part 199: /)).toBeVisible({
        timeout: 200,
      });
    }).toPass();
    await expect(page.getByText('Showing 200 of 200 comments')).toBeVisible();
    expect(pages().size).toBe(4);

    await page.getByLabel('Search comments').fill('pod e0a4');
    await expect(
      page.getByText('Showing 1 of 200 comments (filtered by words)'),
    ).toBeVisible();
    await page.getByRole('button', { name: /^Part 17: / }).click();
    const row = page.getByRole('article', { name: /^Part 17: / });
    await expect(row.getByText(/^The made user readiness/)).toBeVisible();
    expect(asked.map((query) => query.get('ids'))).toContain('183');
    const widest = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(widest).toBeLessThanOrEqual(360);
  },
);

test('a posted comment is changed on YouTube from the history (rule 13.26)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  const [item] = await seedQueue(page, app.origin, 1);
  if (!item) throw new Error('Nothing was seeded.');
  await approve(page, app.origin, item.comment.id);
  await post(page, app.origin, item.comment.id);
  const onYouTube = async () => (await app.sandbox.comments()).map(({ text }) => text);
  expect(await onYouTube()).toContain(item.comment.content);

  await page.goto(`${app.origin}/history`);
  const row = page.getByRole('article', { name: item.comment.video.title });
  await row.getByRole('button', { name: item.comment.video.title }).click();
  await expect(row.getByText('Posted as Ada Example')).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'an open row');

  await row.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('textbox', { name: 'New text' })
    .fill('We changed our mind: measure first.');
  await expectNoFindingsInBothThemes(page, 'the dialog that changes a comment');
  await dialog.getByRole('button', { name: 'Change' }).click();
  await dialog.getByRole('button', { name: 'Change as Ada Example' }).click();
  await expect(row.getByText('We changed our mind: measure first.')).toBeVisible();
  await expect(row.getByText('Earlier versions (1)')).toBeVisible();
  expect(await onYouTube()).toContain('We changed our mind: measure first.');
  expect(await onYouTube()).not.toContain(item.comment.content);
});
