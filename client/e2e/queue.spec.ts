import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectNoFindingsInBothThemes } from './looks.ts';
import { seedQueue } from './seed.ts';
import { approveAll, expectToast, openRow, signIn, startSession } from './steps.ts';

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click();

async function openQueue(page: Page, origin: string, count: number) {
  const items = await seedQueue(page, origin, count);
  await page.goto(`${origin}/queue`);
  await expect(page.getByText(/\d to review/)).toBeVisible();
  return items;
}

test('one comment is decided, edited, exported and scheduled (rules 2.13, 2.14)', async ({ page, app }) => {
  await startSession(page, app.origin);
  await openQueue(page, app.origin, 1);
  await press(page, 'Reject');
  await expectToast(page, 'Comment Rejected', 'Comment has been marked as rejected.');
  await openRow(page, 0);
  await press(page, 'Re-review');
  await expectToast(page, 'Comment Updated', 'Comment has been marked as pending.');
  const editor = page.getByRole('article').getByRole('textbox');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
  await editor.fill('In my own words.');
  await press(page, 'Save');
  await expectToast(page, 'Comment Saved', 'Your comment edits have been saved.');

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

  await press(page, 'Approve');
  await openRow(page, 0);
  await press(page, 'Schedule');
  const dialog = page.getByRole('dialog', { name: 'Schedule Comment' });
  await expectNoFindingsInBothThemes(page, 'schedule dialog');
  await dialog.getByRole('radio', { name: 'Custom' }).click();
  await expectNoFindingsInBothThemes(page, 'schedule dialog, custom');
  await dialog.getByLabel('Date and time').fill('2020-01-01T10:00');
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(dialog.getByText('That time has passed. Choose one later than now.')).toBeVisible();
  await dialog.getByRole('radio', { name: /^In 20 minutes/ }).click();
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expectToast(page, 'Comment Scheduled', 'Comment has been scheduled for posting.');
  await page.getByRole('link', { name: /^Scheduled/ }).click();
  await expect(page.getByText('In my own words.')).toBeVisible();
});

test('all are approved, then posted after one question or scheduled by a preset (rules 7.13, 9.5)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  await openQueue(page, app.origin, 3);
  await approveAll(page);
  await expectToast(page, 'All Comments Approved', 'All pending comments have been approved.');
  await page.getByRole('button', { name: 'Post Approved Now (3)' }).click();
  const question = page.getByRole('alertdialog', { name: 'Post 3 comments now?' });
  await expect(question.getByText('Ada Example')).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'posting all');
  await question.getByRole('button', { name: 'Post 3 Now' }).click();
  await expectToast(page, 'Bulk Posting Complete', 'Successfully posted 3 comment(s) to YouTube.');
  expect(await app.sandbox.comments()).toHaveLength(3);

  await openQueue(page, app.origin, 4);
  await approveAll(page);
  await page.getByRole('button', { name: 'Schedule Approved (4)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule Approved Comments' });
  for (const name of [/^Quick/, /^Daily/, /^Hourly/]) await dialog.getByRole('radio', { name }).click();
  await expect(dialog.getByRole('list').first().getByRole('listitem')).toHaveCount(4);
  await expectNoFindingsInBothThemes(page, 'bulk schedule');
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expectToast(page, 'Comments Scheduled', /^4 comments scheduled with /);
  await expect(page.getByText('Queue is Empty')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Scheduled/ })).toContainText('4');
});

test.describe('nothing typed is lost', () => {
  const editor = (page: Page) => page.getByRole('article').getByRole('textbox').first();

  async function openQueue(page: Page, origin: string): Promise<void> {
    await page.goto(`${origin}/queue`);
    await expect(editor(page)).toBeVisible();
  }

  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

  test('two tabs: the second one to save is shown both texts and chooses (rule 2.20)', async ({
    page,
    app,
    context,
  }) => {
    await startSession(page, app.origin);
    await seedQueue(page, app.origin, 1);
    const other = await context.newPage();
    await openQueue(page, app.origin);
    await openQueue(other, app.origin);
    await editor(page).fill('Typed in the first tab.');
    await editor(other).fill('Typed in the second tab.');
    await save(page);
    await expectToast(page, 'Comment Saved');

    await expect(other.getByText('Typed in the first tab.')).toBeVisible();
    await expect(editor(other)).toHaveValue('Typed in the second tab.');
    await other.getByRole('button', { name: 'Keep My Text' }).click();
    await save(other);
    await expectToast(other, 'Comment Saved');
    await expect(editor(page)).toHaveValue('Typed in the second tab.');
  });

  test('a cut network, a reload and an ended session keep what was typed (rule 2.20)', async ({
    page,
    app,
    context,
  }) => {
    await startSession(page, app.origin);
    await seedQueue(page, app.origin, 1);
    await openQueue(page, app.origin);
    await context.setOffline(true);
    await expect(page.getByText('You are offline')).toBeVisible();
    await editor(page).fill('Written on a train.');
    await save(page);
    await expectToast(page, 'Save Failed');
    await expect(editor(page)).toHaveValue('Written on a train.');
    await context.setOffline(false);
    await page.reload();
    await expect(editor(page)).toHaveValue('Written on a train.');

    await page.request.post(`${app.origin}/api/auth/logout`);
    await save(page);
    await expect(page.getByRole('heading', { name: 'YouTube Authentication Required' })).toBeVisible();
    await signIn(page);
    await expect(editor(page)).toHaveValue('Written on a train.');
    await save(page);
    await expectToast(page, 'Comment Saved');
  });
});
