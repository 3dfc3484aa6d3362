import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  followedChannelListSchema,
  freshListSchema,
} from '#shared/contracts/following.ts';
import { quotaResponseSchema } from '#shared/contracts/status.ts';
import { followedChannels, freshVideos, quotaUsage, videos } from '#shared/schema.ts';
import { reviewApp } from '../../testing/app.ts';
import { makeQueueItem } from '../../testing/factories.ts';

const test = reviewApp({}, 'once, emptied');
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const watch = () => test.app.context.services.watch.tick();
const channels = async () =>
  followedChannelListSchema.parse(await (await test.me.get('/api/channels')).json());
const fresh = async () =>
  freshListSchema.parse(await (await test.me.get('/api/fresh?limit=200')).json());
const subscribed = () => test.app.sandbox.admin.channels.subscriptions();
const following = async () =>
  quotaResponseSchema.parse(await (await test.me.get('/api/quota')).json()).following;

async function follow(channelId: string | undefined) {
  const followed = await test.me.post('/api/channels', { address: channelId });
  expect(followed.status).toBe(201);
}

/** Returns a channel of the sandbox that has not published for more than ten days. */
const quiet = (place = 0) => {
  const now = test.now();
  const all = test.app.sandbox.admin.channels;
  const found = all.subscriptions().filter(({ id }) => {
    const last = all.uploadsOf(id, now)[0]?.publishedAt ?? now;
    const isGone = all.channel(id)?.isGone ?? true;
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

describe('watching a channel (rule 14.7)', () => {
  it('finds videos of the last two days at first, and remembers the older ones', async () => {
    const channel = quiet();
    const young = publish(channel, {
      publishedAt: new Date(test.now().getTime() - 40 * hour),
    });
    const old = publish(channel, {
      publishedAt: new Date(test.now().getTime() - 50 * hour),
    });
    await follow(channel);
    await watch();
    expect(idsOf(await fresh())).toEqual([young]);
    expect((await fresh())[0]).toMatchObject({ seen: false, from: { kind: 'channel' } });
    const [row] = await test.db.select().from(followedChannels);
    expect(row?.knownIds).toEqual(expect.arrayContaining([young, old]));
  });

  it('finds a scheduled video that becomes public at place 30 of the list', async () => {
    const channel = quiet();
    const now = test.now().getTime();
    for (let place = 0; place < 29; place += 1)
      publish(channel, { publishedAt: new Date(now - (3 * day + place * hour)) });
    await follow(channel);
    await watch();
    const scheduled = publish(channel, {
      uploadedAt: new Date(now - 3 * day - 28.5 * hour),
      publishedAt: new Date(now + 2 * hour),
    });
    await pass(3 * hour);
    const uploads = test.app.sandbox.admin.channels.uploadsOf(channel, test.now());
    expect(uploads.findIndex(({ id }) => id === scheduled)).toBe(29);
    expect(idsOf(await fresh())).toEqual([scheduled]);
  });

  it('shows a live stream at the time of its end', async () => {
    const channel = quiet();
    const at = (hours: number) => new Date(test.now().getTime() + hours * hour);
    const stream = publish(channel, { live: { startsAt: at(2), endsAt: at(4) } });
    const ends = at(4);
    await follow(channel);
    await pass(3.5 * hour);
    expect(await fresh()).toEqual([]);
    await pass(2 * hour);
    expect(await fresh()).toMatchObject([
      { video: { youtubeId: stream }, appearedAt: ends.toISOString() },
    ]);
  });

  describe('with a Short, a usual video and one with comments off', () => {
    let short: string;
    let usual: string;
    beforeEach(async () => {
      const channel = quiet();
      short = publish(channel, { durationSeconds: 180 });
      publish(channel, { commentsOff: true });
      usual = publish(channel, { durationSeconds: 181 });
      await follow(channel);
      await watch();
    });

    const summary = async () => (await test.me.get('/api/fresh/summary')).json();

    it('leaves out the Short and the one with comments off, and counts both', async () => {
      expect(idsOf(await fresh())).toEqual([usual]);
      expect(await summary()).toEqual({
        total: 1,
        unseen: 1,
        leftOut: { shorts: 1, commentsOff: 1 },
      });
    });

    it('shows the Short when the owner wants to see Shorts', async () => {
      await test.me.put('/api/user-settings', {
        autoQueueEnabled: true,
        skipShorts: false,
      });
      expect(idsOf(await fresh()).toSorted()).toEqual([short, usual].toSorted());
      expect(await summary()).toEqual({
        total: 2,
        unseen: 2,
        leftOut: { shorts: 0, commentsOff: 1 },
      });
    });
  });

  describe('that the owner does not want to see', () => {
    let channel: string;
    let id: number | undefined;
    beforeEach(async () => {
      channel = quiet();
      publish(channel);
      await follow(channel);
      await watch();
      id = (await channels())[0]?.id;
    });

    const mute = (muted: boolean) =>
      test.me.send(`/api/channels/${id}`, { method: 'PATCH', body: { muted } });
    const block = (blockedChannels: string[]) =>
      test.me.put('/api/user-settings', { autoQueueEnabled: true, blockedChannels });

    it('shows none of its videos while it is muted', async () => {
      await mute(true);
      expect(await fresh()).toEqual([]);
      await mute(false);
      expect(await fresh()).toHaveLength(1);
    });

    it('does not read it while it is muted', async () => {
      await mute(true);
      test.app.sandbox.admin.clearRequests();
      await pass(2 * hour);
      expect(reads('/playlistItems')).toEqual([]);
    });

    it('shows none of its videos while it is blocked', async () => {
      await block([channel]);
      expect(await fresh()).toEqual([]);
      await block([]);
      expect(await fresh()).toHaveLength(1);
    });

    it('shows none of its videos until it is followed again', async () => {
      expect((await test.me.delete(`/api/channels/${id}`)).status).toBe(204);
      expect(await fresh()).toEqual([]);
      // The videos found before are still stored, so they are back at once.
      await follow(channel);
      expect(await fresh()).toHaveLength(1);
    });
  });
});

describe('trouble while watching (rule 14.6)', () => {
  describe('with the lists of three channels for three days', () => {
    let forbidden: string;
    let missing: string;
    let broken: string;
    let good: string;
    /**
     * For each day, the video that the good channel published, and what Fresh showed at
     * its end.
     */
    let seenEachDay: { published: string; shown: string[] }[];

    beforeEach(async () => {
      test.app.sandbox.admin.setGrantLifetime(60 * 86_400);
      forbidden = quiet(0);
      missing = quiet(1);
      broken = quiet(2);
      good = quiet(3);
      for (const channel of [forbidden, missing, broken, good]) {
        publish(channel, { publishedAt: new Date(test.now().getTime() - 3 * day) });
        await follow(channel);
      }
      await watch();
      listFails('playlistItemsNotAccessible', forbidden.slice(2));
      listFails('playlistNotFound', missing.slice(2));
      listFails('internalError', broken.slice(2));
      seenEachDay = [];
      for (let at = 0; at < 3; at += 1) {
        const published = publish(good);
        for (const channel of [forbidden, missing, broken]) publish(channel);
        await pass(day, 12 * hour);
        seenEachDay.push({ published, shown: idsOf(await fresh()) });
      }
    });

    it('stops no other channel', () => {
      for (const { published, shown } of seenEachDay) expect(shown).toContain(published);
    });

    it('is reported for each channel that is refused or fails, and they stay followed', async () => {
      const trouble = new Map(
        (await channels()).map((channel) => [channel.channelId, channel.trouble]),
      );
      expect(trouble.size).toBe(4);
      expect(trouble.get(forbidden)).toMatch(/refuses/);
      // YouTube still has this channel: an empty list is no trouble.
      expect(trouble.get(missing)).toBeNull();
      expect(trouble.get(broken)).toMatch(/error/);
      expect(trouble.get(good)).toBeNull();
    });

    it('is over once YouTube answers again', async () => {
      test.app.sandbox.admin.clearFaults();
      await pass(12 * hour, 6 * hour);
      expect((await channels()).map(({ trouble }) => trouble)).toEqual([
        null,
        null,
        null,
        null,
      ]);
    });
  });

  it('is reported for a channel that YouTube no longer has, but not for an empty one', async () => {
    const channel = quiet();
    await follow(channel);
    const empty = subscribed()[0]?.id;
    await follow(empty);
    await watch();
    test.app.sandbox.admin.channels.vanish(channel);
    await pass(25 * hour, 5 * hour);
    const told = new Map(
      (await channels()).map(({ channelId, trouble }) => [channelId, trouble]),
    );
    expect(told.get(channel)).toMatch(/no longer has this channel/);
    expect(told.get(empty ?? '')).toBeNull();
  });

  describe('with YouTube or the account', () => {
    async function rateLimitedFor(ms: number) {
      await follow(quiet());
      await watch();
      listFails('rateLimitExceeded');
      await pass(ms, 5 * minute);
    }

    it('marks no channel, and pauses all reading for longer each time', async () => {
      await rateLimitedFor(5 * hour);
      expect(reads('/playlistItems').length).toBeLessThan(20);
      expect(await channels()).toMatchObject([{ trouble: null }]);
    });

    it('is followed by reading once it is over', async () => {
      await rateLimitedFor(hour);
      const tried = reads('/playlistItems').length;
      test.app.sandbox.admin.clearFaults();
      await pass(hour);
      expect(reads('/playlistItems').length).toBeGreaterThan(tried);
    });
  });
});

describe('the units for watching (rule 14.5)', () => {
  describe('while the rest is kept for posting', () => {
    beforeEach(async () => {
      const channel = quiet();
      publish(channel);
      await follow(channel);
      for (let count = 0; count < 10; count += 1) {
        const { id: commentId } = await test.comment({
          status: 'approved',
          reviewedAt: test.now(),
        });
        await makeQueueItem(test.db, {
          commentId,
          autoPost: true,
          dueAt: test.later(count * minute),
        });
      }
      const settings = { autoQueueEnabled: true, minGapSeconds: 0, outcomeUnits: 500 };
      await test.me.put('/api/user-settings', settings);
      const { quota } = test.app.context.services;
      const [ledger] = await test.db
        .select()
        .from(quotaUsage)
        .where(eq(quotaUsage.bucket, 'shared'));
      await quota.meter.spend('shared', 9_000 - (ledger?.used ?? 0));
      test.app.sandbox.admin.setQuota('shared', { used: 9_000 });
      test.app.sandbox.admin.clearRequests();
    });

    it('are not used', async () => {
      await watch();
      expect(reads('/playlistItems')).toEqual([]);
      expect(await following()).toMatchObject({ units: { used: 0 } });
    });

    it('are not used either while comments are posted, which get all they need', async () => {
      const before = test.app.sandbox.admin.comments().length;
      for (let minutes = 0; minutes < 12; minutes += 1) {
        await test.app.context.services.loop.tick();
        await watch();
        test.app.clock.advance(minute);
      }
      expect(test.app.sandbox.admin.comments().length - before).toBe(10);
      expect(reads('/playlistItems')).toEqual([]);
      expect(test.app.sandbox.admin.state().quota.shared.used).toBe(9_500);
    });
  });

  it('are never exceeded, not even by parallel reads', async () => {
    await test.me.post('/api/channels/import', {
      channelIds: subscribed().map(({ id }) => id),
    });
    const [ledger] = await test.db
      .select()
      .from(quotaUsage)
      .where(eq(quotaUsage.bucket, 'shared'));
    // Leaves 20 units for watching, and 500 for visibility checks and replies.
    await test.app.context.services.quota.meter.spend(
      'shared',
      9_480 - (ledger?.used ?? 0),
    );
    for (let minutes = 0; minutes < 10; minutes += 1) {
      await watch();
      test.app.clock.advance(minute);
    }
    const used = (await following()).units.used;
    expect(used).toBeGreaterThan(10);
    expect(used).toBeLessThanOrEqual(20);
  });
});

it('a newly followed channel is read at once when the units for looks and replies are spent (rule 14.1)', async () => {
  await test.me.put('/api/user-settings', { autoQueueEnabled: true, outcomeUnits: 0 });
  const posted = {
    status: 'posted',
    postedAt: test.now(),
    youtubeCommentId: 'Ugx-any',
  } as const;
  await test.comment({ ...posted, nextLookAt: test.now() });
  await test.app.context.services.outcomes.tick();
  await follow(quiet(1));
  await watch();
  expect((await channels())[0]?.readAt).not.toBeNull();
});

describe('YouTube’s data about a channel (rule 14.12)', () => {
  describe('after 30 days without a response', () => {
    let channel: string;
    beforeEach(async () => {
      channel = quiet();
      publish(channel);
      await follow(channel);
      await watch();
      await test.me.post('/api/auth/disconnect');
      test.app.clock.advance(30 * day);
      await watch();
      await test.app.context.services.watch.forgetOld();
    });

    it('are deleted, while the channel stays followed', async () => {
      expect(await test.db.select().from(followedChannels)).toMatchObject([
        {
          channelId: channel,
          title: null,
          thumbnailUrl: null,
          knownIds: [],
          lastVideoAt: null,
          videosLast30Days: 0,
        },
      ]);
    });

    it('are read again after the next sign-in', async () => {
      const late = publish(channel);
      await test.app.signedIn();
      // Waits until the pause is over that began while signed out.
      test.app.clock.advance(hour);
      await watch();
      const known = await test.db
        .select()
        .from(freshVideos)
        .innerJoin(
          videos,
          and(eq(videos.id, freshVideos.videoId), eq(videos.youtubeId, late)),
        );
      expect(known).toHaveLength(1);
    });
  });

  it('are renewed while YouTube responds', async () => {
    test.app.sandbox.admin.setGrantLifetime(60 * 86_400);
    await follow(quiet());
    await watch();
    test.app.clock.advance(26 * day);
    await watch();
    test.app.clock.advance(10 * day);
    await test.app.context.services.watch.forgetOld();
    expect((await channels())[0]?.title).toMatch(/./);
  });
});
