import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectNoFindingsInBothThemes } from './axe.ts';
import { expectToast, openSignedIn, refuseOnce, settled } from './steps.ts';

const away = { status: 503, detail: 'Away for a moment.' };

async function openTab(page: Page, origin: string, tab: string): Promise<void> {
  await openSignedIn(page, origin);
  await page.goto(`${origin}/settings`);
  await settled(page);
  await page.getByRole('tab', { name: tab }).click();
}

test('voice profiles: created, edited, made active, exported, imported and deleted', async ({
  page,
  app,
}) => {
  await openTab(page, app.origin, 'All Profiles');
  await expect(page.getByText('No voice profiles created yet')).toBeVisible();
  await page.getByRole('button', { name: 'New Profile' }).click();
  const create = page.getByRole('dialog', { name: 'Create Voice Profile' });
  for (const tab of ['Voice & Style', 'Business Context', 'AI Framework', 'Basic Info']) {
    await create.getByRole('tab', { name: tab }).click();
    await expectNoFindingsInBothThemes(page, `profile dialog, ${tab}`);
  }
  await create.getByRole('button', { name: 'Create Profile' }).click();
  await expect(create.getByText('Profile name is required')).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'profile dialog with an error');
  await create.getByLabel('Profile Name').fill('Platform Engineer');
  for (const area of ['Kubernetes', ' Go ', '', 'CI', 'Observability']) {
    await create.getByLabel('Expertise Areas').fill(area);
    await page.keyboard.press('Enter');
  }
  await refuseOnce(page, 'POST', '/voice-profiles', away);
  await create.getByRole('button', { name: 'Create Profile' }).click();
  await expectToast(page, 'Error', /Away for a moment\./);
  await expect(create.getByLabel('Profile Name')).toHaveValue('Platform Engineer');
  await create.getByRole('button', { name: 'Create Profile' }).click();
  await expectToast(page, 'Success', 'Voice profile created successfully');
  const card = page.getByRole('article', { name: 'Platform Engineer' });
  await expect(card.getByText('Active', { exact: true })).toBeVisible();
  await expect(card.getByText('No description provided')).toBeVisible();
  await expect(card.getByText('+1 more')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Delete Platform Engineer' })).toBeDisabled();

  const download = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Export Platform Engineer' }).click();
  expect((await download).suggestedFilename()).toBe('voice-profile-platform-engineer.json');
  const file = JSON.parse(await readFile(await (await download).path(), 'utf8')) as { name: string };
  expect(file.name).toBe('Platform Engineer');

  await card.getByRole('button', { name: 'Edit Platform Engineer' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Voice Profile' });
  await edit.getByLabel('Description').fill('Plain words.');
  await edit.getByRole('button', { name: 'Update Profile' }).click();
  await expectToast(page, 'Success', 'Voice profile updated successfully');
  await expect(card.getByText('Plain words.')).toBeVisible();

  await page.request.post(`${app.origin}/api/voice-profiles`, { data: { name: 'Weekend voice' } });
  const second = page.getByRole('article', { name: 'Weekend voice' });
  await second.getByRole('button', { name: 'Set Active' }).click();
  await expectToast(page, 'Success', 'Settings updated successfully');
  await expect(second.getByText('Active', { exact: true })).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'two profiles');

  await card.getByRole('button', { name: 'Delete Platform Engineer' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Profile' });
  await expect(
    question.getByText('Are you sure you want to delete "Platform Engineer"? This action cannot be undone.'),
  ).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'deleting a profile');
  await refuseOnce(page, 'DELETE', '/voice-profiles/*', away);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Error', /Away for a moment\./);
  await card.getByRole('button', { name: 'Delete Platform Engineer' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Success', 'Voice profile deleted successfully');
  await expect(card).toBeHidden();

  await page.getByRole('tab', { name: 'Active Profile' }).click();
  await expect(page.getByRole('heading', { name: 'Weekend voice' })).toBeVisible();
});

test('general settings are saved, and a refusal keeps what was typed', async ({ page, app }) => {
  await openTab(page, app.origin, 'General Settings');
  await expectNoFindingsInBothThemes(page, 'general settings');
  await page.getByRole('switch', { name: 'Auto Queue: Enabled' }).click();
  await page.getByLabel('Posts per day').fill('7');
  await refuseOnce(page, 'PUT', '/user-settings', away);
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expectToast(page, 'Error', /Away for a moment\./);
  await expect(page.getByLabel('Posts per day')).toHaveValue('7');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expectToast(page, 'Success', 'Settings updated successfully');
  await page.reload();
  await page.getByRole('tab', { name: 'General Settings' }).click();
  await expect(page.getByLabel('Posts per day')).toHaveValue('7');
  await expect(page.getByRole('switch', { name: 'Auto Queue: Disabled' })).toBeVisible();
});

test('a backup is downloaded', async ({ page, app }) => {
  await openTab(page, app.origin, 'General Settings');
  await expect(page.getByText('No backup has been made yet.')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download a backup' }).click();
  expect((await download).suggestedFilename()).toMatch(/^chime-in-\d{4}-\d\d-\d\dT\d{6}Z\.jsonl\.gz$/);
  const content = gunzipSync(await readFile(await (await download).path())).toString();
  expect(JSON.parse(content.split('\n')[0] ?? '')).toMatchObject({
    format: 'chime-in backup',
    origin: 'sandbox',
  });
});

test('the theme is chosen by hand, and stays', async ({ page, app }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await openTab(page, app.origin, 'General Settings');
  const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
  const light = await ink();
  await page.getByRole('radio', { name: 'Dark' }).first().click();
  await expect.poll(ink).not.toBe(light);
  await page.reload();
  expect(await ink()).not.toBe(light);
});
