import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectNoFindingsInAnyLook, expectNoFindingsInBothThemes } from './looks.ts';
import { seedQueue } from './seed.ts';
import { expectToast, signIn, startSession } from './steps.ts';

/**
 * Expects a visible focus ring: on the focused element, on the box around a text, or on
 * the open comment's pane.
 */
async function expectRing(page: Page): Promise<void> {
  const ring = () =>
    page.evaluate(() => {
      const focused = document.activeElement;
      const around = focused?.matches('textarea') ? focused.closest('.border') : null;
      const boxes = [
        focused,
        around,
        focused?.matches('article') ? focused.firstElementChild : null,
      ];
      return boxes.some((box) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(box ?? document.body);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      });
    });
  await expect.poll(ring).toBe(true);
}

test('each state of a review is accessible and has a visible focus ring (rules 2.5, 12.2, 12.5)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  await seedQueue(page, app.origin, 4);
  await page.goto(`${app.origin}/queue`);
  const article = page.getByRole('article');
  await expect(article).toBeVisible();
  const look = (what: string) => expectNoFindingsInBothThemes(page, what);
  const press = async (key: string) => {
    await page.keyboard.press(key);
    await expectRing(page);
  };
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await look('keyboard shortcuts');
  await page.keyboard.press('Escape');
  await press('g');
  await expect(article.getByRole('button', { name: 'Another take' })).toBeFocused();
  await look('asking for a redraft');
  await press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  const text = article.getByRole('textbox');
  const notes = article.getByRole('list', { name: 'Sources' });
  // Each source takes one line, including its buttons.
  const heights = () =>
    notes
      .getByRole('listitem')
      .evaluateAll((rows) => rows.map((row) => row.clientHeight));
  await expect.poll(async () => Math.max(...(await heights()))).toBeLessThanOrEqual(44);
  const bottom = async (part: Locator) => {
    const box = await part.boundingBox();
    return box ? box.y + box.height : 0;
  };
  expect(await bottom(notes)).toBeGreaterThan(await bottom(text));
  await page.setViewportSize({ width: 1440, height: 900 });
  await press('e');
  await article.getByRole('textbox', { name: 'Comment' }).fill('too long '.repeat(240));
  await press('Escape');
  await page.keyboard.press('a');
  await expect(article.getByText('2,160 of 2,000 characters. Press again')).toBeVisible();
  await look('a comment that is too long');
  // Until the button is enabled, a second press of the key would be ignored.
  await expect(article.getByRole('button', { name: 'Approve' })).not.toHaveAttribute(
    'aria-disabled',
  );
  await press('a');
  await expectToast(page, 'Comment Approved');

  await press('s');
  const dialog = page.getByRole('dialog', { name: 'Schedule Comment' });
  await expect(dialog.getByText(/^Will be posted on/)).toBeVisible();
  await look('schedule dialog');
  await dialog.getByRole('radio', { name: 'Custom' }).click();
  await look('schedule dialog, custom');
  await dialog.getByLabel('Date and time').fill('2020-01-01T10:00');
  await press('Enter');
  await expect(
    dialog.getByText('That time has passed. Choose one later than now.'),
  ).toBeVisible();
  await dialog.getByRole('radio', { name: /^In 20 minutes/ }).click();
  await page.keyboard.press('Enter');
  await expectToast(
    page,
    'Comment Scheduled',
    /^Comment has been scheduled for posting\. It goes out .+ [AP]M\.$/,
  );

  await press('a');
  await expectToast(page, 'Comment Approved');
  await press('r');
  await expect(page.getByRole('region', { name: 'That was the last one' })).toBeFocused();
  await expectNoFindingsInAnyLook(page, 'the end of the queue');

  await page.getByRole('button', { name: 'Export Queue' }).click();
  await look('export menu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Post Approved Now (2)' }).click();
  const question = page.getByRole('alertdialog', { name: 'Post 2 comments now?' });
  await look('posting all');
  await question.getByRole('button', { name: 'Space Them Out Instead' }).click();
  const bulk = page.getByRole('dialog', { name: 'Schedule Approved Comments' });
  await expect(bulk.getByRole('list').first().getByRole('listitem')).toHaveCount(2);
  await look('bulk schedule');
  await bulk.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expectToast(page, 'Comments Scheduled', /^2 comments scheduled with /);
  await expect(page.getByRole('link', { name: /^Scheduled/ })).toContainText('3');
  await page.goto(`${app.origin}/queue?comment=999999`);
  await expect(
    page.getByRole('heading', { name: 'This comment does not exist' }),
  ).toBeVisible();
  await look('not in the queue');
});

test.describe('unsaved edit', () => {
  const editor = (page: Page) => page.getByRole('article').getByRole('textbox').first();

  async function openQueue(page: Page, origin: string): Promise<void> {
    await page.goto(`${origin}/queue`);
    await expect(editor(page)).toBeVisible();
  }

  async function openOneComment(page: Page, origin: string): Promise<void> {
    await startSession(page, origin);
    await seedQueue(page, origin, 1);
    await openQueue(page, origin);
  }

  const save = (page: Page) =>
    page.getByRole('button', { name: 'Save', exact: true }).click();

  test('the second of two tabs to save shows both texts and lets the user choose (rule 2.20)', async ({
    page,
    app,
    context,
  }) => {
    await openOneComment(page, app.origin);
    const other = await context.newPage();
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

  test('a lost network, a reload and an ended session keep the typed text (rule 2.20)', async ({
    page,
    app,
    context,
  }) => {
    await openOneComment(page, app.origin);
    await context.setOffline(true);
    await expect(page.getByText('You are offline')).toBeVisible();
    await editor(page).fill('Written on a train.');
    await save(page);
    await expectToast(page, 'Save Failed');
    await expect(editor(page)).toHaveValue('Written on a train.');
    await context.setOffline(false);
    await page.reload();
    await expect(editor(page)).toHaveValue('Written on a train.');
    // The page may notice a sign-out elsewhere before the button is clicked.
    await context.clearCookies();
    await save(page);
    await expect(
      page.getByRole('heading', { name: 'YouTube Authentication Required' }),
    ).toBeVisible();
    await signIn(page);
    await expect(editor(page)).toHaveValue('Written on a train.');
    await save(page);
    await expectToast(page, 'Comment Saved');
  });
});

test('shortcuts work on a keyboard layout without Latin letters (rule 12.12)', async ({
  page,
  app,
}) => {
  await startSession(page, app.origin);
  await seedQueue(page, app.origin, 2);
  await page.goto(`${app.origin}/queue`);
  await expect(page.getByRole('article')).toBeVisible();
  const keyboard = await page.context().newCDPSession(page);
  /**
   * Presses a key as a browser reports it for a keyboard layout that Playwright does not
   * support.
   */
  const press = async (key: string, code: string, modifiers = 0) => {
    await keyboard.send('Input.dispatchKeyEvent', {
      type: 'keyDown',
      key,
      code,
      modifiers,
    });
    await keyboard.send('Input.dispatchKeyEvent', {
      type: 'keyUp',
      key,
      code,
      modifiers,
    });
  };
  const control = 2;

  // On a Russian keyboard, the key of "a" types "ф", and the key of "k" types "л".
  await press('ф', 'KeyA');
  await expectToast(page, 'Comment Approved');
  await press('л', 'KeyK', control);
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
});
