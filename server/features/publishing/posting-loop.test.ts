import { describe, expect, it, vi } from 'vitest';
import { ownChannel, testPublishing } from '../../testing/publishing-fixture.ts';

const minute = 60_000;
const hour = 60 * minute;

const test = testPublishing();

describe('what is due', () => {
  it('is posted at its time, not before (rule 1.2)', async () => {
    const { id } = await test.publishing.approved({ dueInMs: 2 * minute });
    await test.publishing.pass(minute);
    expect(test.publishing.remote.received).toHaveLength(0);
    await test.publishing.pass(minute);
    expect((await test.publishing.state(id)).comment).toMatchObject({
      status: 'posted',
      postedAt: test.clock.now(),
    });
  });

  it('is posted soonest first, with the gap between (rule 7.10)', async () => {
    await test.publishing.setSettings({ minGapSeconds: 120 });
    const later = await test.publishing.approved({ dueInMs: -1000 });
    const sooner = await test.publishing.approved({ dueInMs: -2000 });
    await test.publishing.loop.tick();
    expect(test.publishing.remote.received.map(({ text }) => text)).toEqual([sooner.content]);
    expect((await test.publishing.state(later.id)).queueItem).toMatchObject({
      blockedReason: 'min_gap',
      nextTryAt: new Date(test.clock.now().getTime() + 2 * minute),
    });
    await test.publishing.pass(minute);
    expect(test.publishing.remote.received).toHaveLength(1);
    await test.publishing.pass(minute);
    expect(test.publishing.remote.received).toHaveLength(2);
  });

  it('is posted once each while ticks overlap (rules 7.2, 7.10)', async () => {
    await test.publishing.setSettings({ minGapSeconds: 0, dailyCap: 200 });
    const ids: number[] = [];
    for (let index = 0; index < 20; index++) ids.push((await test.publishing.approved({ dueInMs: 0 })).id);
    const { loop } = test.publishing;
    await Promise.all([loop.tick(), loop.tick()]);
    await Promise.all([loop.tick(), loop.tick()]);
    expect(test.publishing.remote.received).toHaveLength(20);
    expect(new Set(test.publishing.remote.received.map(({ youtubeVideoId }) => youtubeVideoId)).size).toBe(
      20,
    );
    for (const id of ids) expect((await test.publishing.state(id)).comment.status).toBe('posted');
  });

  it('keeps its place under a brake, and is posted when the brake ends (rule 7.10)', async () => {
    await test.publishing.setSettings({ postingPaused: true });
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    await test.publishing.pass(3 * minute);
    expect((await test.publishing.state(id)).queueItem).toMatchObject({
      blockedReason: 'posting_paused',
      dueAt: expect.any(Date),
    });
    await test.publishing.setSettings({ postingPaused: false });
    await test.publishing.loop.tick();
    expect((await test.publishing.state(id)).comment.status).toBe('posted');
  });

  it('is posted as soon as the cap is raised, or at midnight Pacific (rule 7.10)', async () => {
    await test.publishing.setSettings({ dailyCap: 1, minGapSeconds: 0 });
    const first = await test.publishing.approved({ dueInMs: 0 });
    const second = await test.publishing.approved({ dueInMs: 0 });
    const third = await test.publishing.approved({ dueInMs: 0 });
    await test.publishing.loop.tick();
    expect((await test.publishing.state(first.id)).comment.status).toBe('posted');
    expect((await test.publishing.state(second.id)).queueItem?.nextTryAt).toEqual(
      new Date('2026-03-04T08:00:00Z'),
    );
    await test.publishing.setSettings({ dailyCap: 2 });
    await test.publishing.loop.tick();
    expect((await test.publishing.state(second.id)).comment.status).toBe('posted');
    await test.publishing.ranFor(20 * hour);
    expect((await test.publishing.state(third.id)).comment.status).toBe('posted');
  });

  it('waits for its own channel’s cooldown only (rule 7.10)', async () => {
    await test.publishing.setSettings({ channelCooldownHours: 3, minGapSeconds: 0 });
    const here = await test.publishing.approved({ dueInMs: -3, channelId: 'UCone' });
    const hereAgain = await test.publishing.approved({ dueInMs: -2, channelId: 'UCone' });
    const there = await test.publishing.approved({ dueInMs: -1, channelId: 'UCtwo' });
    await test.publishing.loop.tick();
    expect((await test.publishing.state(here.id)).comment.status).toBe('posted');
    expect((await test.publishing.state(hereAgain.id)).queueItem).toMatchObject({
      blockedReason: 'channel_cooldown',
    });
    expect((await test.publishing.state(there.id)).comment.status).toBe('posted');
    await test.publishing.ranFor(3 * hour);
    expect((await test.publishing.state(hereAgain.id)).comment.status).toBe('posted');
  });

  it('names a cooldown as the reason rather than the gap', async () => {
    await test.publishing.setSettings({ channelCooldownHours: 3, minGapSeconds: 60 });
    const here = await test.publishing.approved({ dueInMs: -3, channelId: 'UCone' });
    const hereAgain = await test.publishing.approved({ dueInMs: -2, channelId: 'UCone' });
    const there = await test.publishing.approved({ dueInMs: -1, channelId: 'UCtwo' });
    await test.publishing.loop.tick();
    expect((await test.publishing.state(here.id)).comment.status).toBe('posted');
    test.publishing.told();
    for (let ticks = 0; ticks < 3; ticks += 1) {
      test.clock.advance(5_000);
      await test.publishing.loop.tick();
      expect((await test.publishing.state(hereAgain.id)).queueItem?.blockedReason).toBe('channel_cooldown');
      expect((await test.publishing.state(there.id)).queueItem?.blockedReason).toBe('min_gap');
    }
    expect(test.publishing.told()).toEqual([]);
  });

  it('goes back to review with the reason on a blocked channel (rule 7.10)', async () => {
    const { id } = await test.publishing.approved({ dueInMs: 0, channelId: 'UCone' });
    await test.publishing.setSettings({ blockedChannels: ['UCone'] });
    await test.publishing.loop.tick();
    const { comment, queueItem } = await test.publishing.state(id);
    expect(comment.status).toBe('pending');
    expect(queueItem).toMatchObject({
      blockedReason: 'channel_blocked',
      dueAt: null,
      scheduledFor: null,
      autoPost: false,
    });
    expect(test.publishing.remote.received).toEqual([]);
  });

  it.each([
    [{ commentsOff: true }, 'comments_off'],
    [{ available: false }, 'video_not_found'],
  ])('fails without a call on a video known to be %o', async (video, failureCode) => {
    const { id } = await test.publishing.approved({ dueInMs: 0, ...video });
    await test.publishing.loop.tick();
    expect((await test.publishing.state(id)).comment).toMatchObject({ status: 'failed', failureCode });
    expect(test.publishing.remote.received).toEqual([]);
  });

  it('is not tried further once the gap pauses all of it', async () => {
    for (let due = 0; due < 4; due += 1) await test.publishing.approved({ dueInMs: -due });
    const asked = vi.spyOn(test.publishing.account, 'accessToken');
    await test.publishing.loop.tick();
    expect(test.publishing.remote.received).toHaveLength(1);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('is not checked one by one while all of it waits', async () => {
    await test.publishing.setSettings({ postingPaused: true });
    for (let due = 0; due < 3; due += 1) await test.publishing.approved({ dueInMs: -due });
    const asked = vi.spyOn(test.publishing.account, 'account');
    await test.publishing.loop.tick();
    expect(asked).toHaveBeenCalledOnce();
  });

  it('waits for the next start once the process stops (rule 7.16)', async () => {
    await test.publishing.setSettings({ minGapSeconds: 0 });
    const [first, second] = [
      await test.publishing.approved({ dueInMs: -2 }),
      await test.publishing.approved({ dueInMs: -1 }),
    ];
    const { loop, stop } = test.publishing;
    const { insertComment } = test.publishing.remote.youtube;
    test.publishing.remote.youtube.insertComment = (...sent) => {
      stop();
      return insertComment(...sent);
    };
    await loop.tick();
    expect((await test.publishing.state(first.id)).comment.status).toBe('posted');
    expect(await test.publishing.state(second.id)).toMatchObject({
      comment: { status: 'approved' },
      attempts: [],
    });
  });
});

describe('after an answer of YouTube', () => {
  it('that limits the rate, all comments wait (rule 7.7)', async () => {
    await test.publishing.setSettings({ minGapSeconds: 0 });
    await test.publishing.approved({ dueInMs: -2 });
    const second = await test.publishing.approved({ dueInMs: -1 });
    test.publishing.remote.answers.push({ kind: 'burst' });
    await test.publishing.loop.tick();
    expect(test.publishing.remote.received).toHaveLength(1);
    expect((await test.publishing.state(second.id)).attempts).toEqual([]);
  });

  it('processingFailure, one more attempt follows after ten minutes, then it fails (rule 7.6)', async () => {
    const { id } = await test.publishing.approved();
    test.publishing.remote.answers.push({ kind: 'processing' }, { kind: 'processing' });
    await test.publishing.poster.post(id, 'manual');
    await test.publishing.pass(10 * minute);
    expect(test.publishing.remote.received).toHaveLength(1);
    await test.publishing.pass(minute);
    expect(test.publishing.remote.received).toHaveLength(2);
    await test.publishing.pass(10 * minute);
    expect((await test.publishing.state(id)).comment).toMatchObject({
      status: 'failed',
      failureCode: 'processing_failed',
    });
  });

  it('processingFailure, a comment that is on YouTube all the same is never sent again (rule 7.6)', async () => {
    const { id, content } = await test.publishing.approved({ dueInMs: 0 });
    test.publishing.remote.answers.push({ kind: 'processing' });
    await test.publishing.loop.tick();
    const [attempt] = (await test.publishing.state(id)).attempts;
    test.publishing.remote.shown.push({
      youtubeCommentId: 'Ugz-there',
      youtubeVideoId: attempt?.youtubeVideoId ?? '',
      authorChannelId: ownChannel,
      text: content,
      publishedAt: test.clock.now().toISOString(),
    });
    await test.publishing.pass(12 * minute);
    expect(test.publishing.remote.received).toHaveLength(1);
    expect((await test.publishing.state(id)).comment).toMatchObject({
      status: 'posted',
      youtubeCommentId: 'Ugz-there',
    });
  });

  it('or none, a comment is posted once the network is back (rule 7.7)', async () => {
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    test.publishing.remote.behaviour.always = () => ({ kind: 'unknown', reason: 'unreachable' });
    await test.publishing.loop.tick();
    expect((await test.publishing.state(id)).queueItem).toMatchObject({
      blockedReason: 'youtube_unavailable',
    });
    await test.publishing.pass(20 * minute);
    test.publishing.remote.behaviour.always = null;
    await test.publishing.pass(15 * minute);
    expect((await test.publishing.state(id)).comment.status).toBe('posted');
    expect(test.publishing.remote.shown).toHaveLength(1);
  });

  it('401, a new token is tried once; a second 401 pauses posting (rule 7.7)', async () => {
    const { id } = await test.publishing.approved();
    test.publishing.remote.answers.push({ kind: 'auth' });
    await test.publishing.poster.post(id, 'manual');
    expect(test.publishing.refreshed).toEqual(['token']);
    expect(test.publishing.remote.received).toHaveLength(1);
    await test.publishing.loop.tick();
    expect((await test.publishing.state(id)).comment.status).toBe('posted');

    const other = await test.publishing.approved();
    test.publishing.remote.answers.push({ kind: 'auth' }, { kind: 'auth' });
    await test.publishing.poster.post(other.id, 'manual');
    await test.publishing.pass(2 * minute);
    expect(test.publishing.blocked).toEqual(['needs_reauth']);
    expect((await test.publishing.state(other.id)).comment.status).toBe('approved');
    expect(test.publishing.remote.received).toHaveLength(4);
  });
});
