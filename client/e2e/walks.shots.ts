import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { expectToast, free } from './steps.ts';

test.use({ isSetUp: false, isAsShipped: true, viewport: { width: 1280, height: 720 } });

const folder = join(import.meta.dirname, 'screenshots', 'walks');

interface Stranger {
  name: string;
  comments: readonly string[];
  areas: string;
  profile: string;
  search: string;
  steering: string;
  ownSentence: string;
}

const strangers: readonly Stranger[] = [
  {
    name: 'platform-engineer',
    comments: [
      'The retry budget matters more than the timeout. We capped ours at ten percent and the 2 a.m. pages stopped.',
      'Nice to see somebody measure the drain instead of guessing. Ours took 41 seconds.',
      'I would split that chart by tenant before I believed it.',
      'We tried the same with Helm hooks and went back. Has anyone kept them for more than a year?',
      'Small thing: at 9:15 the limit is per pod, not per node. The point stands.',
    ],
    areas: 'Kubernetes, SRE',
    profile: 'Platform engineer',
    search: 'kubernetes',
    steering: 'Shorter',
    ownSentence: ' We found ours the hard way in March.',
  },
  {
    name: 'audio-engineer',
    comments: [
      'Low cut at 80 on the vocal, then listen to the chorus again. Half of that harshness was the room.',
      'The parallel bus works because it is quiet. Pull it down until you miss it, then up one dB.',
      'I mixed a whole season on headphones and the bass was wrong in every car.',
      'Which converter was that? The top end reminds me of an old interface of mine.',
      'For speech I ride the fader first and compress second. It is slower, and nobody hears me working.',
    ],
    areas: 'Mixing, Podcast sound',
    profile: 'Audio engineer',
    search: 'mixing',
    steering: 'Two other takes',
    ownSentence: ' I would try it on a second pair of speakers first.',
  },
];

const step = (page: Page, name: string) =>
  page.getByRole('region', { name: new RegExp(`^${name}`) });

for (const stranger of strangers)
  for (const theme of ['light', 'dark'] as const)
    test(`the first hour of the ${stranger.name}, ${theme}`, async ({ page, app }) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      let place = 0;
      const shoot = async (what: string) => {
        await expect(page.getByText('Reading it a second time…')).toHaveCount(0);
        place += 1;
        const number = String(place).padStart(2, '0');
        await page.screenshot({
          path: join(folder, `${stranger.name}-${theme}-${number}-${what}.png`),
        });
      };

      await page.goto(app.origin);
      await expect(
        page.getByRole('button', { name: 'Sign in with Google' }),
      ).toBeVisible();
      await shoot('first-page');
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: 'Sign in with Google' }).click(),
      ]);
      await popup.getByText('Ada Example', { exact: true }).click();
      await popup.getByRole('button', { name: 'Allow' }).click();

      const paste = step(page, 'Paste five comments of yours');
      const own = paste.getByRole('textbox', { name: 'Comments you wrote' });
      await own.waitFor();
      await shoot('signed-in');
      await own.fill(stranger.comments.join('\n\n'));
      await paste.getByRole('button', { name: 'Add Comments' }).click();
      const style = step(page, 'See your style');
      await expect(style.getByText('5 of 5 kept')).toBeVisible();
      await style.getByRole('textbox', { name: 'Profile Name' }).fill(stranger.profile);
      await style
        .getByRole('textbox', { name: 'Your expertise areas' })
        .fill(stranger.areas);
      await shoot('style');
      await style.getByRole('button', { name: 'Update Profile' }).click();

      const draft = step(page, 'First draft');
      await draft.getByRole('searchbox').fill(stranger.search);
      await draft.getByRole('button', { name: 'Find Videos' }).click();
      await expect(draft.getByRole('radio')).toHaveCount(3);
      await shoot('videos');
      await draft.getByRole('button', { name: 'Generate Comment' }).click();
      await expect(draft.getByRole('button', { name: 'Not quite me' })).toBeEnabled();
      await shoot('first-draft');
      await draft.getByRole('button', { name: 'Add to Queue' }).click();
      await expectToast(page, 'Added to Queue');

      await page.goto(`${app.origin}/discover`);
      await page.getByRole('searchbox').fill(stranger.search);
      await page.keyboard.press('Enter');
      await expect(page.getByText(`videos for "${stranger.search}"`)).toBeVisible();
      await shoot('results');
      await free(page).first().click();
      const dialog = page.getByRole('dialog', { name: 'Generate Comment' });
      await expect(dialog.getByRole('button', { name: 'Generate Again' })).toBeEnabled();
      await shoot('draft');
      await dialog.getByRole('button', { name: stranger.steering }).click();
      await expect(dialog.getByRole('button', { name: 'Generate Again' })).toBeEnabled();
      await shoot('steered');
      await dialog.getByRole('button', { name: 'Add to Queue' }).click();
      await expectToast(page, 'Added to Queue');

      await page.goto(`${app.origin}/queue`);
      const editor = page.getByRole('article').getByRole('textbox').first();
      await editor.waitFor();
      await shoot('queue');
      await editor.press('Control+End');
      await editor.pressSequentially(stranger.ownSentence);
      await shoot('edited');
      await page.getByRole('button', { name: /^Approve( A)?$/ }).click();
      await expectToast(page, 'Comment Approved');
      await page.goto(`${app.origin}/scheduled`);
      await page.getByRole('button', { name: /^Next free slot / }).click();
      await expect(page.getByText('1 scheduled', { exact: true }).last()).toBeVisible();
      await shoot('scheduled');
    });
