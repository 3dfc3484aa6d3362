import type { Locator, Page } from '@playwright/test';
import { expect, type SandboxControl, test } from './app.ts';
import { expectNoFindingsInBothThemes } from './looks.ts';
import { expectToast, free, openSignedIn, search } from './steps.ts';

const WORDS = 'We gave the probe ten minutes once, and the restarts stopped.';

/** Makes the model refuse every request from now on. */
const stopModel = ({ fault }: SandboxControl) =>
  fault({
    match: { method: 'POST', path: '/v1/chat/completions' },
    times: 0,
    fault: { kind: 'status', status: 503 },
  });

const hands = {
  mouse: (button: Locator) => button.click(),
  touch: (button: Locator) => button.tap(),
};

/** Opens the dialog, in which the draft fails, and begins to write without the model. */
async function beginByHand(
  page: Page,
  origin: string,
  press: (button: Locator) => Promise<void>,
) {
  await openSignedIn(page, origin, '/discover');
  await search(page, 'kubernetes');
  await press(free(page).first());
  const dialog = page.getByRole('dialog', { name: 'Generate Comment' });
  await expect(dialog.getByRole('alert')).toBeVisible();
  await press(dialog.getByRole('button', { name: 'Write it yourself' }));
  return dialog;
}

const fieldOf = (dialog: Locator) =>
  dialog.getByRole('textbox', { name: 'Your comment' });

interface Stored {
  content: string;
  model: string | null;
  status: string;
  scheduledFor: string | null;
  isScoreCurrent: boolean;
}

const stored = async (page: Page, origin: string) =>
  (await (await page.request.get(`${origin}/api/comments`)).json()) as Stored[];

for (const hand of ['mouse', 'touch'] as const) {
  test.describe(`write it yourself, by ${hand}`, () => {
    if (hand === 'touch')
      test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

    test(`writes and schedules a comment by ${hand} while the model is down (rule 8.27)`, async ({
      page,
      app,
      browserName,
    }) => {
      const press = hands[hand];
      await stopModel(app.sandbox);
      const dialog = await beginByHand(page, app.origin, press);
      await expect(fieldOf(dialog)).toBeFocused();
      await page.keyboard.type(WORDS);
      // Firefox cannot switch the theme.
      if (browserName === 'chromium')
        await expectNoFindingsInBothThemes(page, 'a comment written by hand');

      // The typed text survives a reload and a closed dialog, and no draft replaces it.
      await page.reload();
      await expect(fieldOf(dialog)).toHaveValue(WORDS);
      await press(dialog.getByRole('button', { name: 'Cancel' }));
      await press(free(page).first());
      await expect(fieldOf(dialog)).toHaveValue(WORDS);

      await press(dialog.getByRole('button', { name: /^Approve & Schedule/ }));
      await expect(dialog).toBeHidden();
      await expectToast(page, 'Comment Scheduled');
      const [comment, ...others] = await stored(page, app.origin);
      expect(others).toEqual([]);
      expect(comment).toMatchObject({
        content: WORDS,
        model: null,
        status: 'approved',
        isScoreCurrent: false,
        scheduledFor: expect.any(String),
      });
    });
  });
}

test('write it yourself adds a comment to the review queue without a score', async ({
  page,
  app,
}) => {
  await stopModel(app.sandbox);
  const dialog = await beginByHand(page, app.origin, hands.mouse);
  await page.keyboard.type(WORDS);
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Added to Queue');
  await page.goto(`${app.origin}/queue`);
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue(WORDS);
  await expect(
    page.getByRole('article').getByText('Not scored', { exact: true }),
  ).toBeVisible();
  await expect(dialog).toBeHidden();
});
