import { expect, it } from 'vitest';
import { freshListSchema } from '#shared/contracts/following.ts';
import { createBrowser } from '../../testing/browser.ts';
import { processEnvironment, startApp } from '../../testing/processes.ts';

const hour = 3_600_000;

it('after a kill in the middle of a round, Fresh has no video twice and lacks no young one', async () => {
  const { sandbox, env } = await processEnvironment();
  // Rounds run every fifteen seconds. This makes time in the app run ten times faster.
  env['CLOCK_SPEED'] = '10';
  const start = async () => {
    const app = await startApp(env);
    const browser = createBrowser(app.origin);
    await browser.signIn();
    return { app, browser };
  };
  const first = await start();
  const all = sandbox.admin.channels;
  const ids = all
    .subscriptions()
    .filter(({ isGone }) => !isGone)
    .map(({ id }) => id);
  const now = new Date();
  const young = ids
    .slice(0, 40)
    .flatMap((id) =>
      all
        .uploadsOf(id, now)
        .filter(
          ({ publishedAt, commentsOff, live, durationSeconds }) =>
            now.getTime() - publishedAt.getTime() < 40 * hour &&
            !commentsOff &&
            !live &&
            durationSeconds > 180,
        ),
    );
  expect(young.length).toBeGreaterThan(2);
  await first.browser.put('/api/user-settings', { autoQueueEnabled: true });
  await first.browser.post('/api/channels/import', { channelIds: ids.slice(0, 40) });
  sandbox.admin.fault({ match: { path: '/youtube/v3/videos' }, fault: { kind: 'hang' } });
  const lists = () =>
    sandbox.admin.requests().filter(({ path }) => path.endsWith('/videos')).length;
  await expect.poll(lists).toBe(1);
  await first.app.kill();
  const second = await start();
  const rows = async () =>
    freshListSchema.parse(
      await (await second.browser.get('/api/fresh?limit=200')).json(),
    );
  await expect
    .poll(async () => (await rows()).length)
    .toBeGreaterThanOrEqual(young.length);
  const shown = (await rows()).map(({ video }) => video.youtubeId);
  expect(new Set(shown).size).toBe(shown.length);
  expect(shown).toEqual(expect.arrayContaining(young.map(({ id }) => id)));
  await second.app.terminate();
});
