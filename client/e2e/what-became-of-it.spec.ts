import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectNoFindingsInBothThemes } from './axe.ts';
import { approve, post, postHidden, type SeededItem, seedQueue } from './seed.ts';
import { expectToast, postNow, startSession } from './steps.ts';

test.use({ hasMovableClock: true });

const minute = 60_000;
const answer = 'Forty seconds, once we asked only the process.';

const row = (page: Page, { comment }: SeededItem): Locator =>
  page.getByRole('article', { name: comment.video.title, exact: true });

test('a hidden comment is told, a reply comes by itself and is answered, a comment is withdrawn (rules 13.2, 13.7, 13.12)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  const [hidden, answered] = await seedQueue(page, app.origin, 2);
  if (!hidden || !answered) throw new Error('Nothing was seeded.');
  const hiddenText = await postHidden(page, app.origin, hidden);
  await approve(page, app.origin, answered.comment.id);
  await post(page, app.origin, answered.comment.id);
  const thread = (await app.sandbox.comments()).find(({ text }) => text === answered.comment.content);
  const replies = `${app.sandbox.origin}/sandbox/comments/${thread?.id}/replies`;
  await page.request.post(replies, {
    data: { count: 1, by: 'stranger', afterSeconds: 60, text: 'How long did the drain take?' },
  });

  await page.goto(`${app.origin}/history?comment=${hidden.comment.id}`);
  app.advance(11 * minute);
  await row(page, hidden).getByRole('button', { name: 'Check Now' }).click();
  await expect(row(page, hidden).getByText(/looks a second time/)).toBeVisible();
  await expect(row(page, hidden).getByText('Only you see it')).toHaveCount(0);
  // The rest comes by itself, in the next minute.
  app.advance(30 * minute);
  await expect(row(page, hidden).getByText('Only you see it').first()).toBeVisible({ timeout: 90_000 });
  const history = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /Comment History/ });
  await expect(history).toContainText('1');
  await expectNoFindingsInBothThemes(page, 'a hidden comment');

  await page.goto(`${app.origin}/queue`);
  await expect(page.getByText(/1 new reply/)).toBeVisible();
  await page.goto(`${app.origin}/history?tab=replies`);
  await page.getByRole('list', { name: 'Replies' }).getByRole('button').first().click();
  const reply = page.getByRole('article');
  await expect(reply.getByText('How long did the drain take?').first()).toBeVisible();
  await reply.getByRole('button', { name: 'Draft Answer' }).click();
  await expect(reply.getByText('Your answer')).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'a drafted answer');
  await reply.getByRole('link', { name: 'Review It' }).click();
  await expect(page.getByText('How long did the drain take?').first()).toBeVisible();
  await page.getByRole('article').getByRole('textbox').fill(answer);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expectToast(page, 'Comment Approved');
  await postNow(page);
  await expectToast(page, 'Comment Posted to YouTube!');
  expect((await app.sandbox.comments()).map(({ text }) => text)).toContain(answer);

  await page.goto(`${app.origin}/history?comment=${hidden.comment.id}`);
  await row(page, hidden).getByRole('button', { name: 'Withdraw' }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw Comment' });
  await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expectNoFindingsInBothThemes(page, 'withdrawing');
  await dialog.getByRole('button', { name: 'Withdraw as Ada Example' }).click();
  await expect(row(page, hidden).getByText('Withdrawn').first()).toBeVisible();
  expect((await app.sandbox.comments()).find(({ text }) => text === hiddenText)?.state).toBe('deleted');
});
