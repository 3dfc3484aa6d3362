import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { noticeReceivers } from '../../server/testing/notice-receivers.ts';
import { expect, test } from './app.ts';
import { expectNoFindingsInAnyLook, expectNoFindingsInBothThemes } from './looks.ts';
import { expectToast, settled, startSession } from './steps.ts';

test('the dialogs of voice profiles are accessible, and an export downloads a file (rules 2.18, 2.19)', async ({
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
  await create.getByRole('button', { name: 'Create Profile' }).click();
  await expectToast(page, 'Success', 'Voice profile created successfully');
  await page.request.post(`${app.origin}/api/voice-profiles`, {
    data: { name: 'Weekend voice' },
  });
  await expect(page.getByRole('article', { name: 'Weekend voice' })).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'two profiles');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Platform Engineer' }).click();
  const file = JSON.parse(await readFile(await (await download).path(), 'utf8')) as {
    name: string;
  };
  expect(file.name).toBe('Platform Engineer');
  await page.getByRole('button', { name: 'Delete Platform Engineer' }).click();
  await expectNoFindingsInBothThemes(page, 'deleting a profile');
});

test('general settings and the theme survive a reload, a backup downloads, the setup is checked (rules 3.9, 6.9)', async ({
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
  // The nightly backup may have been made in the meantime.
  await expect(
    page.getByText(/^(No backup has been made yet|Last backup)/),
  ).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download a backup' }).click();
  expect((await download).suggestedFilename()).toMatch(
    /^chime-in-\d{4}-\d\d-\d\dT\d{6}Z\.jsonl\.gz$/,
  );
  const content = gunzipSync(await readFile(await (await download).path())).toString();
  expect(JSON.parse(content.split('\n')[0] ?? '')).toMatchObject({
    format: 'chime-in backup',
  });
  await page.getByRole('button', { name: 'Check the setup' }).click();
  await expect(page.getByText('Comments are posted as “Ada Example”.')).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'the setup, checked (rule 6.9)');
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

test('the time zone is shown and changed in General Settings, and the slots follow it (rule 7.18)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  await page.goto(`${app.origin}/settings?tab=general`);
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await expect(zone).toHaveValue('UTC');
  await zone.selectOption('Europe/Berlin');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expectToast(page, 'Success', 'Settings updated successfully');
  await expect(page.getByText('This browser is in UTC.')).toBeVisible();
  await page.reload();
  await expect(zone).toHaveValue('Europe/Berlin');
  await page.goto(`${app.origin}/scheduled?slots=edit`);
  const slots = page.getByRole('dialog', { name: 'Posting slots' });
  await expect(slots.getByText(/are those of Europe\/Berlin\./)).toBeVisible();
});

test('a language model is listed, tested and connected in Settings, and then writes drafts (rules 8.7, 8.8)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  await page.goto(`${app.origin}/settings?tab=general`);
  await page.getByRole('button', { name: 'Connect Yours' }).click();
  const form = page.getByRole('form', { name: 'Language model' });
  await form.getByLabel('Server').selectOption('Another OpenAI-compatible server');
  const test = form.getByRole('button', { name: 'Test' });
  await test.click();
  await expect(form.getByText('Choose a model')).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'language model with errors');

  await form.getByLabel('Model', { exact: true }).fill('some-model');
  await form.getByLabel('Address').fill(`${app.sandbox.origin}/v1`);
  await form.getByRole('button', { name: 'List Models' }).click();
  await expect(form.getByText('2 models to choose from.')).toBeVisible();
  await form.getByLabel(/^API key/).fill('sk-a-key-of-mine');
  await test.click();
  await expect(form.getByText('Structured answers')).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'language model, tested');

  await page.reload();
  await expect(form.getByText('Your unsaved changes were restored.')).toBeVisible();
  await expect(form.getByLabel('Model', { exact: true })).toHaveValue('some-model');
  await expect(form.getByLabel(/^API key/)).toHaveValue('');
  await form.getByRole('button', { name: 'Save Model' }).click();
  await expectToast(page, 'Success', 'Settings updated successfully');
  await expect(page.getByText(/^Drafts come from some-model at .*\.$/)).toBeVisible();
  const videos = await page.request.get(`${app.origin}/api/videos/search?q=kubernetes`);
  const [video] = (
    (await videos.json()) as { videos: { id: number; commentCount: number | null }[] }
  ).videos.filter(({ commentCount }) => commentCount !== null);
  const drafted = await page.request.post(`${app.origin}/api/comments/generate`, {
    data: { videoId: video?.id, style: 'insightful' },
  });
  expect(((await drafted.json()) as { comment: { model: string } }).comment.model).toBe(
    'some-model',
  );
});

test.describe('notices (rules 15.1, 15.5, 15.8, 15.9)', () => {
  test('are listed under the bell, tested and sent on the chosen channels, and a token is shown once', async ({
    page,
    app,
  }) => {
    const { mail, ntfy, webhook, close } = await noticeReceivers();
    await startSession(page, app.origin);
    // Turned off, so that the test does not depend on the time of day.
    await page.request.put(`${app.origin}/api/notices/settings`, {
      data: { quietOn: false },
    });
    await app.sandbox.revoke('ada');
    // This request to Google reveals that the grant has ended.
    await page.request.get(`${app.origin}/api/videos/search?q=terraform`);
    app.hurry(10);
    await page.goto(`${app.origin}/settings`);
    await page.getByRole('button', { name: 'Notices, 1 new' }).click();
    const list = page.getByRole('region', { name: 'Notices' });
    await expect(
      list.getByRole('link', { name: /^New: Posting is paused\s*Google no/ }),
    ).toBeVisible();
    await expectNoFindingsInAnyLook(page, 'the open bell');
    await expect(
      page.getByRole('button', { name: 'Notices', exact: true }),
    ).toBeVisible();
    await list.getByRole('link', { name: 'Settings' }).click();

    const tried = async (
      channel: string,
      fields: Record<string, string>,
      answer: RegExp,
    ) => {
      const form = page.getByRole('form', { name: channel });
      for (const [label, value] of Object.entries(fields))
        await form.getByLabel(label).fill(value);
      await form.getByRole('button', { name: 'Send a Test' }).click();
      await expect(form.getByText(answer)).toBeVisible();
    };
    const email = {
      'Mail server': '127.0.0.1',
      From: 'chime@example.org',
      To: 'ada@example.org',
    };
    await tried(
      'E-mail',
      { ...email, Port: '1' },
      /^Not sent\. Nothing answers at this address\.$/,
    );
    await tried('E-mail', { Port: String(mail.port) }, /^Sent\. It answered: 250 /);
    await tried(
      'ntfy',
      { Server: ntfy.origin, Topic: 'chime', 'Access token': 'tk_1' },
      /answered: 200 OK/,
    );
    await page
      .getByRole('form', { name: 'Webhook' })
      .getByRole('button', { name: 'Make a Secret' })
      .click();
    await tried('Webhook', { Address: webhook.origin }, /answered: 200 OK/);
    expect(ntfy.received[0]?.headers.authorization).toBe('Bearer tk_1');
    expect(webhook.received[0]?.headers['webhook-signature']).toMatch(/^v1,/);

    await page.getByLabel('Name of a new token').fill('Gatus');
    await page.getByRole('button', { name: 'Make a Token' }).click();
    const token = (await page.getByText(/^chimein_/).textContent()) ?? '';
    await expectNoFindingsInAnyLook(page, 'notices in Settings');
    await page.reload();
    await expect(
      page.getByRole('button', { name: 'Delete the token Gatus' }),
    ).toBeVisible();
    await expect(page.getByText(token)).toBeHidden();

    await startSession(page, app.origin);
    await expect
      .poll(() => mail.mails.at(-1)?.text)
      .toContain('Scheduled comments go out again.');
    await expect(page.getByText('E-mail: Sent')).toBeVisible();
    await close();
    await page.setContent(mail.mails.at(-1)?.html ?? '');
    await expect(
      page.getByRole('heading', { name: 'Posting has resumed' }),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open Chime In' })).toHaveAttribute(
      'href',
      /\/scheduled$/,
    );
    await expectNoFindingsInAnyLook(page, 'an e-mail');
  });
});
