import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectNoFindingsInBothThemes } from './axe.ts';
import { approve, post, seedQueue } from './seed.ts';
import { approveAll, expectToast, openSignedIn, postNow, refuseOnce } from './steps.ts';

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
const away = { status: 503, detail: 'Away for a moment.' };

async function openQueue(page: Page, origin: string, count: number) {
  await openSignedIn(page, origin);
  const items = await seedQueue(page, origin, count);
  await page.goto(`${origin}/queue`);
  await expect(page.getByText(`${count} left to review`)).toBeVisible();
  return items;
}

test('deciding, editing and removing one: what is said when it works and when it does not', async ({
  page,
  app,
}) => {
  const [first] = await openQueue(page, app.origin, 2);
  if (!first) throw new Error('Nothing was seeded.');
  await refuseOnce(page, 'PATCH', '/comments/*', away);
  await press(page, 'Approve');
  await expectToast(page, 'Update Failed', /Away for a moment\./);
  await press(page, 'Reject');
  await expectToast(page, 'Comment Rejected', 'Comment has been marked as rejected.');
  await press(page, 'Re-review');
  await expectToast(page, 'Comment Updated', 'Comment has been marked as pending.');
  await press(page, 'Approve');
  await expectToast(page, 'Comment Approved', 'Comment has been marked as approved.');
  await page.locator('[data-toaster]').getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, `Undid: approved "${first.comment.video.title}"`);

  const editor = page.getByRole('article').getByRole('textbox');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
  await editor.fill('In my own words.');
  await refuseOnce(page, 'PATCH', '/comments/*', away);
  await press(page, 'Save');
  await expectToast(page, 'Save Failed', /Away for a moment\./);
  await expect(editor).toHaveValue('In my own words.');
  await press(page, 'Save');
  await expectToast(page, 'Comment Saved', 'Your comment edits have been saved.');

  await refuseOnce(page, 'DELETE', '/queue/*', away);
  await press(page, 'Remove from queue');
  await expectToast(page, 'Remove Failed', /Away for a moment\./);
  await press(page, 'Remove from queue');
  await expectToast(page, 'Removed from Queue', 'Item has been removed from your review queue.');
});

test('the schedule dialog for one: quick, custom, a time that has passed, a refusal', async ({
  page,
  app,
}) => {
  const [item] = await openQueue(page, app.origin, 1);
  if (!item) throw new Error('Nothing was seeded.');
  await press(page, 'Approve');
  await press(page, 'Schedule');
  const dialog = page.getByRole('dialog', { name: 'Schedule Comment' });
  for (const minutes of [5, 10, 15, 20, 30])
    await expect(dialog.getByRole('radio', { name: `${minutes} min`, exact: true })).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'schedule dialog');
  await dialog.getByRole('radio', { name: 'Custom' }).click();
  await expectNoFindingsInBothThemes(page, 'schedule dialog, custom');
  await dialog.getByLabel('Date and time').fill('2020-01-01T10:00');
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(dialog.getByText('That time has passed. Choose one later than now.')).toBeVisible();
  await dialog.getByRole('radio', { name: '20 min' }).click();
  await refuseOnce(page, 'PATCH', '/queue/*', away);
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expectToast(page, 'Scheduling Failed', 'Failed to schedule comment');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expectToast(page, 'Comment Scheduled', 'Comment has been scheduled for posting.');
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: /^Scheduled/ }).click();
  await expect(page.getByText(item.comment.content)).toBeVisible();
});

test('all at once: approving, scheduling with a preset, posting after one question', async ({
  page,
  app,
}) => {
  const items = await openQueue(page, app.origin, 4);
  await approveAll(page);
  await expectToast(page, 'All Comments Approved', 'All pending comments have been approved.');
  await page.getByRole('button', { name: 'Post Approved Now (4)' }).click();
  const question = page.getByRole('alertdialog', { name: 'Post 4 comments now?' });
  await expect(question.getByText('Ada Example')).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'posting all');
  await app.sandbox.fault({
    match: { method: 'POST', path: '/youtube/v3/commentThreads' },
    times: 1,
    fault: { kind: 'status', reason: 'rateLimitExceeded', status: 429 },
  });
  await question.getByRole('button', { name: 'Post 4 Now' }).click();
  await expectToast(page, 'Bulk Posting Failed', /^Failed to post all comments/);

  await page.getByRole('button', { name: 'Schedule Approved (4)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule Approved Comments' });
  for (const name of [/^Quick/, /^Hourly/, /^Daily/]) await dialog.getByRole('radio', { name }).click();
  await expect(dialog.getByRole('list').first().getByRole('listitem')).toHaveCount(4);
  await expectNoFindingsInBothThemes(page, 'bulk schedule');
  await dialog.getByRole('radio', { name: /^Hourly/ }).click();
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expectToast(page, 'Comments Scheduled', /^4 comments scheduled with /);
  await expect(page.getByText('Queue is Empty')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Scheduled/ })).toContainText(String(items.length));
});

test('posting all that are approved', async ({ page, app }) => {
  await openQueue(page, app.origin, 3);
  await approveAll(page);
  await page.getByRole('button', { name: 'Post Approved Now (3)' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Post 3 Now' }).click();
  await expectToast(page, 'Bulk Posting Complete', 'Successfully posted 3 comment(s) to YouTube.');
  expect(await app.sandbox.comments()).toHaveLength(3);
});

test('the keys dialog and the export menu', async ({ page, app }) => {
  await openQueue(page, app.origin, 1);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'keys');
  await page.keyboard.press('Escape');
  for (const [entry, ending] of [
    ['As CSV, for a spreadsheet', /\.csv$/],
    ['As JSON, with everything', /\.json$/],
  ] as const) {
    await page.getByRole('button', { name: 'Export Queue' }).click();
    await expectNoFindingsInBothThemes(page, 'export menu');
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: entry }).click();
    expect((await download).suggestedFilename()).toMatch(ending);
  }
});

test.describe('on a clock that can be moved', () => {
  test.use({ hasMovableClock: true });

  test('what YouTube never confirmed is tried again only after a question', async ({ page, app }) => {
    const [item] = await openQueue(page, app.origin, 1);
    if (!item) throw new Error('Nothing was seeded.');
    await approve(page, app.origin, item.comment.id);
    await app.sandbox.fault({
      match: { method: 'POST', path: '/youtube/v3/commentThreads' },
      fault: { kind: 'reset' },
    });
    await post(page, app.origin, item.comment.id);
    for (const minutes of [2, 12]) {
      app.advance(minutes * 60_000);
      await expect
        .poll(async () => {
          const looks = await page.request.get(`${app.sandbox.origin}/sandbox/requests`);
          const requests = (await looks.json()) as { method: string; path: string }[];
          return requests.filter(({ method, path }) => method === 'GET' && path.endsWith('/commentThreads'))
            .length;
        })
        .toBe(minutes === 2 ? 1 : 2);
    }
    await press(page, 'Retry');
    const question = page.getByRole('alertdialog', { name: 'It may be held for review' });
    await expectNoFindingsInBothThemes(page, 'trying again');
    await question.getByRole('button', { name: 'Approve It Again' }).click();
    await expectToast(page, 'Comment Approved');
    expect(await app.sandbox.comments()).toEqual([]);
    await postNow(page);
    await expectToast(page, 'Comment Posted to YouTube!', /successfully posted to the video/);
  });
});
