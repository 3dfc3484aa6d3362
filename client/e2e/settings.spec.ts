import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, test } from './app.ts';
import { expectNoFindingsInBothThemes } from './axe.ts';
import { expectToast, settled, startSession } from './steps.ts';

test('voice profiles are created, edited, made active, exported and deleted (rules 2.18, 2.19)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  await page.goto(`${app.origin}/settings`);
  await page.getByRole('tab', { name: 'All Profiles' }).click();
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
  await create.getByRole('button', { name: 'Create Profile' }).click();
  await expectToast(page, 'Success', 'Voice profile created successfully');
  const card = page.getByRole('article', { name: 'Platform Engineer' });
  await expect(card.getByText('Active', { exact: true })).toBeVisible();
  await expect(card.getByText('+1 more')).toBeVisible();

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
  await expectNoFindingsInBothThemes(page, 'deleting a profile');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Success', 'Voice profile deleted successfully');
  await expect(card).toBeHidden();
  await page.getByRole('tab', { name: 'Active Profile' }).click();
  await expect(page.getByRole('heading', { name: 'Weekend voice' })).toBeVisible();
});

test('general settings and the chosen theme hold after a reload, and a backup is downloaded (rule 3.9)', async ({
  page,
  app,
}) => {
  const openTab = async () => {
    await settled(page);
    await page.getByRole('tab', { name: 'General Settings' }).click();
  };
  await startSession(page, app.origin);
  await page.goto(`${app.origin}/settings`);
  await openTab();
  await expectNoFindingsInBothThemes(page, 'general settings');
  await page.getByRole('switch', { name: 'Auto Queue: Enabled' }).click();
  await page.getByLabel('Posts per day').fill('7');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expectToast(page, 'Success', 'Settings updated successfully');
  await expect(page.getByText('No backup has been made yet.')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download a backup' }).click();
  expect((await download).suggestedFilename()).toMatch(/^chime-in-\d{4}-\d\d-\d\dT\d{6}Z\.jsonl\.gz$/);
  const content = gunzipSync(await readFile(await (await download).path())).toString();
  expect(JSON.parse(content.split('\n')[0] ?? '')).toMatchObject({ format: 'chime-in backup' });
  const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
  const light = await ink();
  await page.getByRole('radio', { name: 'Dark' }).first().click();
  await expect.poll(ink).not.toBe(light);
  await page.reload();
  expect(await ink()).not.toBe(light);
  await openTab();
  await expect(page.getByLabel('Posts per day')).toHaveValue('7');
  await expect(page.getByRole('switch', { name: 'Auto Queue: Disabled' })).toBeVisible();
});
