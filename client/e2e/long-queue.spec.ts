import { join } from 'node:path';
import { openDatabase } from '../../server/db/open-database.ts';
import { seedLongQueue } from '../../server/testing/seed-comments.ts';
import { test as base, expect } from './app.ts';
import { expectNothingJumped } from './looks.ts';
import { expectToast, openSignedIn } from './steps.ts';

const items = 5_000;

const test = base.extend({
  dataDir: async ({ dataDir }, use) => {
    const database = await openDatabase({ databaseUrl: null, dataDir: join(dataDir, 'sandbox') });
    // The hourly job would clear data of YouTube's that is older than 30 days.
    await seedLongQueue(database.db, items, new Date());
    await database.close();
    await use(dataDir);
  },
});

test('a queue of 5,000 opens without a jump, scrolls, keeps what is typed, and mounts only what is near', async ({
  page,
  app,
}) => {
  const opened = () =>
    expect(page.getByText(/^(5,000 to review|0 of 5,000$)/).filter({ visible: true })).toBeVisible({
      timeout: 30_000,
    });
  await page.setViewportSize({ width: 360, height: 800 });
  await openSignedIn(page, app.origin, '/queue');
  await opened();
  await expectNothingJumped(page, 'the long queue at 360 px');
  await page.goto(`${app.origin}/history`);
  await expect(page.getByRole('link', { name: 'Comments 5,000' })).toBeVisible({ timeout: 30_000 });
  await expectNothingJumped(page, 'the long history at 360 px');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${app.origin}/queue`);
  await opened();
  await expectNothingJumped(page, 'the long queue at 1440 px');
  const editor = page.getByRole('article').getByRole('textbox').first();
  await expect(editor).toBeVisible();

  await editor.click();
  await page.keyboard.press('End');
  await page.keyboard.type(' typed while five thousand wait', { delay: 5 });
  await expect(editor).toHaveValue(/typed while five thousand wait/);
  const list = page.getByRole('list', { name: 'Comments to review' });
  const scroller = list.locator('..');
  await scroller.hover();
  // At the end of what is loaded the wheel moves nothing until more is there.
  await expect(async () => {
    await page.mouse.wheel(0, 900);
    expect(await scroller.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(5_000);
  }).toPass({ intervals: [100] });
  expect(await list.getByRole('listitem').count()).toBeLessThan(60);
  for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, -900);
  await expect(editor).toHaveValue(/typed while five thousand wait/);

  await page.getByRole('button', { name: 'Approve All' }).click();
  await page.getByRole('button', { name: 'Approve 5,000' }).click();
  await expect(page.getByText(/^Approving (?!1 )[\d,]+ of 5,000…$/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expectToast(page, 'Stopped', /^[\d,]+ of 5,000 comments were approved\.$/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, /^Undid: approved \d+ comments?$/);
  await opened();
});
