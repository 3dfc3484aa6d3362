import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { type PublishingWorld, publishingWorld } from '../../testing/publishing-world.ts';

const minute = 60_000;
const hour = 60 * minute;

const test = testDatabase();
let clock: ReturnType<typeof fakeClock>;
let world: PublishingWorld;
beforeEach(async () => {
  clock = fakeClock();
  world = publishingWorld(test.db, clock);
  await world.loop.tick();
});

describe('what is due', () => {
  it('goes out at its time, not before', async () => {
    const { id } = await world.approved({ dueInMs: 2 * minute });
    await world.pass(minute);
    expect(world.remote.received).toHaveLength(0);
    await world.pass(minute);
    expect((await world.state(id)).comment).toMatchObject({ status: 'posted', postedAt: clock.now() });
  });

  it('keeps the gap between automatic posts, soonest first', async () => {
    await world.setSettings({ minGapSeconds: 120 });
    const later = await world.approved({ dueInMs: -1000 });
    const sooner = await world.approved({ dueInMs: -2000 });
    await world.loop.tick();
    expect(world.remote.received.map(({ text }) => text)).toEqual([sooner.content]);
    expect((await world.state(later.id)).queueItem).toMatchObject({
      heldReason: 'min_gap',
      nextTryAt: new Date(clock.now().getTime() + 2 * minute),
    });
    await world.pass(minute);
    expect(world.remote.received).toHaveLength(1);
    await world.pass(minute);
    expect(world.remote.received).toHaveLength(2);
  });

  it('several processes share the work and double nothing', async () => {
    await world.setSettings({ minGapSeconds: 0, dailyCap: 200 });
    const ids: number[] = [];
    for (let index = 0; index < 20; index++) ids.push((await world.approved({ dueInMs: 0 })).id);
    const other = world.process();
    await Promise.all([world.loop.tick(), other.loop.tick()]);
    await Promise.all([world.loop.tick(), other.loop.tick()]);
    expect(world.remote.received).toHaveLength(20);
    expect(new Set(world.remote.received.map(({ youtubeVideoId }) => youtubeVideoId)).size).toBe(20);
    for (const id of ids) expect((await world.state(id)).comment.status).toBe('posted');
  });

  it('what a brake holds back keeps its place and goes when the brake lifts', async () => {
    await world.setSettings({ postingPaused: true });
    const { id } = await world.approved({ dueInMs: 0 });
    await world.pass(3 * minute);
    expect((await world.state(id)).queueItem).toMatchObject({
      heldReason: 'posting_paused',
      dueAt: expect.any(Date),
    });
    await world.setSettings({ postingPaused: false });
    await world.loop.tick();
    expect((await world.state(id)).comment.status).toBe('posted');
  });

  it('a raised cap is noticed at once, an unraised one at midnight Pacific', async () => {
    await world.setSettings({ dailyCap: 1, minGapSeconds: 0 });
    const first = await world.approved({ dueInMs: 0 });
    const second = await world.approved({ dueInMs: 0 });
    const third = await world.approved({ dueInMs: 0 });
    await world.loop.tick();
    expect((await world.state(first.id)).comment.status).toBe('posted');
    expect((await world.state(second.id)).queueItem?.nextTryAt).toEqual(new Date('2026-03-04T08:00:00Z'));
    await world.setSettings({ dailyCap: 2 });
    await world.loop.tick();
    expect((await world.state(second.id)).comment.status).toBe('posted');
    await world.ranFor(20 * hour);
    expect((await world.state(third.id)).comment.status).toBe('posted');
  });

  it('a channel’s cooldown holds its comments only', async () => {
    await world.setSettings({ channelCooldownHours: 3, minGapSeconds: 0 });
    const here = await world.approved({ dueInMs: -3, channelId: 'UCone' });
    const hereAgain = await world.approved({ dueInMs: -2, channelId: 'UCone' });
    const there = await world.approved({ dueInMs: -1, channelId: 'UCtwo' });
    await world.loop.tick();
    expect((await world.state(here.id)).comment.status).toBe('posted');
    expect((await world.state(hereAgain.id)).queueItem).toMatchObject({ heldReason: 'channel_cooldown' });
    expect((await world.state(there.id)).comment.status).toBe('posted');
    await world.ranFor(3 * hour);
    expect((await world.state(hereAgain.id)).comment.status).toBe('posted');
  });

  it('a comment that its channel’s cooldown holds is not said to wait for the gap', async () => {
    await world.setSettings({ channelCooldownHours: 3, minGapSeconds: 60 });
    const here = await world.approved({ dueInMs: -3, channelId: 'UCone' });
    const hereAgain = await world.approved({ dueInMs: -2, channelId: 'UCone' });
    const there = await world.approved({ dueInMs: -1, channelId: 'UCtwo' });
    await world.loop.tick();
    expect((await world.state(here.id)).comment.status).toBe('posted');
    world.told();
    for (let ticks = 0; ticks < 3; ticks += 1) {
      clock.advance(5_000);
      await world.loop.tick();
      expect((await world.state(hereAgain.id)).queueItem?.heldReason).toBe('channel_cooldown');
      expect((await world.state(there.id)).queueItem?.heldReason).toBe('min_gap');
    }
    expect(world.told()).toEqual([]);
  });

  it('a blocked channel’s due comment is back in review, unposted, saying why', async () => {
    const { id } = await world.approved({ dueInMs: 0, channelId: 'UCone' });
    await world.setSettings({ blockedChannels: ['UCone'] });
    await world.loop.tick();
    const { comment, queueItem } = await world.state(id);
    expect(comment.status).toBe('pending');
    expect(queueItem).toMatchObject({
      heldReason: 'channel_blocked',
      dueAt: null,
      scheduledFor: null,
      autoPost: false,
    });
    expect(world.remote.received).toEqual([]);
  });

  it.each([
    [{ commentsOff: true }, 'comments_off'],
    [{ available: false }, 'video_not_found'],
  ])('a video that is known to be %o fails without a call', async (video, failureCode) => {
    const { id } = await world.approved({ dueInMs: 0, ...video });
    await world.loop.tick();
    expect((await world.state(id)).comment).toMatchObject({ status: 'failed', failureCode });
    expect(world.remote.received).toEqual([]);
  });

  it('is not asked about one by one while a brake holds all of it', async () => {
    await world.setSettings({ postingPaused: true });
    for (let due = 0; due < 3; due += 1) await world.approved({ dueInMs: -due });
    const asked = vi.spyOn(world.account, 'account');
    await world.loop.tick();
    expect(asked).toHaveBeenCalledOnce();
  });

  it('waits for the next start once the process is asked to stop', async () => {
    await world.setSettings({ minGapSeconds: 0 });
    const [first, second] = [await world.approved({ dueInMs: -2 }), await world.approved({ dueInMs: -1 })];
    const { loop, stop } = world.process();
    const { insertComment } = world.remote.youtube;
    world.remote.youtube.insertComment = (...sent) => {
      stop();
      return insertComment(...sent);
    };
    await loop.tick();
    expect((await world.state(first.id)).comment.status).toBe('posted');
    expect(await world.state(second.id)).toMatchObject({ comment: { status: 'approved' }, attempts: [] });
  });
});

describe('YouTube asks to wait', () => {
  it('and the rest waits with the one that was asked', async () => {
    await world.setSettings({ minGapSeconds: 0 });
    await world.approved({ dueInMs: -2 });
    const second = await world.approved({ dueInMs: -1 });
    world.remote.answers.push({ kind: 'burst' });
    await world.loop.tick();
    expect(world.remote.received).toHaveLength(1);
    expect((await world.state(second.id)).attempts).toEqual([]);
  });

  it('a burst limit is tried five times in all, further and further apart, then fails', async () => {
    const { id } = await world.approved({ dueInMs: 0 });
    for (let index = 0; index < 9; index++) world.remote.answers.push({ kind: 'burst' });
    await world.loop.tick();
    const { queueItem } = await world.state(id);
    expect(queueItem).toMatchObject({ heldReason: 'rate_limited_by_youtube' });
    expect((queueItem?.nextTryAt?.getTime() ?? 0) - clock.now().getTime()).toBe(22_500);
    await world.pass(30 * minute);
    expect(world.remote.received).toHaveLength(5);
    expect((await world.state(id)).comment).toMatchObject({
      status: 'failed',
      failureCode: 'rate_limited_by_youtube',
    });
  });

  it('processingFailure gets one more attempt after ten minutes, then fails', async () => {
    const { id } = await world.approved();
    world.remote.answers.push({ kind: 'processing' }, { kind: 'processing' });
    await world.poster.post(id, 'manual');
    await world.pass(9 * minute);
    expect(world.remote.received).toHaveLength(1);
    await world.pass(minute);
    expect(world.remote.received).toHaveLength(2);
    expect((await world.state(id)).comment).toMatchObject({
      status: 'failed',
      failureCode: 'processing_failed',
    });
  });

  it('while YouTube cannot be reached nothing is lost: it goes out when the network is back', async () => {
    const { id } = await world.approved({ dueInMs: 0 });
    for (let index = 0; index < 7; index++)
      world.remote.answers.push({ kind: 'unknown', reason: 'unreachable' });
    await world.loop.tick();
    expect((await world.state(id)).queueItem).toMatchObject({ heldReason: 'youtube_unavailable' });
    await world.pass(8 * minute);
    expect((await world.state(id)).comment.status).toBe('posted');
    expect(world.remote.shown).toHaveLength(1);
  });

  it('a 401 refreshes the token and tries once more on the next tick; a second one pauses posting', async () => {
    const { id } = await world.approved();
    world.remote.answers.push({ kind: 'auth' });
    await world.poster.post(id, 'manual');
    expect(world.refreshed).toEqual(['token']);
    expect(world.remote.received).toHaveLength(1);
    await world.loop.tick();
    expect((await world.state(id)).comment.status).toBe('posted');

    const other = await world.approved();
    world.remote.answers.push({ kind: 'auth' }, { kind: 'auth' });
    await world.poster.post(other.id, 'manual');
    await world.pass(2 * minute);
    expect(world.blocked).toEqual(['needs_reauth']);
    expect((await world.state(other.id)).comment.status).toBe('approved');
    expect(world.remote.received).toHaveLength(4);
  });
});
