import { join } from 'node:path';
import { expect, test } from './app.ts';
import { approve, post, postHidden, seedQueue } from './seed.ts';
import { settled, startSession } from './steps.ts';

const folder = join(import.meta.dirname, 'screenshots');
const minute = 60_000;

test.use({ hasMovableClock: true });

const looks = (['light', 'dark'] as const).flatMap((theme) => [1440, 360].map((width) => ({ theme, width })));

for (const { theme, width } of looks) {
  test(`what became of it, ${theme}, ${width} px`, async ({ page, app }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    const shoot = async (name: string) => {
      await page.screenshot({ path: join(folder, `${name}-${theme}-${width}.png`) });
    };
    const open = async (path: string, name: string) => {
      await page.goto(`${app.origin}${path}`);
      await settled(page);
      await shoot(name);
    };

    await startSession(page, app.origin);
    await open('/history?tab=replies', 'replies-empty');
    const items = await seedQueue(page, app.origin, 12);
    const ids = items.map(({ comment }) => comment.id);
    for (const item of items.slice(0, 2)) await postHidden(page, app.origin, item);
    for (const id of ids.slice(2, 7)) {
      await approve(page, app.origin, id);
      await post(page, app.origin, id);
    }
    const onYouTube = await app.sandbox.comments();
    for (const [at, { comment }] of items.slice(2, 5).entries()) {
      const thread = onYouTube.find(({ text }) => text === comment.content);
      await page.request.post(`${app.sandbox.origin}/sandbox/comments/${thread?.id}/replies`, {
        data: { count: [1, 4, 9][at], by: 'stranger', afterSeconds: 60 },
      });
    }
    const checkAll = async () => {
      for (const id of ids.slice(0, 7)) await page.request.post(`${app.origin}/api/comments/${id}/check`);
    };
    app.advance(26 * 60 * minute);
    await checkAll();
    app.advance(6 * minute);
    await checkAll();
    await page.request.post(`${app.origin}/api/replies/refresh`);

    await open('/history', 'history-fates');
    await open(`/history?comment=${ids[4]}`, 'history-thread');
    const row = page.getByRole('article').filter({ has: page.getByRole('button', { name: 'Withdraw' }) });
    await row.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('textbox', { name: 'New text' }).fill('We changed our mind: measure first.');
    await shoot('change-posted');
    await page.keyboard.press('Escape');
    await open(`/history?comment=${ids[0]}`, 'history-hidden');
    await row.getByRole('button', { name: 'Withdraw' }).click();
    await shoot('withdraw');
    await page.keyboard.press('Escape');
    await open('/history?tab=replies', 'replies');
    await page.getByRole('list', { name: 'Replies' }).getByRole('button').first().click();
    const reply = page.getByRole('article');
    await expect(reply.getByRole('button', { name: 'Draft Answer' })).toBeVisible();
    await shoot('reply');
    await reply.getByRole('button', { name: 'Draft Answer' }).click();
    await expect(reply.getByText('Your answer')).toBeVisible();
    await shoot('reply-answer');
    await reply.getByRole('link', { name: 'Review It' }).click();
    await settled(page);
    await shoot('queue-answer');
    app.advance(8 * 24 * 60 * minute);
    await checkAll();
    await open('/analytics', 'analytics-outcomes');
    await page.getByRole('heading', { name: /Public after 7 days/ }).scrollIntoViewIfNeeded();
    await shoot('analytics-fates');
  });
}
