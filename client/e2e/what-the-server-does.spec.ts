import { expect, test } from './app.ts';
import { approve, post, schedule, seedQueue } from './seed.ts';
import { openSignedIn, postNow } from './steps.ts';

const insert = { method: 'POST', path: '/youtube/v3/commentThreads' };

test('a refused comment shows in the queue with what happened and one next action', async ({ page, app }) => {
  await openSignedIn(page, app.origin);
  const [item] = await seedQueue(page, app.origin, 1);
  if (!item) throw new Error('Nothing was seeded.');
  await approve(page, app.origin, item.comment.id);
  await page.goto(`${app.origin}/queue`);
  await expect(page.getByRole('button', { name: 'Post Now', exact: true })).toBeVisible();
  await app.sandbox.fault({ match: insert, fault: { kind: 'status', reason: 'invalidCommentMetadata' } });
  await postNow(page);
  await expect(page.getByText('Posting Failed')).toBeVisible();
  await expect(page.getByText('YouTube refused this comment', { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
});

test('what YouTube never confirmed is said to be looked for, and not sent again', async ({ page, app }) => {
  await openSignedIn(page, app.origin);
  const [item] = await seedQueue(page, app.origin, 1);
  if (!item) throw new Error('Nothing was seeded.');
  await approve(page, app.origin, item.comment.id);
  await page.goto(`${app.origin}/queue`);
  await app.sandbox.fault({ match: insert, fault: { kind: 'accept-then-hang-up' } });
  await postNow(page);
  await expect(page.getByText(/Checking whether YouTube received it|confirm it/).first()).toBeVisible();
  expect(await app.sandbox.comments()).toHaveLength(1);
});

test.describe('on a clock that can be moved', () => {
  test.use({ hasMovableClock: true });

  test('a due comment goes out by itself, and the open page shows it by itself', async ({ page, app }) => {
    await openSignedIn(page, app.origin);
    const [item] = await seedQueue(page, app.origin, 1);
    if (!item) throw new Error('Nothing was seeded.');
    await approve(page, app.origin, item.comment.id);
    await page.goto(`${app.origin}/scheduled`);
    await schedule(page, app.origin, item.id, new Date(Date.now() + 600_000));
    await expect(page.getByText(item.comment.content)).toBeVisible();
    app.advance(600_000);
    await expect
      .poll(async () => (await app.sandbox.comments()).length, { timeout: 20_000, intervals: [50] })
      .toBe(1);
    await expect(page.getByText('No Scheduled Comments')).toBeVisible();
  });
});

test('a post made elsewhere changes the badge of an open page', async ({ page, app }) => {
  await openSignedIn(page, app.origin);
  const [item] = await seedQueue(page, app.origin, 2);
  if (!item) throw new Error('Nothing was seeded.');
  const queueLink = page.getByRole('link', { name: /Review Queue/ });
  await expect(queueLink).toContainText('2');
  await approve(page, app.origin, item.comment.id);
  await post(page, app.origin, item.comment.id);
  await expect(queueLink).toContainText('1');
});
