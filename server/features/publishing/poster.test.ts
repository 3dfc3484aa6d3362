import { beforeEach, describe, expect, it } from 'vitest';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import { googleAccount } from '#shared/schema.ts';
import { fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { type PublishingFixture, publishingFixture } from '../../testing/publishing-fixture.ts';

const test = testDatabase();
let clock: ReturnType<typeof fakeClock>;
let publishing: PublishingFixture;
beforeEach(() => {
  clock = fakeClock();
  publishing = publishingFixture(test.db, clock);
});

describe('posting one comment', () => {
  it('sends exactly the approved text once, and records YouTube’s id (rules 1.2, 7.3)', async () => {
    const { id, content, videoId } = await publishing.approved();
    await publishing.poster.post(id, 'manual');
    expect(publishing.remote.received).toEqual([expect.objectContaining({ text: content })]);
    const { comment, queueItem, attempts } = await publishing.state(id);
    expect(comment).toMatchObject({
      status: 'posted',
      youtubeCommentId: 'Ugz1',
      postedAt: clock.now(),
      videoId,
    });
    expect(queueItem).toBeNull();
    expect(attempts).toEqual([expect.objectContaining({ state: 'posted', content, closedAt: clock.now() })]);
  });

  it('posts once however many ask at the same time (rule 7.2)', async () => {
    const { id } = await publishing.approved();
    const asks = Array.from({ length: 20 }, (_, index) =>
      publishing.poster.post(id, index % 2 ? 'manual' : 'loop'),
    );
    await Promise.all(asks);
    expect(publishing.remote.received).toHaveLength(1);
    expect((await publishing.state(id)).comment.status).toBe('posted');
  });

  it.each(['pending', 'rejected', 'posted', 'failed'] as const)(
    'never sends a %s comment (rule 1.2)',
    async (status) => {
      const { id } = await publishing.approved();
      await test.database.sessionPool.query(`update comments set status = '${status}' where id = ${id}`);
      const result = await publishing.poster.post(id, 'manual');
      expect(result).toHaveProperty('obstacle.code', status === 'posted' ? 'already_posted' : 'not_approved');
      expect(publishing.remote.received).toEqual([]);
    },
  );

  it('refuses a revision older than the stored one (rule 3.3)', async () => {
    const { id, content } = await publishing.approved();
    await expect(publishing.poster.post(id, 'manual', { revision: 7 })).rejects.toMatchObject({
      status: 409,
      code: 'revision_conflict',
      extra: { current: { content } },
    });
    expect(publishing.remote.received).toEqual([]);
    expect((await publishing.state(id)).attempts).toEqual([]);
  });

  it.each([
    ['refused', 'commentsDisabled', 'comments_off'],
    ['refused', 'videoNotFound', 'video_not_found'],
    ['refused', 'commentTextTooLong', 'text_too_long'],
    ['refused', 'invalidCommentThreadMetadata', 'comment_refused'],
  ] as const)('fails the comment after %s (%s) with code %s (rule 7.4)', async (kind, reason, code) => {
    const { id, videoId } = await publishing.approved({ dueInMs: 0 });
    publishing.remote.answers.push({ kind, reason });
    await publishing.poster.post(id, 'loop');
    const { comment, queueItem } = await publishing.state(id);
    expect(comment).toMatchObject({ status: 'failed', failureCode: code, failureReason: expect.any(String) });
    expect(queueItem).toMatchObject({ scheduledFor: null, dueAt: null, autoPost: false });
    expect(publishing.markedOff).toEqual(code === 'comments_off' ? [videoId] : []);
  });

  it('queues a failed comment that was not in the queue', async () => {
    const { id } = await publishing.approved();
    await test.database.sessionPool.query('delete from queue_items');
    publishing.remote.answers.push({ kind: 'refused', reason: 'commentTextTooLong' });
    await publishing.poster.post(id, 'manual');
    expect((await publishing.state(id)).queueItem).toMatchObject({ commentId: id });
  });

  it.each([
    ['account', 'youtubeSignupRequired', 'youtube_signup_required'],
    ['scope', 'insufficientPermissions', 'scope_missing'],
  ] as const)('asks for a sign-in after %s (%s) and fails nothing (rule 7.7)', async (kind, reason, code) => {
    const { id } = await publishing.approved({ dueInMs: 0 });
    publishing.remote.answers.push({ kind, reason });
    await publishing.poster.post(id, 'manual');
    expect(publishing.blocked).toEqual([code]);
    expect(await publishing.hold()).toBeNull();
    expect((await publishing.state(id)).comment.status).toBe('approved');
    expect(await publishing.poster.post(id, 'manual')).toHaveProperty('obstacle.code', code);
    expect(publishing.remote.received).toHaveLength(1);
  });

  it.each([
    ['account', 'ineligibleAccount', 'account_cannot_post'],
    ['config', 'accessNotConfigured', 'api_not_configured'],
    ['config', 'CONSUMER_SUSPENDED', 'project_suspended'],
  ] as const)(
    'holds posting after %s (%s) until the person ends it (rule 7.7)',
    async (kind, reason, code) => {
      const { id } = await publishing.approved({ dueInMs: 0 });
      publishing.remote.answers.push({ kind, reason });
      await publishing.poster.post(id, 'manual');
      expect(await publishing.hold()).toMatchObject({ code, nextTryAt: null, attempts: 1 });
      expect((await publishing.state(id)).comment.status).toBe('approved');
      clock.advance(48 * 3_600_000);
      expect(await publishing.poster.post(id, 'manual')).toMatchObject({
        obstacle: { code, hold: { code } },
      });
      expect(publishing.remote.received).toHaveLength(1);
      expect(
        await publishing.poster.post(id, 'manual', { underHold: await publishing.hold() }),
      ).toHaveProperty('settlement.attempt.state', 'posted');
      expect(await publishing.hold()).toBeNull();
    },
  );

  it('posts nothing more after a spent quota until midnight Pacific', async () => {
    const { id } = await publishing.approved();
    publishing.remote.answers.push({ kind: 'quota', reason: 'quotaExceeded' });
    await publishing.poster.post(id, 'manual');
    expect(await publishing.poster.post(id, 'manual')).toMatchObject({
      obstacle: { code: 'quota_spent', until: new Date('2026-03-04T08:00:00Z') },
    });
    clock.set('2026-03-04T08:00:00Z');
    await publishing.poster.post(id, 'manual');
    expect((await publishing.state(id)).comment.status).toBe('posted');
  });

  it('sends nothing when the ledger has no units left', async () => {
    const { id } = await publishing.approved();
    await publishing.quota.meter.spend('shared', 9_951);
    expect(await publishing.poster.post(id, 'manual')).toHaveProperty('obstacle.code', 'quota_spent');
    expect(publishing.remote.received).toEqual([]);
  });

  it('leaves nothing due after a rate limit by hand', async () => {
    const { id } = await publishing.approved();
    publishing.remote.answers.push({ kind: 'burst' });
    await publishing.poster.post(id, 'manual');
    const { comment, queueItem, attempts } = await publishing.state(id);
    expect(comment.status).toBe('approved');
    expect(queueItem).toMatchObject({ dueAt: null, nextTryAt: null });
    expect(attempts[0]?.closedAt).not.toBeNull();
  });

  it('keeps cap, cooldown, blocked channels and pause under thirty parallel requests (rule 7.10)', async () => {
    await publishing.setSettings({ dailyCap: 3 });
    const asked = await Promise.all(
      Array.from({ length: 30 }, async () =>
        publishing.poster.post((await publishing.approved()).id, 'manual'),
      ),
    );
    expect(publishing.remote.received).toHaveLength(3);
    expect(asked.filter((one) => 'obstacle' in one && one.obstacle.code === 'daily_cap')).toHaveLength(27);

    await publishing.setSettings({ dailyCap: 50, channelCooldownHours: 2 });
    clock.advance(3 * 3_600_000);
    const onOneChannel = await Promise.all(
      Array.from({ length: 5 }, async () =>
        publishing.poster.post((await publishing.approved({ channelId: 'UCone' })).id, 'manual'),
      ),
    );
    expect(onOneChannel.filter((one) => 'settlement' in one)).toHaveLength(1);

    await publishing.setSettings({ blockedChannels: ['UCtwo'] });
    const { id: onBlocked } = await publishing.approved({ channelId: 'UCtwo' });
    expect(await publishing.poster.post(onBlocked, 'manual')).toHaveProperty(
      'obstacle.code',
      'channel_blocked',
    );

    await publishing.setSettings({ postingPaused: true });
    const { id: whilePaused } = await publishing.approved({ channelId: 'UCthree' });
    expect(await publishing.poster.post(whilePaused, 'manual')).toHaveProperty(
      'obstacle.code',
      'posting_paused',
    );
  });

  it('refuses an identical text for 30 days, whatever its spacing and case (rule 7.15)', async () => {
    await publishing.poster.post(
      (await publishing.approved({ content: 'Good point about probes.' })).id,
      'manual',
    );
    const { id } = await publishing.approved({ content: ' good  point about PROBES. ' });
    expect(await publishing.poster.post(id, 'manual')).toHaveProperty('obstacle.code', 'duplicate_text');
    expect(postingReason('duplicate_text')).toContain('in the last 30 days');
    clock.advance(30 * 24 * 3_600_000 - 60_000);
    expect(await publishing.poster.post(id, 'manual')).toHaveProperty('obstacle.code', 'duplicate_text');
    clock.advance(60_001);
    expect(await publishing.poster.post(id, 'manual')).toHaveProperty('settlement.attempt.state', 'posted');
  });

  it('compares with what was posted: a change on YouTube too (rule 7.15)', async () => {
    const { id } = await publishing.posted();
    const amendment = { kind: 'change', content: 'Said better.' } as const;
    await publishing.poster.post(id, 'manual', { amendment });
    const { id: same } = await publishing.approved({ content: 'Said better.' });
    expect(await publishing.poster.post(same, 'manual')).toHaveProperty('obstacle.code', 'duplicate_text');
  });

  it('sends nothing with a token of another channel than the one connected by now (rule 7.1)', async () => {
    const { id } = await publishing.approved({ dueInMs: 0 });
    const { accessToken } = publishing.account;
    publishing.account.accessToken = async () => {
      await test.db.update(googleAccount).set({ channelId: 'UCanother0000000000000000' });
      return accessToken();
    };
    expect(await publishing.poster.post(id, 'manual')).toHaveProperty('obstacle.code', 'channel_changed');
    expect(publishing.remote.received).toEqual([]);
    const mine = await publishing.account.account();
    publishing.account.account = async () => ({ ...mine, channelId: 'UCanother0000000000000000' });
    await publishing.loop.tick();
    expect((await publishing.state(id)).attempts).toMatchObject([
      { state: 'posted', authorChannelId: 'UCanother0000000000000000' },
    ]);
  });

  it('counts a comment with unknown outcome for the cap, and its text as posted (rules 7.10, 7.15)', async () => {
    await publishing.setSettings({ dailyCap: 1 });
    const { id: unconfirmed } = await publishing.approved({ content: 'It may be there.' });
    publishing.remote.answers.push({ kind: 'unknown' });
    await publishing.poster.post(unconfirmed, 'manual');
    const { id: another } = await publishing.approved();
    clock.advance(40_000);
    expect(await publishing.poster.post(another, 'manual')).toHaveProperty('obstacle.code', 'daily_cap');
    const { id: same } = await publishing.approved({ content: 'it may be THERE.' });
    expect(await publishing.poster.post(same, 'manual')).toHaveProperty('obstacle.code', 'duplicate_text');
  });
});
