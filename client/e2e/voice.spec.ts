import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectNoFindingsInBothThemes } from './looks.ts';
import { approve, seedQueue } from './seed.ts';
import { free, openSignedIn, search, startSession } from './steps.ts';

const model = { method: 'POST', path: '/v1/chat/completions' };

/**
 * Opens the Generate dialog of the first video that has no comment yet, which starts its
 * draft.
 */
async function openGenerate(page: Page) {
  await search(page, 'python');
  await free(page).first().click();
  const dialog = page.getByRole('dialog', { name: 'Generate Comment' });
  const text = dialog.getByRole('textbox', { name: 'Generated comment' });
  return { dialog, text };
}

test('a stopped draft keeps its text and continues from it (rule 2.20)', async ({
  page,
  app,
}) => {
  await openSignedIn(page, app.origin);
  const stall = { kind: 'model', behaviour: 'stream-stall', words: 12 };
  await app.sandbox.fault({ match: model, fault: stall });
  const { dialog, text } = await openGenerate(page);
  await expect(text).not.toHaveValue('');
  await expect(text).toHaveAttribute('readonly');
  await expectNoFindingsInBothThemes(page, 'while words come');
  const came = await text.inputValue();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(
    dialog.getByText('You stopped the draft. The text so far is kept.'),
  ).toBeVisible();
  await expect(text).toHaveValue(came);
  await expectNoFindingsInBothThemes(page, 'a stopped draft');

  await dialog.getByRole('button', { name: 'Continue Draft' }).click();
  await expect(dialog.getByRole('button', { name: 'Generate Again' })).toBeVisible();
  const whole = await text.inputValue();
  expect(whole.startsWith(came.trim())).toBe(true);
  expect(whole.length).toBeGreaterThan(came.length);
});

test('two other takes are shown beside the draft and picked by key', async ({
  page,
  app,
}) => {
  await openSignedIn(page, app.origin);
  const { dialog, text } = await openGenerate(page);
  const choice = (place: number) =>
    dialog.getByRole('button', { name: new RegExp(`^Draft ${place}`) });
  await dialog.getByRole('button', { name: 'Two other takes' }).click();
  await expect(choice(3)).toBeVisible();
  const left = await choice(1).boundingBox();
  const right = await choice(3).boundingBox();
  expect(left?.y).toBe(right?.y);
  const first = await text.inputValue();
  await choice(1).focus();
  await page.keyboard.press('3');
  await expect(choice(3)).toHaveAttribute('aria-pressed', 'true');
  await expect(text).not.toHaveValue(first);
  await expectNoFindingsInBothThemes(page, 'three drafts');
  await page.keyboard.press('1');
  await expect(text).toHaveValue(first);

  await page.setViewportSize({ width: 360, height: 900 });
  // The drafts are side by side, can be swiped through, and have a fixed width.
  const one = await choice(1).boundingBox();
  const two = await choice(2).boundingBox();
  expect(one?.y).toBe(two?.y);
  expect(one?.width).toBe(268);
  await expectNoFindingsInBothThemes(page, 'three drafts, 360 px');
});

test('a style rule learned from edits is accepted, reaches the next prompt, and ends on going back (rule 8.1)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  await page.request.post(`${app.origin}/api/voice-profiles`, {
    data: { name: 'Platform engineer' },
  });
  const drafts = await seedQueue(page, app.origin, 8);
  const edited = drafts
    .filter(({ comment }) => !comment.content.endsWith('?'))
    .slice(0, 2);
  expect(edited).toHaveLength(2);
  for (const { comment } of edited) {
    const content = `${comment.content} How did you measure it?`;
    await page.request.patch(`${app.origin}/api/comments/${comment.id}`, {
      data: { content },
    });
    await approve(page, app.origin, comment.id);
  }
  const rule = 'End with a question to the author.';

  await page.goto(`${app.origin}/settings`);
  await page.getByRole('button', { name: 'Learn from My Edits' }).click();
  const proposed = page.getByRole('listitem').filter({ hasText: rule }).first();
  await proposed.getByText('Based on 2 of your edits').click();
  await expect(proposed.getByText(/How did you measure it\?/).first()).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'a proposed rule');
  await proposed.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('button', { name: 'Drop' })).toBeVisible();
  await expect(page.getByText('Accepted a rule')).toBeVisible();

  await page.goto(app.origin);
  const { dialog } = await openGenerate(page);
  await dialog.getByText('Why this draft').click();
  await expect(dialog.getByText('Rules it kept to')).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: rule })).toHaveCount(1);
  await expect(dialog.getByText('Platform engineer, version 2')).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'why this draft');

  await page.goto(`${app.origin}/settings`);
  await page.getByRole('button', { name: 'Go back to version 1' }).click();
  await expect(page.getByText('Went back to version 1')).toBeVisible();
  await page.goto(app.origin);
  const { dialog: next } = await openGenerate(page);
  await next.getByText('Why this draft').click();
  await expect(next.getByText('Platform engineer, version 3')).toBeVisible();
  await expect(next.getByRole('listitem').filter({ hasText: rule })).toHaveCount(0);
});
