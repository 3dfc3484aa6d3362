import { expect, test } from './app.ts';
import { expectNoFindingsInBothThemes } from './axe.ts';
import { approve, schedule, seedQueue } from './seed.ts';
import { expectToast, openSignedIn, postNow, refuseOnce, settled } from './steps.ts';

const away = { status: 503, detail: 'Away for a moment.' };
const hour = 3_600_000;

test('scheduled comments are moved, taken back, posted and removed, and what is said of it', async ({
  page,
  app,
}) => {
  await openSignedIn(page, app.origin);
  const items = await seedQueue(page, app.origin, 3);
  for (const [index, item] of items.entries()) {
    await approve(page, app.origin, item.comment.id);
    await schedule(page, app.origin, item.id, new Date(Date.now() + (index + 1) * hour));
  }
  await page.goto(`${app.origin}/scheduled`);
  await settled(page);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(3);
  await expect(page.getByText('Hourly (1-1.5h)')).toBeVisible();
  const first = cards.first();

  await first.getByRole('button', { name: 'Change Time' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule Comment' });
  await expectNoFindingsInBothThemes(page, 'changing the time');
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expectToast(page, 'Comment Scheduled');
  await expect(dialog).toBeHidden();

  await refuseOnce(page, 'PATCH', '/queue/*', away);
  await first.getByRole('button', { name: 'Unschedule' }).click();
  await expectToast(page, 'Update Failed', 'Failed to update schedule');
  await expect(cards).toHaveCount(3);
  await first.getByRole('button', { name: 'Unschedule' }).click();
  await expectToast(page, 'Removed from Schedule', 'Comment has been removed from the schedule.');
  await expect(cards).toHaveCount(2);
  await expect(page.getByRole('link', { name: /^Review Queue/ })).toContainText('1');

  await refuseOnce(page, 'POST', '/comments/*/post', away);
  await postNow(first);
  await expectToast(page, 'Posting Failed', /Away for a moment\./);
  await postNow(first);
  await expectToast(page, 'Comment Posted to YouTube!');
  await expect(cards).toHaveCount(1);
  expect(await app.sandbox.comments()).toHaveLength(1);

  await refuseOnce(page, 'DELETE', '/queue/*', away);
  await first.getByRole('button', { name: 'Remove from schedule' }).click();
  await expectToast(page, 'Remove Failed', 'Failed to remove from schedule');
  await first.getByRole('button', { name: 'Remove from schedule' }).click();
  await expectToast(page, 'Removed from Schedule');
  await expect(page.getByText('No Scheduled Comments')).toBeVisible();
});
