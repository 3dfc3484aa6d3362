import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectToast, openSignedIn, search } from './steps.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Generate Comment' });
const free = (page: Page) =>
  page.getByRole('button', { name: 'Generate Comment' }).and(page.locator(':enabled'));

/** Counts real presses: clicks on anything and keys that act. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counter = window as unknown as { presses: number };
    counter.presses = 0;
    for (const name of ['pointerdown', 'keydown'])
      window.addEventListener(name, () => (counter.presses += 1), { capture: true });
  });
  return () => page.evaluate(() => (window as unknown as { presses: number }).presses);
}

test('a found video is scheduled with two presses, and posted with three (rules 2.11, 7.13)', async ({
  page,
  app,
}) => {
  await openSignedIn(page, app.origin);
  await search(page, 'kubernetes');
  const presses = await countPresses(page);
  await free(page).first().click();
  const schedule = dialog(page).getByRole('button', { name: /^Approve & Schedule/ });
  await expect(schedule).toBeDisabled();
  await expect(schedule).toBeEnabled();
  const text = await dialog(page).getByRole('textbox', { name: 'Generated comment' }).inputValue();
  const at = await schedule.locator('time').getAttribute('datetime');
  await schedule.click();
  await expectToast(page, 'Comment Scheduled', 'Comment has been scheduled for posting.');
  expect(await presses()).toBe(2);
  await expect(dialog(page)).toBeHidden();
  const queue = await (await page.request.get(`${app.origin}/api/queue?scheduled=true`)).json();
  expect(queue).toEqual([
    expect.objectContaining({
      scheduledFor: at,
      autoPost: true,
      comment: expect.objectContaining({ content: text, status: 'approved' }),
    }),
  ]);
  expect(await app.sandbox.comments()).toEqual([]);

  await free(page).first().click();
  const postNow = dialog(page).getByRole('button', { name: 'Post Now' });
  await expect(postNow).toBeEnabled();
  const second = await dialog(page).getByRole('textbox', { name: 'Generated comment' }).inputValue();
  await postNow.click();
  expect(await app.sandbox.comments()).toEqual([]);
  await dialog(page)
    .getByRole('button', { name: /^Post as / })
    .click();
  await expectToast(page, 'Comment Posted to YouTube!');
  expect(await presses()).toBe(2 + 3);
  expect((await app.sandbox.comments()).map((comment) => comment.text)).toEqual([second]);
});

test('Cancel discards a draft nobody touched, and keeps one that was edited (rule 2.11)', async ({
  page,
  app,
}) => {
  const comments = async () =>
    ((await (await page.request.get(`${app.origin}/api/comments`)).json()) as { content: string }[]).map(
      ({ content }) => content,
    );
  await openSignedIn(page, app.origin);
  await search(page, 'kubernetes');
  const opener = free(page).first();
  await opener.click();
  await expect(dialog(page).getByRole('button', { name: 'Generate Again' })).toBeVisible();
  expect(await comments()).toHaveLength(1);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect.poll(comments).toEqual([]);
  await expect(opener).toBeEnabled();
  await expect(opener).toBeFocused();

  await opener.click();
  await expect(dialog(page).getByRole('button', { name: 'Generate Again' })).toBeVisible();
  await dialog(page).getByRole('textbox', { name: 'Generated comment' }).fill('In my own words.');
  await dialog(page).getByRole('button', { name: 'Save Edits' }).click();
  await expectToast(page, 'Comment Saved');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toBeHidden();
  expect(await comments()).toEqual(['In my own words.']);
});

test('Add & Next works through the selected videos with one key each', async ({ page, app }) => {
  await openSignedIn(page, app.origin);
  await search(page, 'kubernetes');
  const rows = page
    .getByRole('region', { name: 'Results' })
    .getByRole('listitem')
    .filter({ has: free(page) });
  for (const at of [0, 1]) await rows.nth(at).getByRole('checkbox').click();
  await rows.nth(0).getByRole('button', { name: 'Generate Comment' }).click();
  await expect(dialog(page).getByText('1 of 2 selected')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Add & Next' })).toBeEnabled();
  await dialog(page).getByRole('textbox', { name: 'Generated comment' }).press('ControlOrMeta+Enter');
  await expect(dialog(page).getByText('2 of 2 selected')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Generate Again' })).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Add & Next' })).toBeDisabled();
  await dialog(page).getByRole('textbox', { name: 'Generated comment' }).press('ControlOrMeta+Enter');
  await expect(dialog(page)).toBeHidden();
  const queue = (await (await page.request.get(`${app.origin}/api/queue`)).json()) as unknown[];
  expect(queue).toHaveLength(2);
});

test('an address, a reload, Back and Forward draft, store, search and post nothing', async ({
  page,
  app,
}) => {
  await openSignedIn(page, app.origin);
  await search(page, 'kubernetes');
  await free(page).first().click();
  await expect(dialog(page).getByRole('button', { name: 'Generate Again' })).toBeVisible();
  const opened = new URL(page.url());
  expect(opened.searchParams.get('generate')).toMatch(/^\d+$/);
  await page.goBack();
  await expect(dialog(page)).toBeHidden();
  expect(new URL(page.url()).searchParams.has('generate')).toBe(false);
  await expect(page.getByText('videos for "kubernetes"')).toBeVisible();

  const changes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && request.method() !== 'GET')
      changes.push(`${request.method()} ${pathname}`);
  });
  const searches = async () => {
    const { buckets } = await (await page.request.get(`${app.origin}/api/quota`)).json();
    return (buckets as { bucket: string; used: number }[]).find(({ bucket }) => bucket === 'search')?.used;
  };
  const spent = await searches();
  // Back left the draft: its address shows it, and drafts no other.
  await page.goForward();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Comment' })).not.toHaveValue('');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Connected to YouTube' })).toBeVisible();
  // One without a comment waits for its press.
  await page.goto(`${app.origin}/`);
  await expect(page.getByRole('heading', { name: 'Connected to YouTube' })).toBeVisible();
  for (const id of [1, 2]) {
    await page.goto(`${app.origin}/discover?generate=${id}`);
    await expect(page.getByText('Connected to YouTube')).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  expect(changes).toEqual([]);
  expect(await searches()).toBe(spent);
});
