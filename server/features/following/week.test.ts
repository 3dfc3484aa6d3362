import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { followedChannelListSchema } from '#shared/contracts/following.ts';
import { quotaResponseSchema } from '#shared/contracts/status.ts';
import { freshVideos, videos } from '#shared/schema.ts';
import { reviewApp } from '../../testing/app.ts';

// Ten thousand calls over HTTP; a file of its own, so that others run beside it.
vi.setConfig({ testTimeout: 900_000 });

const test = reviewApp();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const watch = () => test.app.context.services.watch.tick();
const channels = async () =>
  followedChannelListSchema.parse(await (await test.me.get('/api/channels')).json());
const following = async () =>
  quotaResponseSchema.parse(await (await test.me.get('/api/quota')).json()).following;
const subscribed = () => test.app.sandbox.admin.channels().subscriptions();

describe('a week with 200 channels (rules 14.4 and 14.5)', () => {
  it('finds every upload once, within its channel’s rhythm, for 1,500 units and 30 searches a day at most', async () => {
    test.app.sandbox.admin.setGrantLifetime(60 * 86_400);
    const all = subscribed().filter(({ isGone }) => !isGone);
    expect(all.length).toBeGreaterThanOrEqual(200);
    await test.me.put('/api/user-settings', { autoQueueEnabled: true, skipShorts: false });
    const imported = await test.me.post('/api/channels/import', { channelIds: all.map(({ id }) => id) });
    expect(await imported.json()).toEqual({ followed: all.length, already: 0, unknown: 0 });
    for (const q of ['kubernetes', 'rust', 'linux', 'python', 'react'])
      expect((await test.me.post('/api/standing-searches', { q })).status).toBe(201);
    test.app.sandbox.admin.clearRequests();
    for (let minutes = 0; minutes < 5; minutes += 1) {
      test.app.clock.advance(minute);
      await watch();
    }
    expect((await channels()).every(({ readAt }) => readAt !== null)).toBe(true);

    const start = test.now();
    const days: { units: number; searches: number; meter: { shared: number; search: number } }[] = [];
    const byHand = {
      shared: test.app.sandbox.admin.state().quota.shared.used - (await following()).units.used,
    };
    let rhythm = 0;
    for (let passed = 0; passed < 7; passed += 1) {
      // The Pacific day ends at 08:00 UTC in winter.
      const end = new Date(Math.ceil((test.now().getTime() + 1 - 8 * hour) / day) * day + 8 * hour);
      while (test.now().getTime() < end.getTime() - 15 * minute) {
        test.app.clock.advance(15 * minute);
        await watch();
      }
      rhythm = Math.max(rhythm, ...(await channels()).map(({ everyHours }) => everyHours));
      const { quota } = test.app.sandbox.admin.state();
      const { units, searches } = await following();
      days.push({
        units: units.used,
        searches: searches.used,
        meter: { shared: quota.shared.used, search: quota.search.used },
      });
      test.app.clock.set(end.toISOString());
    }
    for (const [at, { units, searches, meter }] of days.entries()) {
      expect(units).toBeLessThanOrEqual(1500);
      expect(searches).toBeLessThanOrEqual(30);
      expect(meter).toEqual({ shared: units + (at === 0 ? byHand.shared : 0), search: searches });
    }
    expect(rhythm).toBeLessThanOrEqual(40);

    const found = new Map(
      (
        await test.db
          .select({ youtubeId: videos.youtubeId, foundAt: freshVideos.foundAt, channelId: videos.channelId })
          .from(freshVideos)
          .innerJoin(videos, eq(videos.id, freshVideos.videoId))
      ).map((row) => [row.youtubeId, row]),
    );
    const until = test.now().getTime() - rhythm * hour;
    const published = all.flatMap(({ id }) =>
      test.app.sandbox.admin
        .channels()
        .uploadsOf(id, test.now())
        .map((video) => ({ video, at: (video.live?.endsAt ?? video.publishedAt).getTime() }))
        .filter(({ at }) => at > start.getTime() && at < until),
    );
    expect(published.length).toBeGreaterThan(100);
    const late = published.filter(({ video, at }) => {
      const row = found.get(video.id);
      return !row || row.foundAt.getTime() - at > (rhythm + 0.5) * hour;
    });
    expect(late.map(({ video }) => video.title)).toEqual([]);
  });
});
