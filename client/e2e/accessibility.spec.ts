import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectNoFindingsInAnyLook, expectNoFindingsInBothThemes } from './axe.ts';
import { expectNothingJumped } from './jumps.ts';
import { approve, post, schedule, seedQueue, seedVoice } from './seed.ts';
import { openSignedIn, settled } from './steps.ts';

const screens = [
  '/',
  '/queue',
  '/scheduled',
  '/history',
  '/analytics',
  '/settings',
  '/nowhere',
  '/privacy',
] as const;
const sizes = [
  { width: 360, height: 800 },
  { width: 1440, height: 900 },
];

/** Every screen in every look, and how far things jumped while it loaded, on a phone and on a desktop. */
async function walk(page: Page, origin: string, state: string): Promise<void> {
  // Data that comes a little later than the page shows what it moves.
  await page.route(/\/api\/(?!auth|events)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    await route.continue();
  });
  for (const path of screens) {
    for (const size of sizes) {
      await page.setViewportSize(size);
      await page.goto(`${origin}${path}`);
      await settled(page);
      await expectNothingJumped(page, `${path}, ${state}, ${size.width} px`);
    }
    await expectNoFindingsInAnyLook(page, `${path}, ${state}`);
  }
}

test('signed out: every screen', async ({ page, app }) => {
  test.setTimeout(120_000);
  await walk(page, app.origin, 'signed out');
  await page.goto(app.origin);
  await page.getByRole('link', { name: 'What Chime In stores, and how to delete it' }).click();
  await expect(page.getByRole('heading', { name: 'What Chime In stores', level: 1 })).toBeVisible();
});

test('nothing there yet: every screen', async ({ page, app }) => {
  test.setTimeout(120_000);
  await openSignedIn(page, app.origin);
  await walk(page, app.origin, 'empty');
});

test('full: every screen, and the dialogs of the own words', async ({ page, app }) => {
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

  await page.goto(`${app.origin}/settings`);
  await page.emulateMedia({ forcedColors: 'active' });
  const behind = (selected: boolean) =>
    page
      .getByRole('tab', { selected })
      .first()
      .evaluate((tab) => getComputedStyle(tab).backgroundColor);
  expect(await behind(true), 'the open tab in the colours of the system').not.toBe(await behind(false));
  await page.emulateMedia({ forcedColors: 'none' });
  await page.getByRole('button', { name: 'Reword' }).first().click();
  await page.getByRole('button', { name: 'Paste Comments' }).click();
  await expectNoFindingsInBothThemes(page, 'pasting comments, and a rule being reworded');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show Them' }).click();
  await expect(page.getByRole('dialog', { name: 'Your own words' })).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'the own comments');
});
