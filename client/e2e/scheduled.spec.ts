import { expect, test } from './app.ts';
import { expectNoFindingsInBothThemes } from './axe.ts';
import { approve, schedule, seedQueue } from './seed.ts';
import { expectToast, settled, startSession } from './steps.ts';

const hour = 3_600_000;

test('scheduled comments are moved, unscheduled and removed (rule 2.15)', async ({ page, app }) => {
  await startSession(page, app.origin);
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
  await first.getByRole('button', { name: 'Post Now', exact: true }).click();
  await expectNoFindingsInBothThemes(page, 'armed on the schedule');
  await first.getByRole('button', { name: 'Keep' }).click();

  await first.getByRole('button', { name: 'Unschedule' }).click();
  await expectToast(page, 'Removed from Schedule', 'Comment has been removed from the schedule.');
  await expect(cards).toHaveCount(2);
  await expect(page.getByRole('link', { name: /^Review Queue/ })).toContainText('1');
  await first.getByRole('button', { name: 'Remove from schedule' }).click();
  await expectToast(page, 'Removed from Schedule');
  await expect(cards).toHaveCount(1);
  expect(await app.sandbox.comments()).toEqual([]);
});
