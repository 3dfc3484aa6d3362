import { beforeEach, describe, expect, it } from 'vitest';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import { googleAccount } from '#shared/schema.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { makePostAttempt } from '../../testing/factories.ts';
import { testPublishing } from '../../testing/publishing-fixture.ts';

const test = testPublishing();
const byHand = (id: number, options?: Parameters<typeof test.publishing.poster.post>[2]) =>
  test.publishing.poster.post(id, 'manual', options);

describe('poster', () => {
  describe('posting one comment', () => {
    it('sends the comment once, however many requests arrive at the same time (rule 7.2)', async () => {
      const { id } = await test.publishing.approved();
      const asks = Array.from({ length: 20 }, (_, index) =>
        test.publishing.poster.post(id, index % 2 ? 'manual' : 'loop'),
      );
      await Promise.all(asks);
      expect(test.publishing.remote.received).toHaveLength(1);
      expect((await test.publishing.state(id)).comment.status).toBe('posted');
    });

    it.each(['pending', 'rejected', 'posted', 'failed'] as const)(
      'never sends a %s comment (rule 1.2)',
      async (status) => {
        const { id } = await test.publishing.approved();
        await test.database.sessionPool.query(`update comments set status = '${status}' where id = ${id}`);
        const result = await byHand(id);
        expect(result).toHaveProperty(
          'obstacle.code',
          status === 'posted' ? 'already_posted' : 'not_approved',
        );
        expect(test.publishing.remote.received).toEqual([]);
      },
    );

    it('queues a comment that fails without being in the queue', async () => {
      const { id } = await test.publishing.approved();
      await test.database.sessionPool.query('delete from queue_items');
      test.publishing.remote.answers.push({ kind: 'refused', reason: 'commentTextTooLong' });
      await byHand(id);
      expect((await test.publishing.state(id)).queueItem).toMatchObject({ commentId: id });
    });

    it('obeys cap, cooldown, blocked channels and pause under parallel requests (rule 7.10)', async () => {
      await test.publishing.setSettings({ dailyCap: 3 });
      const asked = await Promise.all(
        Array.from({ length: 30 }, async () => byHand((await test.publishing.approved()).id)),
      );
      expect(test.publishing.remote.received).toHaveLength(3);
      expect(asked.filter((one) => 'obstacle' in one && one.obstacle.code === 'daily_cap')).toHaveLength(27);

      await test.publishing.setSettings({ dailyCap: 50, channelCooldownHours: 2 });
      test.clock.advance(3 * 3_600_000);
      const onOneChannel = await Promise.all(
        Array.from({ length: 5 }, async () =>
          byHand((await test.publishing.approved({ channelId: 'UCone' })).id),
        ),
      );
      expect(onOneChannel.filter((one) => 'settlement' in one)).toHaveLength(1);

      await test.publishing.setSettings({ blockedChannels: ['UCtwo'] });
      const { id: onBlocked } = await test.publishing.approved({ channelId: 'UCtwo' });
      expect(await byHand(onBlocked)).toHaveProperty('obstacle.code', 'channel_blocked');

      await test.publishing.setSettings({ postingPaused: true });
      const { id: whilePaused } = await test.publishing.approved({ channelId: 'UCthree' });
      expect(await byHand(whilePaused)).toHaveProperty('obstacle.code', 'posting_paused');
    });

    it('refuses a text that was posted within 30 days, whatever its spacing and case (rule 7.15)', async () => {
      await byHand((await test.publishing.approved({ content: 'Good point about probes.' })).id);
      const { id } = await test.publishing.approved({ content: ' good  point about PROBES. ' });
      expect(await byHand(id)).toHaveProperty('obstacle.code', 'duplicate_text');
      expect(postingReason('duplicate_text')).toContain('in the last 30 days');
      test.clock.advance(30 * 24 * 3_600_000 - 60_000);
      expect(await byHand(id)).toHaveProperty('obstacle.code', 'duplicate_text');
      test.clock.advance(60_001);
      expect(await byHand(id)).toHaveProperty('settlement.attempt.state', 'posted');
    });

    it('refuses a text that a change gave to another comment on YouTube (rule 7.15)', async () => {
      const { id } = await test.publishing.posted();
      const amendment = { kind: 'change', content: 'Said better.' } as const;
      await byHand(id, { amendment });
      const { id: same } = await test.publishing.approved({ content: 'Said better.' });
      expect(await byHand(same)).toHaveProperty('obstacle.code', 'duplicate_text');
    });

    it('sends nothing when the connected channel changes while the token is fetched (rule 7.1)', async () => {
      const { id } = await test.publishing.approved({ dueInMs: 0 });
      const { accessToken } = test.publishing.account;
      test.publishing.account.accessToken = async () => {
        await test.db.update(googleAccount).set({ channelId: 'UCanother0000000000000000' });
        return accessToken();
      };
      expect(await byHand(id)).toHaveProperty('obstacle.code', 'channel_changed');
      expect(test.publishing.remote.received).toEqual([]);
      const mine = await test.publishing.account.account();
      test.publishing.account.account = async () => ({ ...mine, channelId: 'UCanother0000000000000000' });
      await test.publishing.loop.tick();
      expect((await test.publishing.state(id)).attempts).toMatchObject([
        { state: 'posted', authorChannelId: 'UCanother0000000000000000' },
      ]);
    });

    it('counts a comment with an unknown outcome for the cap, and its text as posted (rules 7.10, 7.15)', async () => {
      await test.publishing.setSettings({ dailyCap: 1 });
      const { id: unconfirmed } = await test.publishing.approved({ content: 'It may be there.' });
      test.publishing.remote.answers.push({ kind: 'unknown' });
      await byHand(unconfirmed);
      const { id: another } = await test.publishing.approved();
      test.clock.advance(40_000);
      expect(await byHand(another)).toHaveProperty('obstacle.code', 'daily_cap');
      const { id: same } = await test.publishing.approved({ content: 'it may be THERE.' });
      expect(await byHand(same)).toHaveProperty('obstacle.code', 'duplicate_text');
    });
  });
});

describe('events', () => {
  const minute = 60_000;
  const hour = 60 * minute;
  beforeEach(() => void test.publishing.told());

  const sending = (comment: number) => [{ comment }];
  const settled = (comment: number) => [{ comment }, 'stats', 'analytics', 'posting-status'];
  const posted = (comment: number) => [...settled(comment), 'commented-channels'];
  const changed = (comment: number) => [{ comment }, 'stats', 'analytics'];
  const held = (...ids: number[]) => [...ids.map((comment) => ({ comment })), 'posting-status'];

  /** The order of ids within one event has no meaning. */
  const toldInAnyOrder = () => test.publishing.told().map((changes) => new Set(changes));

  describe('events for open pages (rule 10.5)', () => {
    it('are not sent while nothing changes', async () => {
      await test.publishing.approved({ dueInMs: hour });
      await test.publishing.pass(10 * minute);
      expect(test.publishing.told()).toEqual([]);
    });

    it('report that a comment is being sent and its outcome, by hand and by the loop', async () => {
      const { id } = await test.publishing.approved();
      await byHand(id);
      expect(test.publishing.told()).toEqual([sending(id), posted(id)]);
      const due = await test.publishing.approved({ dueInMs: 0 });
      await test.publishing.loop.tick();
      expect(test.publishing.told()).toEqual([sending(due.id), posted(due.id)]);
      test.publishing.remote.answers.push({ kind: 'refused', reason: 'commentsDisabled' });
      const refused = await test.publishing.approved();
      await byHand(refused.id);
      expect(test.publishing.told()).toEqual([sending(refused.id), settled(refused.id)]);
    });

    it('report only once why comments wait', async () => {
      await test.publishing.setSettings({ postingPaused: true });
      const first = await test.publishing.approved({ dueInMs: 0 });
      const second = await test.publishing.approved({ dueInMs: 0 });
      await test.publishing.approved({ dueInMs: hour });
      await test.publishing.pass(3 * minute);
      expect(toldInAnyOrder()).toEqual([new Set(held(first.id, second.id))]);
    });

    it('report each comment separately', async () => {
      await test.publishing.setSettings({ blockedChannels: ['UCone'], minGapSeconds: 60 });
      const { id: sent } = await test.publishing.approved({ dueInMs: -3 });
      const { id: blocked } = await test.publishing.approved({ dueInMs: -2, channelId: 'UCone' });
      const { id: off } = await test.publishing.approved({ dueInMs: -1, commentsOff: true });
      const { id: waiting } = await test.publishing.approved({ dueInMs: 0 });
      await test.publishing.loop.tick();
      expect(test.publishing.told()).toEqual([
        sending(sent),
        posted(sent),
        changed(blocked),
        changed(off),
        held(waiting),
      ]);
    });

    it('report the comment that caused a hold when another comment ends the hold', async () => {
      test.publishing.remote.answers.push({ kind: 'forbidden', reason: 'forbidden' });
      const { id: cause } = await test.publishing.approved({ dueInMs: 0 });
      await test.publishing.loop.tick();
      test.publishing.told();
      const { id: other } = await test.publishing.approved();
      await byHand(other, { underHold: await test.publishing.hold() });
      expect((await test.publishing.state(cause)).queueItem?.blockedReason).toBe('set_aside');
      expect(test.publishing.told()).toContainEqual([{ comment: cause }]);
    });

    it('report a comment that a check finds and one that it does not find', async () => {
      const { id: found } = await test.publishing.approved({ dueInMs: 0 });
      test.publishing.remote.answers.push('accepted, no answer');
      await test.publishing.loop.tick();
      expect(test.publishing.told()).toEqual([sending(found), settled(found), held(found)]);
      await test.publishing.pass(minute);
      expect(test.publishing.told()).toEqual([posted(found)]);
      const { id: missing } = await test.publishing.approved({ dueInMs: 0 });
      test.publishing.remote.answers.push({ kind: 'unknown' });
      await test.publishing.loop.tick();
      test.publishing.told();
      await test.publishing.pass(10 * minute);
      expect(test.publishing.told()).toEqual([changed(missing), changed(missing)]);
    });

    it('report an attempt that a crash cut off only once', async () => {
      const { id } = await test.publishing.approved({ dueInMs: 0 });
      await makePostAttempt(test.db, { commentId: id, worker: 'dead', startedAt: test.clock.now() });
      await test.publishing.loop.tick();
      await test.publishing.loop.tick();
      expect(test.publishing.told()).toEqual([sending(id)]);
    });
  });
});

describe('rejected token', () => {
  /**
   * YouTube responds 401 to an insert: nothing was posted, and what follows depends on the refresh of the
   * token.
   */
  const test = reviewApp();
  const minute = 60_000;
  const post = (id: number) => test.me.post(`/api/comments/${id}/post`);
  const approved = () => test.queued({ status: 'approved', reviewedAt: test.now() });

  beforeEach(async () => {
    await test.me.put('/api/user-settings', { autoQueueEnabled: true, minGapSeconds: 0 });
    // Ignores the requests so far, so that the next refresh of the token is the one under test.
    test.app.sandbox.admin.clearRequests();
  });

  async function tick() {
    test.app.clock.advance(minute);
    await test.app.context.services.loop.tick();
  }

  const needsReauth = async () => (await test.me.get('/api/auth/token-status')).json();
  const inserts = () => test.inserts().length;

  it('is refreshed once when it has expired, and the next tick tries the comment again', async () => {
    const { comment } = await approved();
    test.app.sandbox.admin.expireAccessTokens();
    expect((await post(comment.id)).status).toBe(202);
    expect(inserts()).toBe(1);
    await tick();
    expect((await test.stored(comment.id)).status).toBe('posted');
    expect(test.app.sandbox.admin.comments()).toHaveLength(1);
    expect(
      test.app.sandbox.admin.requests().map(({ method, path, status }) => [method, path, status]),
    ).toEqual([
      ['POST', '/youtube/v3/commentThreads', 401],
      ['POST', '/token', 200],
      ['POST', '/youtube/v3/commentThreads', 200],
    ]);
  });

  it('is reported at once when the grant was revoked, and nothing is posted later by itself (rule 7.7)', async () => {
    const { comment } = await approved();
    test.app.sandbox.admin.revoke('ada');
    await expectProblem(await post(comment.id), 409, 'needs_reauth');
    expect(await needsReauth()).toMatchObject({ needsReauth: true });
    expect(await test.stored(comment.id)).toMatchObject({ status: 'approved', posting: null });

    await test.me.signIn();
    await tick();
    expect(inserts()).toBe(1);
    expect((await post(comment.id)).status).toBe(200);
  });

  describe('a token service that does not answer (rule 7.7)', () => {
    const away = () => {
      test.app.sandbox.admin.expireAccessTokens();
      return test.app.sandbox.admin.fault({
        match: { path: '/token' },
        times: 0,
        fault: { kind: 'status', status: 503 },
      });
    };

    it('makes Post Now respond 503, without posting later or asking for a sign-in', async () => {
      const { comment } = await approved();
      away();
      await expectProblem(await post(comment.id), 503, 'youtube_unavailable');
      test.app.sandbox.admin.clearFaults();
      await tick();
      expect(inserts()).toBe(1);
      expect(await needsReauth()).toMatchObject({ needsReauth: false });
    });
  });
});
