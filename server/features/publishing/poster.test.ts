import { beforeEach, describe, expect, it } from 'vitest';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import { fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { type PublishingWorld, publishingWorld } from '../../testing/publishing-world.ts';

const test = testDatabase();
let clock: ReturnType<typeof fakeClock>;
let world: PublishingWorld;
beforeEach(() => {
  clock = fakeClock();
  world = publishingWorld(test.db, clock);
});

describe('posting one comment', () => {
  it('sends exactly the approved text once, and records YouTube’s id', async () => {
    const { id, content, videoId } = await world.approved();
    await world.poster.post(id, 'manual');
    expect(world.remote.received).toEqual([expect.objectContaining({ text: content })]);
    const { comment, queueItem, attempts } = await world.state(id);
    expect(comment).toMatchObject({
      status: 'posted',
      youtubeCommentId: 'Ugz1',
      postedAt: clock.now(),
      videoId,
    });
    expect(queueItem).toBeNull();
    expect(attempts).toEqual([expect.objectContaining({ state: 'posted', content, closedAt: clock.now() })]);
  });

  it('is posted once however many ask at the same time', async () => {
    const { id } = await world.approved();
    const other = world.process();
    const asks = Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? world : other).poster.post(id, index % 3 ? 'manual' : 'loop'),
    );
    await Promise.all(asks);
    expect(world.remote.received).toHaveLength(1);
    expect((await world.state(id)).comment.status).toBe('posted');
  });

  it.each(['pending', 'rejected', 'posted', 'failed'] as const)(
    'never sends a %s comment',
    async (status) => {
      const { id } = await world.approved();
      await test.database.sessionPool.query(`update comments set status = '${status}' where id = ${id}`);
      const result = await world.poster.post(id, 'manual');
      expect(result).toHaveProperty('obstacle.code', status === 'posted' ? 'already_posted' : 'not_approved');
      expect(world.remote.received).toEqual([]);
    },
  );

  it('refuses a text that is older than what the database holds', async () => {
    const { id, content } = await world.approved();
    await expect(world.poster.post(id, 'manual', { revision: 7 })).rejects.toMatchObject({
      status: 409,
      code: 'revision_conflict',
      extra: { current: { content } },
    });
    expect(world.remote.received).toEqual([]);
    expect((await world.state(id)).attempts).toEqual([]);
  });

  it.each([
    ['refused', 'commentsDisabled', 'comments_off'],
    ['refused', 'videoNotFound', 'video_not_found'],
    ['refused', 'commentTextTooLong', 'text_too_long'],
    ['refused', 'invalidCommentThreadMetadata', 'comment_refused'],
  ] as const)('%s (%s) fails it with a typed cause', async (kind, reason, code) => {
    const { id, videoId } = await world.approved({ dueInMs: 0 });
    world.remote.answers.push({ kind, reason });
    await world.poster.post(id, 'loop');
    const { comment, queueItem } = await world.state(id);
    expect(comment).toMatchObject({ status: 'failed', failureCode: code, failureReason: expect.any(String) });
    expect(queueItem).toMatchObject({ scheduledFor: null, dueAt: null, autoPost: false });
    expect(world.markedOff).toEqual(code === 'comments_off' ? [videoId] : []);
  });

  it('a failed comment that was never queued shows in the queue', async () => {
    const { id } = await world.approved();
    await test.database.sessionPool.query('delete from queue_items');
    world.remote.answers.push({ kind: 'refused', reason: 'commentTextTooLong' });
    await world.poster.post(id, 'manual');
    expect((await world.state(id)).queueItem).toMatchObject({ commentId: id });
  });

  it.each([
    ['account', 'youtubeSignupRequired', 'youtube_signup_required'],
    ['scope', 'insufficientPermissions', 'scope_missing'],
  ] as const)('%s (%s) asks for a sign-in, and nothing fails', async (kind, reason, code) => {
    const { id } = await world.approved({ dueInMs: 0 });
    world.remote.answers.push({ kind, reason });
    await world.poster.post(id, 'manual');
    expect(world.blocked).toEqual([code]);
    expect(await world.hold()).toBeNull();
    expect((await world.state(id)).comment.status).toBe('approved');
    expect(await world.poster.post(id, 'manual')).toHaveProperty('obstacle.code', code);
    expect(world.remote.received).toHaveLength(1);
  });

  it.each([
    ['account', 'ineligibleAccount', 'account_cannot_post'],
    ['config', 'accessNotConfigured', 'api_not_configured'],
    ['config', 'CONSUMER_SUSPENDED', 'project_suspended'],
  ] as const)(
    '%s (%s) holds posting until the person ends it, and nothing fails',
    async (kind, reason, code) => {
      const { id } = await world.approved({ dueInMs: 0 });
      world.remote.answers.push({ kind, reason });
      await world.poster.post(id, 'manual');
      expect(await world.hold()).toMatchObject({ code, nextTryAt: null, attempts: 1 });
      expect((await world.state(id)).comment.status).toBe('approved');
      clock.advance(48 * 3_600_000);
      expect(await world.poster.post(id, 'manual')).toMatchObject({ obstacle: { code, hold: { code } } });
      expect(world.remote.received).toHaveLength(1);
      expect(await world.poster.post(id, 'manual', { underHold: await world.hold() })).toHaveProperty(
        'settlement.attempt.state',
        'posted',
      );
      expect(await world.hold()).toBeNull();
    },
  );

  it('a spent day blocks the bucket until midnight Pacific', async () => {
    const { id } = await world.approved();
    world.remote.answers.push({ kind: 'quota', reason: 'quotaExceeded' });
    await world.poster.post(id, 'manual');
    expect(await world.poster.post(id, 'manual')).toMatchObject({
      obstacle: { code: 'quota_spent', until: new Date('2026-03-04T08:00:00Z') },
    });
    clock.set('2026-03-04T08:00:00Z');
    await world.poster.post(id, 'manual');
    expect((await world.state(id)).comment.status).toBe('posted');
  });

  it('is refused before the click when the ledger has no units left', async () => {
    const { id } = await world.approved();
    await world.quota.meter.spend('shared', 9_951);
    expect(await world.poster.post(id, 'manual')).toHaveProperty('obstacle.code', 'quota_spent');
    expect(world.remote.received).toEqual([]);
  });

  it('asked by hand, a burst limit leaves nothing pending', async () => {
    const { id } = await world.approved();
    world.remote.answers.push({ kind: 'burst' });
    await world.poster.post(id, 'manual');
    const { comment, queueItem, attempts } = await world.state(id);
    expect(comment.status).toBe('approved');
    expect(queueItem).toMatchObject({ dueAt: null, nextTryAt: null });
    expect(attempts[0]?.closedAt).not.toBeNull();
  });

  it('the daily cap, the cooldown, blocks and the pause hold when thirty posts are asked for at once', async () => {
    await world.setSettings({ dailyCap: 3 });
    const asked = await Promise.all(
      Array.from({ length: 30 }, async () => world.poster.post((await world.approved()).id, 'manual')),
    );
    expect(world.remote.received).toHaveLength(3);
    expect(asked.filter((one) => 'obstacle' in one && one.obstacle.code === 'daily_cap')).toHaveLength(27);

    await world.setSettings({ dailyCap: 50, channelCooldownHours: 2 });
    clock.advance(3 * 3_600_000);
    const onOneChannel = await Promise.all(
      Array.from({ length: 5 }, async () =>
        world.poster.post((await world.approved({ channelId: 'UCone' })).id, 'manual'),
      ),
    );
    expect(onOneChannel.filter((one) => 'settlement' in one)).toHaveLength(1);

    await world.setSettings({ blockedChannels: ['UCtwo'] });
    const { id: onBlocked } = await world.approved({ channelId: 'UCtwo' });
    expect(await world.poster.post(onBlocked, 'manual')).toHaveProperty('obstacle.code', 'channel_blocked');

    await world.setSettings({ postingPaused: true });
    const { id: whilePaused } = await world.approved({ channelId: 'UCthree' });
    expect(await world.poster.post(whilePaused, 'manual')).toHaveProperty('obstacle.code', 'posting_paused');
  });

  it('an identical text is refused for 30 days, whatever its spacing and case', async () => {
    await world.poster.post((await world.approved({ content: 'Good point about probes.' })).id, 'manual');
    const { id } = await world.approved({ content: ' good  point about PROBES. ' });
    expect(await world.poster.post(id, 'manual')).toHaveProperty('obstacle.code', 'duplicate_text');
    expect(postingReason('duplicate_text')).toContain('in the last 30 days');
    clock.advance(30 * 24 * 3_600_000 - 60_000);
    expect(await world.poster.post(id, 'manual')).toHaveProperty('obstacle.code', 'duplicate_text');
    clock.advance(60_001);
    expect(await world.poster.post(id, 'manual')).toHaveProperty('settlement.attempt.state', 'posted');
  });
});
