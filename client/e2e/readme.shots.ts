import { join } from 'node:path';
import { expect, test } from './app.ts';
import { generateFirst, search, settled, startSession } from './steps.ts';

test.use({ isAsShipped: true, viewport: { width: 1280, height: 800 } });

const folder = join(import.meta.dirname, '../../server/docs/images');

test('the pictures of README', async ({ page, app }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const shoot = (name: string) => page.screenshot({ path: join(folder, `${name}.png`) });
  const open = async (path: string) => {
    await page.goto(`${app.origin}${path}`);
    await settled(page);
  };
  await startSession(page, app.origin);
  await open('/discover?setup=open');
  await page
    .getByRole('button', { name: 'Look around with a month of sample data' })
    .click();
  await page.getByRole('link', { name: /^Scheduled \d/ }).waitFor();

  await open('/queue');
  await expect(page.getByRole('article').getByRole('textbox').first()).toBeVisible();
  await shoot('queue');
  await open('/discover');
  await search(page, 'kubernetes');
  await shoot('discover');
  const dialog = await generateFirst(page);
  await expect(dialog.getByText('Reading it a second time…').first()).toBeHidden();
  await shoot('generate');
  await page.keyboard.press('Escape');
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await open('/scheduled?view=week');
  await shoot('scheduled');
  await open('/analytics');
  await shoot('analytics');
});
