import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { post, type SeededItem, seedQueue } from './seed.ts';
import { expectToast, openSignedIn, search } from './steps.ts';

const rowOf = (page: Page, title: string) =>
  page
    .getByRole('region', { name: 'Results' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });

const follow = (page: Page, link: RegExp) =>
  page.getByRole('navigation').getByRole('link', { name: link }).click();

test('a found video follows its comment from draft to post without another search (rule 4.3)', async ({
  page,
  app,
}) => {
  await openSignedIn(page, app.origin);
  await search(page, 'kubernetes');
  const generate = page.getByRole('button', { name: 'Generate Comment' }).and(page.locator(':enabled'));
  const title =
    (await page.getByRole('listitem').filter({ has: generate }).first().getByRole('heading').textContent()) ??
    '';
  const row = rowOf(page, title);
  await generate.first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Generate Again' })).toBeVisible();
  await page.goBack();
  await expect(row.getByText(/needs review$/)).toBeVisible();
  await row.getByRole('button', { name: 'Add to Queue' }).click();
  await expect(row.getByText('In Queue')).toBeVisible();

  const [item] = (await (await page.request.get(`${app.origin}/api/queue`)).json()) as SeededItem[];
  if (!item) throw new Error('Nothing is queued.');
  await page.request.delete(`${app.origin}/api/queue/${item.id}`);
  await expect(row.getByRole('button', { name: 'Add to Queue' })).toBeVisible();
  await follow(page, /Comment History/);
  await page.getByRole('main').getByRole('button', { expanded: false }).first().click();
  await page.getByRole('button', { name: 'Add to Queue' }).click();
  await expectToast(page, 'Added to Queue');
  await follow(page, /Discover/);
  await expect(row.getByText('In Queue')).toBeVisible();

  await follow(page, /Review Queue/);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expectToast(page, 'Comment Approved');
  await follow(page, /Discover/);
  await expect(row.getByText(/^Comment ready to post/)).toBeVisible();
  await post(page, app.origin, item.comment.id);
  await expect(row.getByText(/^Already commented on/)).toBeVisible();
  await expect(row.getByText('Already Posted')).toBeVisible();
  await expect(row.getByText('In Queue')).toBeHidden();
  await expect(row.getByRole('button', { name: 'Add to Queue' })).toBeHidden();
  const warned = page.getByRole('listitem').filter({ hasText: 'You commented on this channel today' });
  await expect(warned.first()).toBeVisible();
  await expect(row.getByText(/^You commented on this channel/)).toBeHidden();
  const quota = await (await page.request.get(`${app.origin}/api/quota`)).json();
  expect(quota.buckets).toContainEqual(expect.objectContaining({ bucket: 'search', used: 1 }));

  // Another tab drafts in bulk.
  const queued = await seedQueue(page, app.origin, 4);
  for (const { comment } of queued)
    await expect(rowOf(page, comment.video.title).getByText('In Queue')).toBeVisible();
});
