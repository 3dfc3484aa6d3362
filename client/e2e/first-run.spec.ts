import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app.ts';
import {
  collectShifts,
  expectNoFindingsInBothThemes,
  expectNothingMoved,
} from './looks.ts';
import { expectToast, startSession } from './steps.ts';

test.use({ isSetUp: false, isAsShipped: true });

const mostMs = 90_000;
const keyMs = 200;
const pressMs = 1_500;
/** An allowance for the app itself: sign-in, reading the style, a search, a draft. */
const appMs = 15_000;

/**
 * Adds up the time of a user who types slowly; the machine's own speed does not count.
 */
function createSlowPerson() {
  let ms = appMs;
  return {
    get ms() {
      return ms;
    },
    async press(target: Locator) {
      ms += pressMs;
      await target.click();
    },
    async type(target: Locator, text: string) {
      ms += pressMs + text.length * keyMs;
      await target.pressSequentially(text);
    },
    async paste(target: Locator, text: string) {
      ms += 2 * pressMs;
      // Typed key by key, because through WebDriver BiDi React does not notice `fill`.
      await target.pressSequentially(text);
    },
  };
}

const comments = [
  'The retry budget matters more than the timeout. We capped ours at ten percent and the 2 a.m. pages stopped.',
  'Nice to see somebody measure the drain instead of guessing. Ours took 41 seconds.',
  'I would split that chart by tenant before I believed it.',
  'We tried the same with Helm hooks and went back. Has anyone kept them for more than a year?',
  'Small thing: at 9:15 the limit is per pod, not per node. The point stands.',
].join('\n\n');

const step = (page: Page, name: string) =>
  page.getByRole('region', { name: new RegExp(`^${name}`) });

test.describe('on a new machine', () => {
  test.use({ isFirstStart: true });

  test('a slow typist schedules a first comment in under 90 seconds', async ({
    page,
    app,
    browserName,
  }) => {
    const person = createSlowPerson();
    await page.goto(app.origin);
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      person.press(page.getByRole('button', { name: 'Sign in with Google' })),
    ]);
    await person.press(popup.getByText('Ada Example', { exact: true }));
    await person.press(popup.getByRole('button', { name: 'Allow' }));

    const paste = step(page, 'Paste five comments of yours');
    await person.paste(
      paste.getByRole('textbox', { name: 'Comments you wrote' }),
      comments,
    );
    await expect(paste.getByText('5 of 5')).toBeVisible();
    await person.press(paste.getByRole('button', { name: 'Add Comments' }));
    await expect(paste.getByText('5 kept', { exact: true })).toBeVisible();

    const style = step(page, 'See your style');
    await expect(style.getByText('5 of 5 kept')).toBeVisible();
    await person.press(style.getByRole('switch').last());
    await person.type(
      style.getByRole('textbox', { name: 'Profile Name' }),
      'Platform engineer',
    );
    await person.press(style.getByRole('button', { name: 'Update Profile' }));
    await expect(
      page.getByRole('heading', { name: 'See your style (done)' }),
    ).toBeVisible();
    await expect(style.getByText('4 of 5 kept')).toBeVisible();

    const draft = step(page, 'First draft');
    await draft.getByRole('searchbox').clear();
    await person.type(draft.getByRole('searchbox'), 'kubernetes');
    await person.press(draft.getByRole('button', { name: 'Find Videos' }));
    await expect(draft.getByRole('radio')).toHaveCount(3);
    await expect(draft.getByText('prepared draft (sandbox)')).toBeVisible();
    await person.press(draft.getByRole('radio').nth(1));
    await person.press(draft.getByRole('button', { name: 'Generate Comment' }));
    await expect(draft.getByRole('button', { name: 'Not quite me' })).toBeEnabled();
    await expect(
      draft.getByRole('textbox', { name: 'Your first comment' }),
    ).not.toHaveValue('');
    // Firefox does not support switching the theme from a test.
    if (browserName === 'chromium')
      await expectNoFindingsInBothThemes(page, 'the first run');
    await person.press(draft.getByRole('button', { name: 'Add to Queue' }));
    await expectToast(page, 'Added to Queue');
    await person.press(draft.getByRole('link', { name: 'Review It' }));

    await person.press(
      page.getByRole('button', { name: 'Approve', exact: true }).first(),
    );
    await person.press(page.getByRole('link', { name: '1 approved without a time' }));
    await person.press(page.getByRole('button', { name: /^Next free slot / }));
    await expectToast(page, 'Comment Scheduled');
    expect(person.ms).toBeLessThan(mostMs);

    await page.goto(app.origin);
    await expect(
      page.getByRole('searchbox', { name: 'Search for videos' }),
    ).toBeVisible();
  });
});

/**
 * Describes the focused element for error messages; null if the page has lost the focus.
 */
const focus = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement === document.body
      ? null
      : (activeElement?.textContent ?? '').slice(0, 40) || 'a field';
  });

test('a slow typist with only a keyboard needs nine button presses, keeps the focus and sees no layout shift', async ({
  page,
  app,
  browserName,
}) => {
  await collectShifts(page);
  await startSession(page, app.origin);
  await page.goto(app.origin);
  const paste = step(page, 'Paste five comments of yours');
  await paste.getByRole('textbox', { name: 'Comments you wrote' }).waitFor();

  let presses = 0;
  const kept = (what: string) =>
    expect.poll(() => focus(page), { message: `the focus after ${what}` }).not.toBeNull();
  /** Presses Tab until the target has the focus, then presses the key. */
  async function press(target: Locator, what: string, key = 'Enter') {
    await expect(target).toBeEnabled();
    for (
      let tabs = 0;
      tabs < 90 && !(await target.evaluate((node) => node === document.activeElement));
      tabs += 1
    )
      await page.keyboard.press('Tab');
    await expect(target, what).toBeFocused();
    await page.keyboard.press(key);
    presses += 1;
  }

  await paste.getByRole('textbox', { name: 'Comments you wrote' }).focus();
  await page.keyboard.type(comments);
  await press(paste.getByRole('button', { name: 'Add Comments' }), 'Add Comments');
  await expect(paste.getByText('5 kept', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'See your style' })).toBeFocused();

  const style = step(page, 'See your style');
  const subjects = style.getByRole('textbox', { name: 'Your expertise areas' });
  while (!(await subjects.evaluate((node) => node === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Kubernetes, Helm');
  await press(style.getByRole('button', { name: 'Update Profile' }), 'Update Profile');
  await expect(page.getByRole('heading', { name: 'First draft' })).toBeFocused();

  const draft = step(page, 'First draft');
  await expect(draft.getByRole('searchbox')).toHaveValue('Kubernetes');
  await press(draft.getByRole('button', { name: 'Find Videos' }), 'Find Videos');
  await expect(draft.getByRole('radio').first()).toBeFocused();
  await press(
    draft.getByRole('button', { name: 'Generate Comment' }),
    'Generate Comment',
  );
  await kept('Generate Comment');
  const add = draft.getByRole('button', { name: 'Add to Queue' });
  await expect(add).toBeFocused();
  await expect(
    draft.getByRole('list', { name: 'Sources' }).getByRole('listitem').first(),
  ).toBeVisible();
  await press(add, 'Add to Queue');
  const review = draft.getByRole('link', { name: 'Review It' });
  await expect(review).toBeFocused();
  await press(review, 'Review It');

  await expect(page.getByRole('button', { name: /^Approve( A)?$/ })).toBeVisible();
  await kept('Review It');
  await page.keyboard.press('a');
  await expectToast(page, 'Comment Approved');
  await kept('Approve');
  await press(
    page.getByRole('link', { name: '1 approved without a time' }),
    'what waits for a time',
  );
  await kept('the way to Scheduled');
  await press(page.getByRole('button', { name: /^Next free slot / }), 'Next free slot');
  await expectToast(page, 'Comment Scheduled');
  await kept('Next free slot');
  expect(presses + 1).toBeLessThanOrEqual(9);

  const profiles = (await (
    await page.request.get(`${app.origin}/api/voice-profiles`)
  ).json()) as {
    id: number;
    expertiseAreas: string[];
  }[];
  expect(profiles.map(({ expertiseAreas }) => expertiseAreas)).toEqual([
    ['Kubernetes', 'Helm'],
  ]);
  const versions = await page.request.get(
    `${app.origin}/api/voice-profiles/${profiles[0]?.id}/versions`,
  );
  expect(await versions.json()).toHaveLength(2);

  if (browserName === 'chromium') await expectNothingMoved(page, 'the first run');
});
