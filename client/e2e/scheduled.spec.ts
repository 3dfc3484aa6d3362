import type { Locator } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectNoFindingsInBothThemes } from './looks.ts';
import { approve, schedule, seedQueue } from './seed.ts';
import { expectToast, settled, startSession } from './steps.ts';

const hour = 3_600_000;

test('in the list of scheduled comments a time is changed, and Post Now needs a second step (rule 2.15)', async ({
  page,
  app,
}) => {
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
  expect(await app.sandbox.comments()).toEqual([]);
});

async function middleOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('There is no such element to drag.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('a comment takes the next free slot, is moved by pointer and by keys, and is moved back (rules 2.15, 7.18)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  const [item] = await seedQueue(page, app.origin, 1);
  if (!item) throw new Error('Nothing was seeded.');
  await approve(page, app.origin, item.comment.id);
  // A week from today, so that none of that day's slots has passed.
  const now = new Date();
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 7);
  const at = (day: number, hours: number) => first + day * 24 * hour + hours * hour;
  const weekday = (day: number, length: 'long' | 'short') =>
    new Date(at(day, 0)).toLocaleDateString('en-US', {
      weekday: length,
      timeZone: 'UTC',
    });
  const slotDay = weekday(0, 'long');
  const stored = async () => {
    const [row] = (await (
      await page.request.get(`${app.origin}/api/queue?scheduled=true`)
    ).json()) as {
      scheduledFor: string;
    }[];
    return row ? Date.parse(row.scheduledFor) : null;
  };

  await page.goto(`${app.origin}/scheduled?slots=edit`);
  const slots = page.getByRole('dialog', { name: 'Posting slots' });
  await expect(slots.getByRole('listitem', { name: 'Monday' })).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'editing the slots');
  for (const remove of (
    await slots.getByRole('button', { name: /^Remove / }).all()
  ).reverse())
    await remove.click();
  await slots.getByLabel(`Time on ${slotDay}`).fill('09:00');
  await slots.getByRole('button', { name: `Add ${slotDay} 9 AM` }).click();
  await slots.getByRole('button', { name: 'Save Slots' }).click();
  await expectToast(page, 'Success', 'Settings updated successfully');
  await expect(page).toHaveURL(`${app.origin}/scheduled`);

  await page.goto(
    `${app.origin}/scheduled?view=week&day=${new Date(first).toISOString().slice(0, 10)}`,
  );
  const tray = page.getByRole('region', { name: 'Approved comments without a time' });
  await tray.getByRole('button', { name: /^Next free slot (.+ )?9 AM$/ }).click();
  await expectToast(page, 'Comment Scheduled');
  expect([at(0, 9), at(-7, 9)]).toContain(await stored());
  if ((await stored()) !== at(0, 9))
    await schedule(page, app.origin, item.id, new Date(at(0, 9)));
  const block = page
    .getByRole('region', { name: 'Week' })
    .getByRole('button', { name: /, 9 AM / });
  await expect(block).toBeVisible();
  await block.click();
  await expectNoFindingsInBothThemes(page, 'the week');

  const from = await middleOf(block);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const column =
    (
      await page
        .getByRole('button', { name: new RegExp(`^${weekday(1, 'short')} \\d`) })
        .boundingBox()
    )?.width ?? 0;
  await page.mouse.move(from.x + 2 * column, from.y + 42 * 3, { steps: 5 });
  await expect(
    page.getByText(new RegExp(`^To ${weekday(2, 'short')}, .*, 12 PM\\.$`)),
  ).toBeVisible();
  expect(await stored()).toBe(at(0, 9));
  await page.mouse.up();
  await expectToast(page, 'Comment Scheduled');
  await expect.poll(stored).toBe(at(2, 12));

  const moved = page.getByRole('button', {
    name: new RegExp(`^${weekday(2, 'short')} .*, 12 PM `),
  });
  await moved.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  const target = new RegExp(
    `^To ${weekday(3, 'short')}, .*, 12:05 PM\\. Enter moves the comment, Escape leaves it\\.$`,
  );
  await expect(page.getByText(target)).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'moving by keys');
  await page.keyboard.press('Enter');
  await expect.poll(stored).toBe(at(3, 12) + 300_000);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(stored).toBe(at(2, 12));
  expect(await app.sandbox.comments()).toEqual([]);
});
