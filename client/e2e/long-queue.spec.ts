import { join } from 'node:path';
import { openDatabase } from '../../server/db/client.ts';
import { seedLongQueue } from '../../server/testing/seed-long-queue.ts';
import { test as base, expect } from './app.ts';
import { expectNothingJumped } from './jumps.ts';
import { openSignedIn } from './steps.ts';

const items = 5_000;

const test = base.extend({
  dataDir: async ({ dataDir }, use) => {
    const database = await openDatabase({ databaseUrl: null, dataDir: join(dataDir, 'sandbox') });
    await seedLongQueue(database.db, items);
    await database.close();
    await use(dataDir);
  },
});

test('a queue of 5,000 opens without a jump, scrolls, keeps what is typed, and mounts only what is near', async ({
  page,
  app,
}) => {
  test.setTimeout(120_000);
  const opened = () => expect(page.getByText('5000 left to review')).toBeVisible({ timeout: 30_000 });
  await page.setViewportSize({ width: 360, height: 800 });
  await openSignedIn(page, app.origin, '/queue');
  await opened();
  await expectNothingJumped(page, 'the long queue at 360 px, its first comments and then the rest');
  await page.goto(`${app.origin}/history`);
  await expect(page.getByText('5000 comments', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expectNothingJumped(page, 'the long history at 360 px, its newest comments and then the rest');
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
  for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, 900);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(5_000);
  for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, -900);
  await expect(editor).toHaveValue(/typed while five thousand wait/);
  expect(await page.getByRole('article').count()).toBeLessThan(60);
});
