import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectNoFindingsInBothThemes } from './looks.ts';
import { expectToast, openSignedIn } from './steps.ts';

test.use({ isFirstStart: true, isSetUp: false });

const mostMs = 90_000;
const keyMs = 200;
const pressMs = 1_500;
/** What the app may take of the person's time: sign-in, reading the style, a search, a draft. */
const appMs = 15_000;

/** Adds up the time of a person who types slowly; the machine's own speed does not count. */
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
      // Key by key all the same: through WebDriver BiDi `fill` is invisible to React.
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

const step = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });

test('from an empty folder to a scheduled comment in under 90 seconds of a slow typist', async ({
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
  await person.paste(paste.getByRole('textbox', { name: 'Comments you wrote' }), comments);
  await expect(paste.getByText('5 of 5')).toBeVisible();
  await person.press(paste.getByRole('button', { name: 'Add Comments' }));
  await expect(paste.getByText('5 kept')).toBeVisible();

  const style = step(page, 'See your style');
  await expect(style.getByText('5 of 5 kept')).toBeVisible();
  await person.press(style.getByRole('switch').last());
  await person.type(style.getByRole('textbox', { name: 'Profile Name' }), 'Platform engineer');
  await person.press(style.getByRole('button', { name: 'Update Profile' }));
  await expect(page.getByRole('heading', { name: 'See your style (done)' })).toBeVisible();
  await expect(style.getByText('4 of 5 kept')).toBeVisible();

  const draft = step(page, 'First draft');
  await person.type(draft.getByRole('searchbox'), 'kubernetes');
  await person.press(draft.getByRole('button', { name: 'Find Videos' }));
  await expect(draft.getByRole('radio')).toHaveCount(3);
  await expect(draft.getByText('Drafts come from the sandbox’s model.')).toBeVisible();
  await person.press(draft.getByRole('radio').nth(1));
  await person.press(draft.getByRole('button', { name: 'Generate Comment' }));
  await expect(draft.getByRole('button', { name: 'Not quite me' })).toBeEnabled();
  await expect(draft.getByRole('textbox', { name: 'Your first comment' })).not.toHaveValue('');
  // Firefox takes no order to change its theme.
  if (browserName === 'chromium') await expectNoFindingsInBothThemes(page, 'the first run');
  await person.press(draft.getByRole('button', { name: 'Add to Queue' }));
  await expectToast(page, 'Added to Queue');
  await person.press(draft.getByRole('link', { name: 'Review It' }));

  await person.press(page.getByRole('button', { name: 'Approve', exact: true }).first());
  await person.press(page.getByRole('button', { name: 'Schedule', exact: true }).first());
  await person.press(page.getByRole('dialog').getByRole('button', { name: 'Schedule', exact: true }));
  await expectToast(page, 'Comment Scheduled');
  expect(person.ms).toBeLessThan(mostMs);

  await page.goto(app.origin);
  await expect(page.getByRole('searchbox', { name: 'Search for videos' })).toBeVisible();
});

test('neither an address nor opening the first run searches, drafts or stores', async ({ page, app }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/api/videos/search' || (pathname.startsWith('/api/') && request.method() !== 'GET'))
      sent.push(`${request.method()} ${pathname}`);
  });
  await openSignedIn(page, app.origin, '/discover?setup=open');
  await expect(page.getByRole('heading', { name: 'Make the drafts sound like you' })).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'an empty first run');
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoFindingsInBothThemes(page, 'an empty first run, 360 px');
  expect(sent.filter((call) => !call.startsWith('PUT /api/user-settings'))).toEqual([]);
});
