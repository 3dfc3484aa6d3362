import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { followedChannelListSchema } from '#shared/contracts/following.ts';
import { quotaResponseSchema } from '#shared/contracts/status.ts';
import { nextPacificMidnight } from '#shared/rules/calendar.ts';
import { freshVideos, videos } from '#shared/schema.ts';
import { reviewApp } from '../../testing/app.ts';

// Makes thousands of HTTP calls, so it has a file of its own: other tests can run at the
// same time.
vi.setConfig({ testTimeout: 300_000 });

/** Units that watching may use on the first day, and on the other days. */
const most = 400;
const less = 200;
const test = reviewApp({ YOUTUBE_DAILY_UNITS: '2000' });
const minute = 60_000;
const hour = 60 * minute;

const watch = () => test.app.context.services.watch.tick();
const channels = async () =>
  followedChannelListSchema.parse(await (await test.me.get('/api/channels')).json());
const following = async () =>
  quotaResponseSchema.parse(await (await test.me.get('/api/quota')).json()).following;
const leaves = (units: number) =>
  test.me.put('/api/user-settings', {
    autoQueueEnabled: true,
    skipShorts: false,
    outcomeUnits: 2000 - units,
  });

it('every upload of 200 channels in a week is found once and in time, within the day’s units and searches (rules 14.4 and 14.5)', async () => {
  const { admin } = test.app.sandbox;
  admin.setGrantLifetime(60 * 86_400);
  const all = admin.channels.subscriptions().filter(({ isGone }) => !isGone);
  const ids = all.map(({ id }) => id);
  expect(ids.length).toBeGreaterThanOrEqual(200);
  const imported = await test.me.post('/api/channels/import', { channelIds: ids });
  expect(await imported.json()).toEqual({ followed: ids.length, already: 0, unknown: 0 });
  for (const q of ['kubernetes', 'rust', 'linux', 'python', 'react'])
    expect((await test.me.post('/api/standing-searches', { q })).status).toBe(201);
  await leaves(most);
  for (let minutes = 0; minutes < 5; minutes += 1) {
    test.app.clock.advance(minute);
    await watch();
  }
  expect((await channels()).every(({ readAt }) => readAt !== null)).toBe(true);

  const start = test.now();
  let byHand = admin.state().quota.shared.used - (await following()).units.used;
  const rhythms = new Map<string, number>();
  for (let passed = 0; passed < 7; passed += 1) {
    const budget = passed === 0 ? most : less;
    const end = nextPacificMidnight(test.now());
    await leaves(budget);
    // Runs the job at least every half hour, also over midnight.
    await watch();
    for (let ticks = 1; end.getTime() - test.now().getTime() > 30 * minute; ticks += 1) {
      test.app.clock.advance(30 * minute);
      await watch();
      if (ticks % 3 > 0) continue;
      for (const {
        channelId,
        everyHours,
      } of await test.app.context.services.following.channels())
        rhythms.set(channelId, Math.max(everyHours, rhythms.get(channelId) ?? 0));
    }
    const { units, searches } = await following();
    expect(units.used).toBeGreaterThan(budget / 2);
    expect(units.used).toBeLessThanOrEqual(budget);
    expect(searches.used).toBeLessThanOrEqual(30);
    const { shared, search } = admin.state().quota;
    expect([shared.used, search.used]).toEqual([units.used + byHand, searches.used]);
    byHand = 0;
    test.app.clock.set(end.toISOString());
  }

  const rows = await test.db
    .select({ youtubeId: videos.youtubeId, foundAt: freshVideos.foundAt })
    .from(freshVideos)
    .innerJoin(videos, eq(videos.id, freshVideos.videoId));
  const found = new Map(
    rows.map(({ youtubeId, foundAt }) => [youtubeId, foundAt.getTime()]),
  );
  expect(found.size).toBe(rows.length);
  const published = ids.flatMap((id) => {
    const longest = ((rhythms.get(id) ?? 0) + 0.5) * hour;
    return admin.channels
      .uploadsOf(id, test.now())
      .map((video) => ({
        video,
        at: (video.live?.endsAt ?? video.publishedAt).getTime(),
        longest,
      }))
      .filter(({ at }) => at > start.getTime() && at < test.now().getTime() - longest);
  });
  expect(published.length).toBeGreaterThan(100);
  expect(Math.max(...rhythms.values())).toBeLessThanOrEqual(40);
  const late = published.filter(
    ({ video, at, longest }) =>
      (found.get(video.id) ?? Number.POSITIVE_INFINITY) - at > longest,
  );
  expect(late.map(({ video }) => video.title)).toEqual([]);
});
