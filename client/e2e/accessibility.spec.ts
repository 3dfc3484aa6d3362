import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectNoFindings, expectNoFindingsInBothThemes } from './axe.ts';
import { approve, post, schedule, seedQueue, seedVoice } from './seed.ts';
import { openSignedIn, settled } from './steps.ts';

const screens = ['/', '/queue', '/scheduled', '/history', '/analytics', '/settings', '/nowhere'] as const;
const themes = ['light', 'dark'] as const;
const widths = [1440, 360] as const;

/** Every screen in both themes and both widths, by axe, and without anything wider than the window. */
async function walk(page: Page, origin: string, state: string): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of screens) {
        await page.goto(`${origin}${path}`);
        await settled(page);
        const what = `${path}, ${state}, ${colorScheme}, ${width} px`;
        await expectNoFindings(page, what);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, what).toBeLessThanOrEqual(0);
      }
    }
  }
}

test('signed out: every screen', async ({ page, app }) => {
  test.setTimeout(120_000);
  await walk(page, app.origin, 'signed out');
});

test('nothing there yet: every screen', async ({ page, app }) => {
  test.setTimeout(120_000);
  await openSignedIn(page, app.origin);
  await walk(page, app.origin, 'empty');
});

test('full: every screen, and the dialogs', async ({ page, app }) => {
  test.setTimeout(150_000);
  await openSignedIn(page, app.origin);
  const items = await seedQueue(page, app.origin, 8);
  for (const { comment } of items.slice(0, 4)) await approve(page, app.origin, comment.id);
  const [posted, failed, scheduled] = items;
  if (!posted || !failed || !scheduled) throw new Error('Nothing was seeded.');
  await post(page, app.origin, posted.comment.id);
  await app.sandbox.fault({
    match: { method: 'POST', path: '/youtube/v3/commentThreads' },
    fault: { kind: 'status', reason: 'commentsDisabled' },
  });
  await expect(post(page, app.origin, failed.comment.id)).rejects.toThrow(/409/);
  await schedule(page, app.origin, scheduled.id, new Date(Date.now() + 3 * 3_600_000));
  await page.request.post(`${app.origin}/api/voice-profiles`, { data: { name: 'Platform engineer' } });
  await seedVoice(page, app.origin, items.slice(4, 6));
  await walk(page, app.origin, 'full');

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${app.origin}/queue`);
  await expect(page.getByText('left to review')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoFindings(page, 'the keys');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Schedule Approved/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoFindings(page, 'bulk schedule');
  await page.goto(`${app.origin}/settings`);
  await page.getByRole('button', { name: 'Reword' }).first().click();
  await page.getByRole('button', { name: 'Paste Comments' }).click();
  await expectNoFindingsInBothThemes(page, 'pasting comments, and a rule being reworded');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show Them' }).click();
  await expect(page.getByRole('dialog', { name: 'Your own words' })).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'the own comments');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'All Profiles' }).click();
  await page.getByRole('button', { name: 'New Profile' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Voice Profile' });
  for (const tab of ['Basic Info', 'Voice & Style', 'Business Context', 'AI Framework']) {
    await dialog.getByRole('tab', { name: tab }).click();
    await expectNoFindings(page, `profile dialog, ${tab}`);
  }
});
