import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  followedChannelListSchema,
  freshListSchema,
} from '#shared/contracts/following.ts';
import { freshVideos, quotaUsage } from '#shared/schema.ts';
import { statisticsOf } from '../../sandbox/catalogue.ts';
import { reviewApp } from '../../testing/app.ts';

const test = reviewApp();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const watch = () => test.app.context.services.watch.tick();
const channels = async () =>
  followedChannelListSchema.parse(await (await test.me.get('/api/channels')).json());
const fresh = async () =>
  freshListSchema.parse(await (await test.me.get('/api/fresh?limit=200')).json());

async function follow(channelId: string | undefined) {
  const followed = await test.me.post('/api/channels', { address: channelId });
  expect(followed.status).toBe(201);
}

/** Returns a channel of the sandbox that has not published for more than ten days. */
const quiet = (place = 0) => {
  const now = test.now();
  const all = test.app.sandbox.admin.channels;
  const found = all.subscriptions().filter(({ id, isGone }) => {
    const last = all.uploadsOf(id, now)[0]?.publishedAt ?? now;
    return (
      !isGone &&
      all.uploadsOf(id, now).length > 0 &&
      now.getTime() - last.getTime() > 10 * day
    );
  })[place];
  if (!found) throw new Error('The sandbox has no quiet channel.');
  return found.id;
};
const publish = (
  channelId: string,
  order: Partial<Parameters<typeof test.app.sandbox.admin.channels.publish>[1]> = {},
) =>
  test.app.sandbox.admin.channels.publish(channelId, {
    publishedAt: test.now(),
    ...order,
  });

/** Advances the clock in steps, and runs the job after each step. */
async function pass(ms: number, step = hour / 2) {
  for (let passed = 0; passed < ms; passed += step) {
    test.app.clock.advance(step);
    await watch();
  }
}

const idsOf = (rows: Awaited<ReturnType<typeof fresh>>) =>
  rows.map(({ video }) => video.youtubeId);
const reads = (path: string) =>
  test.app.sandbox.admin.requests().filter((each) => each.path.endsWith(path));

const listFails = (reason: string, contains = '') =>
  test.app.sandbox.admin.fault({
    match: { path: '/youtube/v3/playlistItems', contains },
    times: 0,
    fault: { kind: 'status', reason },
  });

describe('a search with a filter of views (rule 14.14)', () => {
  /**
   * Returns what a search over the last two days finds, and deletes the search and its
   * results.
   */
  async function foundWithoutFilter(q: string): Promise<string[]> {
    const kept = (await (await test.me.post('/api/standing-searches', { q })).json()) as {
      id: number;
    };
    await watch();
    const found = idsOf(await fresh());
    await test.me.delete(`/api/standing-searches/${kept.id}`);
    await test.db.delete(freshVideos);
    return found;
  }

  /**
   * Returns a video that reaches 1,000 views within its first two days, and is too old
   * for all searches after the first.
   */
  async function growingVideo(q: string) {
    test.app.clock.advance(3 * hour);
    const now = test.now();
    const found = await foundWithoutFilter(q);
    const growing = test.app.sandbox.admin.videos().find((video) => {
      const age = now.getTime() - video.publishedAt.getTime();
      const viewsLater = statisticsOf(
        video,
        new Date(video.publishedAt.getTime() + 36 * hour),
      ).views;
      const isYoung = age > 6 * hour && age < 24 * hour;
      return (
        found.includes(video.id) &&
        isYoung &&
        statisticsOf(video, now).views < 1_000 &&
        viewsLater > 1_000
      );
    });
    if (!growing) throw new Error('No video of the sandbox passes 1,000 views in time.');
    return growing;
  }

  it('asks again about a video that had too few views when it was found', async () => {
    const { id } = await growingVideo('kubernetes');
    await test.me.post('/api/standing-searches', {
      q: 'kubernetes',
      viewCount: '1k-10k',
    });
    await watch();
    expect(idsOf(await fresh())).not.toContain(id);
    const shown: string[] = [];
    for (let runs = 0; runs < 6; runs += 1) {
      await pass(6 * hour, 6 * hour);
      shown.push(...idsOf(await fresh()));
    }
    expect(shown).toContain(id);
  });

  it('does not ask again once a video is two days old', async () => {
    const { id } = await growingVideo('kubernetes');
    await test.me.post('/api/standing-searches', { q: 'kubernetes', viewCount: '100k+' });
    await watch();
    await pass(3 * day, 6 * hour);
    test.app.sandbox.admin.clearRequests();
    await pass(6 * hour, 6 * hour);
    const asked = reads('/videos').flatMap(({ query }) => String(query['id']).split(','));
    expect(asked).not.toContain(id);
  });
});

describe('watching channels and searches again after a failure (rule 14.14)', () => {
  const fails = (path: string) =>
    test.app.sandbox.admin.fault({
      match: { path: `/youtube/v3/${path}` },
      times: 0,
      fault: { kind: 'status', reason: 'backendError' },
    });
  const goesOn = async () => {
    test.app.sandbox.admin.clearFaults();
    // Longer than the pause after an error, and shorter than the time until a channel may
    // be read again.
    await pass(3 * minute, minute);
  };

  it('keeps lists whose videos could not be read, and does not read the lists again', async () => {
    const channel = quiet();
    const video = publish(channel);
    await follow(channel);
    fails('videos');
    await watch();
    expect(await fresh()).toEqual([]);
    await goesOn();
    expect(idsOf(await fresh())).toEqual([video]);
    expect(reads('/playlistItems')).toHaveLength(1);
  });

  it('keeps lists when it is unclear whether a channel is gone', async () => {
    const missing = quiet(0);
    const good = quiet(1);
    const video = publish(good);
    await follow(missing);
    await follow(good);
    listFails('playlistNotFound', missing.slice(2));
    fails('channels');
    await watch();
    await goesOn();
    expect(idsOf(await fresh())).toEqual([video]);
    expect(reads('/playlistItems')).toHaveLength(2);
    expect((await channels()).map(({ trouble }) => trouble)).toEqual([null, null]);
  });

  /**
   * Follows these channels, each with fifty new videos, and leaves ten units for
   * watching.
   */
  async function followWithTenUnits(ids: readonly string[]) {
    for (const id of ids) {
      for (let videos = 0; videos < 50; videos += 1) publish(id);
      await follow(id);
    }
    const [ledger] = await test.db
      .select()
      .from(quotaUsage)
      .where(eq(quotaUsage.bucket, 'shared'));
    // 500 units are reserved for visibility checks and replies.
    await test.app.context.services.quota.meter.spend(
      'shared',
      9_490 - (ledger?.used ?? 0),
    );
    test.app.sandbox.admin.clearRequests();
  }
  const goodChannels = () => Array.from({ length: 7 }, (_, place) => quiet(place + 1));

  it('asks only once whether a channel is gone, however long the units for the videos are missing', async () => {
    const missing = quiet(0);
    await followWithTenUnits([missing, ...goodChannels()]);
    listFails('playlistNotFound', missing.slice(2));
    await watch();
    await watch();
    expect(reads('/videos')).toEqual([]);
    expect(reads('/channels')).toHaveLength(1);
  });

  it('pauses reading after a refusal, even when the units for the videos are missing', async () => {
    const refused = quiet(0);
    await followWithTenUnits([...goodChannels(), refused]);
    listFails('rateLimitExceeded', refused.slice(2));
    await watch();
    const readBefore = reads('/playlistItems').length;
    await watch();
    expect(reads('/videos')).toEqual([]);
    expect(reads('/playlistItems')).toHaveLength(readBefore);
  });

  it('keeps the results of a search whose videos could not be read', async () => {
    await test.me.post('/api/standing-searches', { q: 'kubernetes' });
    fails('videos');
    await watch();
    expect(await fresh()).toEqual([]);
    test.app.sandbox.admin.clearFaults();
    await pass(3 * hour);
    expect((await fresh()).length).toBeGreaterThan(0);
    expect(reads('/search')).toHaveLength(1);
  });
});
