import type { Page } from '@playwright/test';
import { expect, type SandboxControl, test } from './app.ts';
import { approve, post, schedule, seedQueue } from './seed.ts';
import { createHand, expectToast, settled, signIn, startSession } from './steps.ts';

/**
 * Expects the focus on something in the page, so that the next key or Tab goes on from
 * there.
 */
const expectFocusInPage = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null))
    .toBe(true);

const refusal = {
  match: { method: 'POST', path: '/youtube/v3/commentThreads' },
  fault: { kind: 'status', reason: 'invalidCommentMetadata' },
};

test('the focus stays in the page after Approve All (rule 12.5)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  await seedQueue(page, app.origin, 3);
  await page.goto(`${app.origin}/queue`);
  await settled(page);
  await page.getByRole('button', { name: 'Approve All', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Approve 3', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expectToast(page, 'All Comments Approved');
  await expectFocusInPage(page);
});

test('the focus stays in the page after the last failed comment is removed (rule 12.5)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  const [first] = await seedQueue(page, app.origin, 2);
  if (!first) throw new Error('Nothing was seeded.');
  await approve(page, app.origin, first.comment.id);
  await app.sandbox.fault(refusal);
  await post(page, app.origin, first.comment.id).catch(() => undefined);
  await page.goto(`${app.origin}/queue?filter=failed`);
  await settled(page);
  await page
    .getByRole('article')
    .getByRole('button', { name: 'Remove from queue' })
    .focus();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Removed from Queue');
  await expectFocusInPage(page);
});

/** Opens the review queue at a comment whose text YouTube refused. */
async function openRefused(
  page: Page,
  { origin, sandbox }: { origin: string; sandbox: SandboxControl },
) {
  await startSession(page, origin);
  const [first] = await seedQueue(page, origin, 1);
  if (!first) throw new Error('Nothing was seeded.');
  await approve(page, origin, first.comment.id);
  await sandbox.fault(refusal);
  await post(page, origin, first.comment.id).catch(() => undefined);
  await page.goto(`${origin}/queue?filter=failed`);
  await settled(page);
}

async function expectCorrected(page: Page, origin: string): Promise<void> {
  const [row] = (await (await page.request.get(`${origin}/api/queue`)).json()) as {
    comment: { status: string; content: string };
  }[];
  expect(row?.comment).toMatchObject({
    status: 'approved',
    content: expect.stringMatching(/ Put more plainly\.$/),
  });
}

test('a comment that failed to post is corrected and approved with two key presses and typing (rules 7.20, 12.2)', async ({
  page,
  app,
}) => {
  await openRefused(page, app);
  const hand = createHand(page);
  await hand.key('e');
  await page.keyboard.type(' Put more plainly.');
  await hand.key('Control+Shift+Enter');
  await expectToast(page, 'Comment Approved');
  expect(hand.presses()).toBeLessThanOrEqual(2);
  await expectCorrected(page, app.origin);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a comment that failed to post is corrected and approved with two taps and typing (rules 7.20, 12.2)', async ({
    page,
    app,
  }) => {
    await openRefused(page, app);
    const hand = createHand(page, 'touch');
    await hand.press(
      page.getByRole('article').getByRole('button', { name: 'Edit Text' }),
    );
    await page.keyboard.type(' Put more plainly.');
    await hand.press(
      page.getByRole('article').getByRole('button', { name: 'Retry', exact: true }),
    );
    await expectToast(page, 'Comment Approved');
    expect(hand.presses()).toBeLessThanOrEqual(2);
    await expectCorrected(page, app.origin);
  });
});

test('Undo in a toast on Scheduled moves the focus to a card (rule 12.5)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  const items = await seedQueue(page, app.origin, 2);
  for (const [index, item] of items.entries()) {
    await approve(page, app.origin, item.comment.id);
    await schedule(
      page,
      app.origin,
      item.id,
      new Date(Date.now() + (index + 30) * 3_600_000),
    );
  }
  await page.goto(`${app.origin}/scheduled`);
  await settled(page);
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: 'Unschedule' })
    .click();
  await expectToast(page, 'Removed from Schedule');
  const undo = page.locator('[data-toaster]').getByRole('button', { name: 'Undo' });
  await undo.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toHaveCount(2);
  await expectFocusInPage(page);
  await expect(page.locator('article:focus-within')).toHaveCount(1);
});

test('the focus stays in the page after a renewed sign-in (rule 12.5)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  await seedQueue(page, app.origin, 1);
  await app.sandbox.revoke('ada');
  // This request to Google reveals that the grant has ended.
  await page.request.get(`${app.origin}/api/videos/search?q=terraform`);
  await page.goto(`${app.origin}/queue`);
  const refresh = page.getByRole('button', { name: 'Refresh Auth' });
  await expect(refresh).toBeVisible();
  await refresh.focus();
  const popup = await signIn(page);
  if (!popup.isClosed()) await popup.waitForEvent('close');
  await expect(refresh).toHaveCount(0);
  await expectFocusInPage(page);
});
