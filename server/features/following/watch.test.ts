import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { followedChannelListSchema, freshListSchema } from '#shared/contracts/following.ts';
import { quotaResponseSchema } from '#shared/contracts/status.ts';
import { nextPacificMidnight } from '#shared/rules/calendar.ts';
import { followedChannels, freshVideos, quotaUsage, videos } from '#shared/schema.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { makeQueueItem } from '../../testing/factories.ts';

const test = reviewApp({}, 'once, emptied');
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const watch = () => test.app.context.services.watch.tick();
const channels = async () =>
  followedChannelListSchema.parse(await (await test.me.get('/api/channels')).json());
const fresh = async () => freshListSchema.parse(await (await test.me.get('/api/fresh?limit=200')).json());
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
  const found = all.subscriptions().filter(({ id, isGone }) => {
    const last = all.uploadsOf(id, now)[0]?.publishedAt ?? now;
    return !isGone && all.uploadsOf(id, now).length > 0 && now.getTime() - last.getTime() > 10 * day;
  })[place];
  if (!found) throw new Error('The sandbox has no quiet channel.');
  return found.id;
};
const publish = (
  channelId: string,
  order: Partial<Parameters<typeof test.app.sandbox.admin.channels.publish>[1]> = {},
) => test.app.sandbox.admin.channels.publish(channelId, { publishedAt: test.now(), ...order });

/** Advances the clock in steps, and runs the job after each step. */
async function pass(ms: number, step = hour / 2) {
  for (let passed = 0; passed < ms; passed += step) {
    test.app.clock.advance(step);
    await watch();
  }
}

const idsOf = (rows: Awaited<ReturnType<typeof fresh>>) => rows.map(({ video }) => video.youtubeId);
const reads = (path: string) => test.app.sandbox.admin.requests().filter((each) => each.path.endsWith(path));

const listFails = (reason: string, contains = '') =>
  test.app.sandbox.admin.fault({
    match: { path: '/youtube/v3/playlistItems', contains },
    times: 0,
    fault: { kind: 'status', reason },
  });

it('channels are listed by name in the order of any language, those without a name last', async () => {
  const now = test.now();
  const titles = ['Zebra', 'Étude', 'apfel', null, 'Äpfel', 'Cloud'];
  await test.db.insert(followedChannels).values(
    titles.map((title, at) => ({
      channelId: `UC${at}`,
      uploadsId: `UU${at}`,
      title,
      namedAt: now,
      nextReadAt: now,
      createdAt: now,
    })),
  );
  const names = (await channels()).map(({ title }) => title);
  expect(names).toEqual(['apfel', 'Äpfel', 'Cloud', 'Étude', 'Zebra', null]);
});

it('an import that cannot fit is refused before it spends units (rule 14.2)', async () => {
  const now = test.now();
  const rows = Array.from({ length: 499 }, (_, at) => {
    const channelId = `UC${at}`;
    const uploadsId = `UU${at}`;
    return { channelId, uploadsId, namedAt: now, nextReadAt: now, createdAt: now };
  });
  await test.db.insert(followedChannels).values(rows);
  const channelIds = subscribed()
    .slice(0, 2)
    .map(({ id }) => id);
  const answer = await test.me.post('/api/channels/import', { channelIds });
  await expectProblem(answer, 409, 'too_many_followed');
  expect(reads('/channels')).toEqual([]);
  expect(await channels()).toHaveLength(499);
});

describe('watching a channel (rule 14.7)', () => {
  it('finds videos of the last two days at first, and remembers the older ones', async () => {
    const channel = quiet();
    const young = publish(channel, { publishedAt: new Date(test.now().getTime() - 40 * hour) });
    const old = publish(channel, { publishedAt: new Date(test.now().getTime() - 50 * hour) });
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
    expect(await fresh()).toMatchObject([{ video: { youtubeId: stream }, appearedAt: ends.toISOString() }]);
  });

  it('leaves out Shorts and videos with comments off, and counts both', async () => {
    const channel = quiet();
    const short = publish(channel, { durationSeconds: 180 });
    publish(channel, { commentsOff: true });
    const usual = publish(channel, { durationSeconds: 181 });
    await follow(channel);
    await watch();
    expect(idsOf(await fresh())).toEqual([usual]);
    const summary = async () => (await test.me.get('/api/fresh/summary')).json();
    expect(await summary()).toEqual({ total: 1, unseen: 1, leftOut: { shorts: 1, commentsOff: 1 } });
    await test.me.put('/api/user-settings', { autoQueueEnabled: true, skipShorts: false });
    expect(idsOf(await fresh()).toSorted()).toEqual([short, usual].toSorted());
    expect(await summary()).toEqual({ total: 2, unseen: 2, leftOut: { shorts: 0, commentsOff: 1 } });
  });

  it('shows nothing of a channel that is muted, unfollowed or blocked', async () => {
    const channel = quiet();
    publish(channel);
    await follow(channel);
    await watch();
    const [row] = await channels();
    await test.me.send(`/api/channels/${row?.id}`, { method: 'PATCH', body: { muted: true } });
    expect(await fresh()).toEqual([]);
    test.app.sandbox.admin.clearRequests();
    await pass(2 * hour);
    expect(reads('/playlistItems')).toEqual([]);
    await test.me.send(`/api/channels/${row?.id}`, { method: 'PATCH', body: { muted: false } });
    expect(await fresh()).toHaveLength(1);
    await test.me.put('/api/user-settings', { autoQueueEnabled: true, blockedChannels: [channel] });
    expect(await fresh()).toEqual([]);
    await test.me.put('/api/user-settings', { autoQueueEnabled: true, blockedChannels: [] });
    expect((await test.me.delete(`/api/channels/${row?.id}`)).status).toBe(204);
    expect(await fresh()).toEqual([]);
    // The videos found before are still stored, so they are back once the channel is followed again.
    await follow(channel);
    expect(await fresh()).toHaveLength(1);
  });
});

describe('trouble while watching (rule 14.6)', () => {
  it('with one channel stops no other one, when its list is 403, 404 or 500 for three days', async () => {
    test.app.sandbox.admin.setGrantLifetime(60 * 86_400);
    const forbidden = quiet(0);
    const missing = quiet(1);
    const broken = quiet(2);
    const good = quiet(3);
    for (const channel of [forbidden, missing, broken, good]) {
      publish(channel, { publishedAt: new Date(test.now().getTime() - 3 * day) });
      await follow(channel);
    }
    await watch();
    const answers = [
      [forbidden, 'playlistItemsNotAccessible'],
      [missing, 'playlistNotFound'],
      [broken, 'internalError'],
    ] as const;
    for (const [channel, reason] of answers) listFails(reason, channel.slice(2));
    const found: string[] = [];
    for (let at = 0; at < 3; at += 1) {
      found.push(publish(good));
      for (const channel of [forbidden, missing, broken]) publish(channel);
      await pass(day, 12 * hour);
      expect(idsOf(await fresh())).toContain(found.at(-1));
    }
    const troubleOf = async (id: string) =>
      (await channels()).find(({ channelId }) => channelId === id)?.trouble;
    expect(await troubleOf(forbidden)).toMatch(/refuses/);
    // YouTube still has this channel: an empty list is no trouble.
    expect(await troubleOf(missing)).toBeNull();
    expect(await troubleOf(broken)).toMatch(/error/);
    expect(await troubleOf(good)).toBeNull();
    expect(await channels()).toHaveLength(4);
    test.app.sandbox.admin.clearFaults();
    await pass(12 * hour, 6 * hour);
    expect((await channels()).map(({ trouble }) => trouble)).toEqual([null, null, null, null]);
  });

  it('is reported for a channel that YouTube no longer has, but not for an empty one', async () => {
    const channel = quiet();
    await follow(channel);
    const empty = subscribed()[0]?.id;
    await follow(empty);
    await watch();
    test.app.sandbox.admin.channels.vanish(channel);
    await pass(25 * hour, 5 * hour);
    const told = new Map((await channels()).map(({ channelId, trouble }) => [channelId, trouble]));
    expect(told.get(channel)).toMatch(/no longer has this channel/);
    expect(told.get(empty ?? '')).toBeNull();
  });

  it('with YouTube or the account marks no channel, and pauses all reading for longer each time', async () => {
    await follow(quiet());
    await watch();
    listFails('rateLimitExceeded');
    await pass(5 * hour, 5 * minute);
    const tried = reads('/playlistItems').length;
    expect(tried).toBeLessThan(20);
    expect(await channels()).toMatchObject([{ trouble: null }]);
    test.app.sandbox.admin.clearFaults();
    await pass(hour);
    expect(reads('/playlistItems').length).toBeGreaterThan(tried);
  });
});

describe('the units for watching (rule 14.5)', () => {
  it('are not used while they are kept for posting, and comments are posted', async () => {
    const channel = quiet();
    publish(channel);
    await follow(channel);
    for (let count = 0; count < 10; count += 1) {
      const { id: commentId } = await test.comment({ status: 'approved', reviewedAt: test.now() });
      await makeQueueItem(test.db, { commentId, autoPost: true, dueAt: test.later(count * minute) });
    }
    await test.me.put('/api/user-settings', { autoQueueEnabled: true, minGapSeconds: 0, outcomeUnits: 500 });
    const { quota } = test.app.context.services;
    const [ledger] = await test.db.select().from(quotaUsage).where(eq(quotaUsage.bucket, 'shared'));
    await quota.meter.spend('shared', 9_000 - (ledger?.used ?? 0));
    test.app.sandbox.admin.setQuota('shared', { used: 9_000 });
    test.app.sandbox.admin.clearRequests();
    await watch();
    expect(reads('/playlistItems')).toEqual([]);
    expect(await following()).toMatchObject({ units: { used: 0 } });
    for (let minutes = 0; minutes < 12; minutes += 1) {
      await test.app.context.services.loop.tick();
      await watch();
      test.app.clock.advance(minute);
    }
    expect(test.app.sandbox.admin.comments()).toHaveLength(10);
    expect(reads('/playlistItems')).toEqual([]);
    expect(test.app.sandbox.admin.state().quota.shared.used).toBe(9_500);
  });

  it('are never exceeded, not even by parallel reads', async () => {
    await test.me.post('/api/channels/import', { channelIds: subscribed().map(({ id }) => id) });
    const [ledger] = await test.db.select().from(quotaUsage).where(eq(quotaUsage.bucket, 'shared'));
    // Leaves 20 units for watching, and 500 for visibility checks and replies.
    await test.app.context.services.quota.meter.spend('shared', 9_480 - (ledger?.used ?? 0));
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
  const posted = { status: 'posted', postedAt: test.now(), youtubeCommentId: 'Ugx-any' } as const;
  await test.comment({ ...posted, nextLookAt: test.now() });
  await test.app.context.services.outcomes.tick();
  await follow(quiet(1));
  await watch();
  expect((await channels())[0]?.readAt).not.toBeNull();
});

describe('standing searches (rule 14.3)', () => {
  const keep = (q: string) => test.me.post('/api/standing-searches', { q });

  it('run within a minute over the last two days, then every six hours over the last six hours', async () => {
    expect((await keep('kubernetes')).status).toBe(201);
    const began = test.now();
    await watch();
    const asked = () => reads('/search').map(({ query }) => query['publishedAfter']);
    const iso = (ms: number) => new Date(began.getTime() + ms).toISOString().replace('.000Z', 'Z');
    expect(asked()).toEqual([iso(-2 * day)]);
    expect((await fresh()).length).toBeGreaterThan(0);
    expect((await fresh())[0]?.from).toEqual({ kind: 'search', name: 'kubernetes' });
    await pass(6 * hour, 6 * hour);
    expect(asked()).toEqual([iso(-2 * day), iso(-6 * hour)]);
    await pass(day, 2 * hour);
    expect(reads('/search')).toHaveLength(6);
  });

  it('leave sixty searches for the owner, and continue after the reset', async () => {
    await test.app.context.services.quota.meter.spend('search', 39);
    await keep('kubernetes');
    await watch();
    expect(reads('/search')).toHaveLength(1);
    await keep('rust');
    await watch();
    expect(reads('/search')).toHaveLength(1);
    test.app.clock.set(nextPacificMidnight(test.now()).toISOString());
    await watch();
    expect(reads('/search').length).toBeGreaterThan(1);
  });

  it('keep their videos when another search with the same videos is deleted and a channel unfollowed', async () => {
    await keep('kubernetes');
    await watch();
    await keep('kubernetes cluster');
    await watch();
    const found = await fresh();
    await follow(found[0]?.video.channelId);
    await watch();
    const [first] = (await (await test.me.get('/api/standing-searches')).json()) as { id: number }[];
    await test.me.delete(`/api/standing-searches/${first?.id}`);
    await test.me.delete(`/api/channels/${(await channels())[0]?.id}`);
    await watch();
    expect((await fresh()).length).toBeGreaterThan(0);
    expect((await fresh())[0]?.from).toEqual({ kind: 'search', name: 'kubernetes cluster' });
  });

  it('do not stop other searches or readings when YouTube does not answer one of them', async () => {
    await keep('bad');
    await keep('kubernetes');
    const match = { path: '/youtube/v3/search', contains: 'bad' };
    test.app.sandbox.admin.fault({ match, times: 0, fault: { kind: 'status', reason: 'internalError' } });
    await pass(6 * hour, 5 * minute);
    expect((await fresh()).length).toBeGreaterThan(0);
    expect(reads('/search').filter(({ query }) => query['q'] === 'bad').length).toBeLessThan(10);
  });

  it('are at most five, exist once each, and can be deleted', async () => {
    for (const q of ['one', 'two', 'three', 'four', 'five']) expect((await keep(q)).status).toBe(201);
    expect((await keep('ONE')).status).toBe(200);
    expect((await keep('six')).status).toBe(409);
    const [first] = (await (await test.me.get('/api/standing-searches')).json()) as { id: number }[];
    const end = () => test.me.delete(`/api/standing-searches/${first?.id}`);
    expect((await end()).status).toBe(204);
    await watch();
    const { length } = reads('/search');
    expect(length).toBeGreaterThan(0);
    expect((await end()).status).toBe(404);
    await watch();
    expect(reads('/search')).toHaveLength(length);
    expect((await keep('six')).status).toBe(201);
  });
});

describe('YouTube’s data about a channel (rule 14.12)', () => {
  it('are deleted after 30 days without a response, while the channel stays followed', async () => {
    const channel = quiet();
    publish(channel);
    await follow(channel);
    await watch();
    await test.me.post('/api/auth/disconnect');
    test.app.clock.advance(30 * day);
    await watch();
    await test.app.context.services.watch.forgetOld();
    const [row] = await test.db.select().from(followedChannels);
    const nothing = { title: null, thumbnailUrl: null, knownIds: [], lastVideoAt: null, videosLast30Days: 0 };
    expect(row).toMatchObject({ ...nothing, channelId: channel });
    const late = publish(channel);
    await test.app.signedIn();
    // Waits until the pause is over that began while signed out.
    test.app.clock.advance(hour);
    await watch();
    const known = await test.db
      .select()
      .from(freshVideos)
      .innerJoin(videos, and(eq(videos.id, freshVideos.videoId), eq(videos.youtubeId, late)));
    expect(known).toHaveLength(1);
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
