import type { Page } from '@playwright/test';
import { expect, test, testWithQueue } from './app.ts';
import { approve, seedQueue } from './seed.ts';
import {
  expectToast,
  free,
  generateFirst,
  openSignedIn,
  search,
  startSession,
} from './steps.ts';

interface Queued {
  commentId: number;
  scheduledFor: string | null;
  comment: { status: string; video: { title: string } };
}

const queueOf = async (page: Page, origin: string) =>
  (await (await page.request.get(`${origin}/api/queue`)).json()) as Queued[];

const openTitle = (page: Page) =>
  page.getByRole('article').getByRole('heading', { level: 2 });

const longQueue = testWithQueue(60);

longQueue(
  'the queue opens at the first pending comment even if it is not on the first page (rule 2.13)',
  async ({ page, app }) => {
    await startSession(page, app.origin);
    const items = await queueOf(page, app.origin);
    for (const { commentId } of items.slice(0, 55))
      await approve(page, app.origin, commentId);
    await page.goto(`${app.origin}/queue`);
    await expect(openTitle(page)).toHaveText(items[55]?.comment.video.title ?? '');
  },
);

test('undoing Approve All under a filter opens the first comment again', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  const [first] = await seedQueue(page, app.origin, 3);
  await page.goto(`${app.origin}/queue?filter=pending`);
  await page.getByRole('button', { name: 'Approve All', exact: true }).click();
  await page.getByRole('button', { name: 'Approve 3' }).click();
  await expectToast(page, 'All Comments Approved');
  await page.keyboard.press('u');
  await expect(openTitle(page)).toHaveText(first?.comment.video.title ?? '');
  await expect(page.getByRole('textbox', { name: 'Comment' })).toBeVisible();
});

test('the main button at the end of the queue schedules the approved comments', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  await seedQueue(page, app.origin, 2);
  await page.goto(`${app.origin}/queue`);
  await page.getByRole('article').getByRole('button', { name: 'Reject' }).click();
  // The pause after a decision refuses an immediate press.
  await expect(async () => {
    await page
      .getByRole('article')
      .getByRole('button', { name: 'Approve', exact: true })
      .click();
    await expect(page.getByRole('region', { name: 'That was the last one' })).toBeVisible(
      { timeout: 1_000 },
    );
  }).toPass();
  await page.getByRole('button', { name: /^Schedule 1 for / }).click();
  await expectToast(page, 'Comments Scheduled');
  const scheduled = (await queueOf(page, app.origin)).filter(
    ({ scheduledFor }) => scheduledFor !== null,
  );
  expect(scheduled.map(({ comment }) => comment.status)).toEqual(['approved']);
});

test('a draft can be approved and scheduled while the model still reads it', async ({
  page,
  app,
}) => {
  await app.sandbox.fault({
    match: { method: 'POST', path: '/v1/chat/completions' },
    after: 1,
    times: 0,
    fault: { kind: 'hang' },
  });
  await openSignedIn(page, app.origin, '/discover');
  await search(page, 'kubernetes');
  await free(page).first().click();
  const dialog = page.getByRole('dialog', { name: 'Generate Comment' });
  await expect(dialog.getByText('Reading it a second time…').first()).toBeVisible();
  const button = dialog.getByRole('button', { name: /^Approve & Schedule/ });
  await expect(button).toBeEnabled();
  const pressedAt = Date.now();
  await button.click();
  await expectToast(page, 'Comment Scheduled');
  await expect(dialog).toBeHidden();
  // The reading ends only after the model's time limit of a minute.
  expect(Date.now() - pressedAt).toBeLessThan(20_000);
});

test('fresh videos are selected with X and drafted together with G, as in a search (rule 14.10)', async ({
  page,
  app: { origin },
}) => {
  await openSignedIn(page, origin, '/discover?view=fresh');
  const listed = await (
    await page.request.get(`${origin}/api/channels/subscriptions`)
  ).text();
  await page.request.post(`${origin}/api/channels/import`, {
    data: { channelIds: listed.match(/UC[\w-]{22}/g) },
  });
  await page.getByRole('button', { name: / new$/ }).click();
  const rows = page.getByRole('region', { name: 'Fresh' }).getByRole('listitem');
  await expect(rows.nth(1)).toBeVisible();
  for (const key of ['j', 'x', 'j', 'x', 'g']) await page.keyboard.press(key);
  const dialog = page.getByRole('dialog', { name: 'Bulk Comment Generation' });
  await dialog.getByRole('button', { name: 'Generate 2 Comments' }).click();
  await dialog.getByRole('button', { name: 'Close' }).first().waitFor();
  await expect(dialog.getByText(/^\d generated, \d skipped, 0 failed/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('2 selected')).toBeHidden();
});

test('the draft dialog shows the active voice, and writes the next draft in another one (rule 2.11)', async ({
  page,
  app,
}) => {
  await openSignedIn(page, app.origin);
  const createVoice = async (name: string): Promise<number> => {
    const data = { name, description: 'Plain words.', expertiseAreas: ['Kubernetes'] };
    const created = await page.request.post(`${app.origin}/api/voice-profiles`, { data });
    return ((await created.json()) as { id: number }).id;
  };
  const active = await createVoice('At work');
  const other = await createVoice('At home');
  const data = { autoQueueEnabled: true, activeVoiceProfileId: active };
  await expect(
    await page.request.put(`${app.origin}/api/user-settings`, { data }),
  ).toBeOK();
  await search(page, 'kubernetes');
  const dialog = await generateFirst(page);
  const choice = dialog.getByRole('combobox', { name: 'Voice' });
  await expect(choice.locator('option:checked')).toHaveText('At work');
  await choice.selectOption('At home');
  const sent = page.waitForRequest(/\/api\/comments\/\d+\/regenerate$/);
  await dialog.getByRole('button', { name: 'Generate Again' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ voiceProfileId: other });
  await expect(dialog.getByRole('button', { name: 'Generate Again' })).toBeEnabled();
  const [comment] = (await (
    await page.request.get(`${app.origin}/api/comments`)
  ).json()) as {
    voiceProfileId: number;
  }[];
  expect(comment?.voiceProfileId).toBe(other);
});
