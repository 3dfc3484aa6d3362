import { beforeEach, describe, expect, it } from 'vitest';
import { quotaResponseSchema } from '#shared/contracts/status.ts';
import { googleAccount, queueItems, userSettings } from '#shared/schema.ts';
import type { Change } from '../../core/events.ts';
import { reviewApp } from '../../testing/app.ts';
import { fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import {
  makeComment,
  makeGoogleAccount,
  makePostAttempt,
  makeQueueItem,
  makeVideo,
  setSettings,
} from '../../testing/factories.ts';
import { postedSince } from '../publishing/recent-attempts.repository.ts';
import { createQuotaRepository } from './quota.repository.ts';
import { createQuotaService } from './quota.service.ts';

describe('quota service', () => {
  const minute = 60_000;
  const test = testDatabase();
  const told: Change[][] = [];
  let clock: ReturnType<typeof fakeClock>;
  beforeEach(() => {
    clock = fakeClock();
    told.splice(0);
  });

  const quotaOf = (shared: number) =>
    createQuotaService({
      repository: createQuotaRepository(test.db),
      postedSince: (since) => postedSince(test.db, since),
      limits: { shared, search: 1 },
      events: {
        changed: (...changes) => void told.push(changes),
        subscribe: () => () => undefined,
      },
      clock,
    });

  describe('the day’s units (rule 7.14)', () => {
    it('may be used up to the last one', async () => {
      const quota = quotaOf(50);
      await expect(quota.ensure({ shared: 50 })).resolves.toBeUndefined();
      await expect(quota.ensure({ shared: 51 })).rejects.toMatchObject({
        status: 429,
        code: 'quota_spent',
      });
      await expect(quota.ensure({ search: 1 })).resolves.toBeUndefined();
      await quota.meter.spend('search', 1);
      await expect(quota.ensure({ search: 1 })).rejects.toMatchObject({
        code: 'quota_spent',
      });
    });

    it('allow a comment while its 50 units are left, apart from attempts in progress', async () => {
      expect([
        await quotaOf(50).allowsInsert(),
        await quotaOf(49).allowsInsert(),
      ]).toEqual([true, false]);
      await makePostAttempt(test.db, { startedAt: clock.now() });
      expect([
        await quotaOf(100).allowsInsert(),
        await quotaOf(99).allowsInsert(),
      ]).toEqual([true, false]);
      // An attempt this old has been counted, or its process is gone.
      clock.advance(minute);
      expect(await quotaOf(50).allowsInsert()).toBe(true);
    });

    it('cause events when they are used, given back or blocked by Google', async () => {
      const quota = quotaOf(100);
      const refund = await quota.meter.spend('shared', 100);
      await expect(quota.ensure({ shared: 1 })).rejects.toMatchObject({
        code: 'quota_spent',
      });
      await refund();
      await quota.ensure({ shared: 100 });
      expect(told).toEqual([['quota'], ['quota']]);
      await quota.block('shared');
      expect(told.at(-1)).toEqual(['quota', 'posting-status']);
      await expect(quota.ensure({ shared: 1 })).rejects.toMatchObject({
        code: 'quota_spent',
      });
    });
  });

  describe('the units kept for scheduled comments (rule 7.14)', () => {
    const later = () => new Date(clock.now().getTime() + minute);
    const reserved = async () => (await quotaOf(10_000).status()).buckets[0]?.reserved;

    async function scheduled(count: number) {
      for (let index = 0; index < count; index += 1) {
        const { id: videoId } = await makeVideo(test.db);
        const { id } = await makeComment(test.db, { videoId, status: 'approved' });
        await makeQueueItem(test.db, { commentId: id, dueAt: later(), autoPost: true });
      }
    }

    beforeEach(async () => {
      await makeGoogleAccount(test.db, { sealedRefreshToken: 'sealed' });
      await setSettings(test.db, { dailyCap: 3 });
      await scheduled(5);
    });

    it('cover no more comments than the daily cap leaves', async () => {
      expect(await reserved()).toBe(150);
      await makePostAttempt(test.db, {
        state: 'posted',
        startedAt: clock.now(),
        closedAt: clock.now(),
      });
      expect(await reserved()).toBe(100);
      await test.db.update(userSettings).set({ dailyCap: 50 });
      expect(await reserved()).toBe(250);
    });

    it('cover the cap’s next day too when that begins before the reset', async () => {
      await makePostAttempt(test.db, {
        state: 'posted',
        startedAt: clock.now(),
        closedAt: clock.now(),
      });
      await test.db.update(userSettings).set({ timeZone: 'Europe/Berlin' });
      expect(await reserved()).toBe(250);
    });

    it('do not cover a comment with an open attempt', async () => {
      await test.db.update(userSettings).set({ dailyCap: 50 });
      const [item] = await test.db.select().from(queueItems).limit(1);
      await makePostAttempt(test.db, {
        commentId: item?.commentId ?? 0,
        state: 'confirming',
      });
      expect(await reserved()).toBe(200);
    });

    it.each([
      [
        'posting is paused',
        () => test.db.update(userSettings).set({ postingPaused: true }),
      ],
      [
        'Google refused the grant',
        () => test.db.update(googleAccount).set({ blockedCode: 'needs_reauth' }),
      ],
      [
        'the account cannot post',
        () => test.db.update(googleAccount).set({ blockedCode: 'account_cannot_post' }),
      ],
      [
        'the sign-in did not include YouTube',
        () => test.db.update(googleAccount).set({ scopes: ['openid'] }),
      ],
      [
        'there is no token',
        () => test.db.update(googleAccount).set({ sealedRefreshToken: null }),
      ],
      ['nobody is connected', () => test.db.delete(googleAccount)],
    ])('are none while %s', async (_, hold) => {
      await hold();
      expect(await reserved()).toBe(0);
    });
  });

  describe('the units for outcomes (rule 13.6)', () => {
    const outcomesUsed = async (quota: ReturnType<typeof quotaOf>) =>
      (await quota.outcomesLeft()).toFixed(2);

    beforeEach(async () => {
      await setSettings(test.db, { outcomeUnits: 100 });
    });

    it('are counted in the day’s units too, and limited to their own number', async () => {
      const quota = quotaOf(10_000);
      await quota.outcomesMeter.spend('shared', 99);
      const refund = await quota.outcomesMeter.spend('shared', 1);
      await expect(quota.outcomesMeter.spend('shared', 1)).rejects.toMatchObject({
        status: 429,
        code: 'quota_spent',
      });
      expect((await quota.status()).buckets[0]?.used).toBe(100);
      expect(await outcomesUsed(quota)).toBe('0.00');
      await refund();
      expect((await quota.status()).buckets[0]?.used).toBe(99);
      expect(await outcomesUsed(quota)).toBe('0.01');
      await quota.meter.spend('shared', 50);
      expect(await outcomesUsed(quota)).toBe('0.01');
      clock.advance(86_400_000);
      expect(await outcomesUsed(quota)).toBe('1.00');
    });

    it('are not exceeded by parallel calls', async () => {
      const quota = quotaOf(10_000);
      const calls = Array.from({ length: 120 }, () =>
        quota.outcomesMeter.spend('shared', 1),
      );
      const refused = (await Promise.allSettled(calls)).filter(
        ({ status }) => status === 'rejected',
      );
      expect(refused).toHaveLength(20);
    });

    it('include neither the units kept for scheduled comments nor a bucket that Google blocked', async () => {
      await makeGoogleAccount(test.db, { sealedRefreshToken: 'sealed' });
      const { id: commentId } = await makeComment(test.db, { status: 'approved' });
      await makeQueueItem(test.db, {
        commentId,
        dueAt: new Date(clock.now().getTime() + minute),
        autoPost: true,
      });
      const quota = quotaOf(60);
      await quota.outcomesMeter.spend('shared', 10);
      await expect(quota.outcomesMeter.spend('shared', 1)).rejects.toMatchObject({
        code: 'quota_spent',
      });
      expect(await quota.allowsInsert()).toBe(true);
      const other = quotaOf(1_000);
      await other.block('shared');
      await expect(other.outcomesMeter.spend('shared', 1)).rejects.toMatchObject({
        code: 'quota_spent',
      });
    });
  });
});

describe('the quota ledger (rule 7.14)', () => {
  const test = reviewApp();

  async function ledger() {
    const { buckets } = quotaResponseSchema.parse(
      await (await test.me.get('/api/quota')).json(),
    );
    const used = (name: string) => buckets.find(({ bucket }) => bucket === name)?.used;
    return { shared: used('shared'), search: used('search') };
  }

  function meter() {
    const { quota } = test.app.sandbox.admin.state();
    return { shared: quota.shared.used, search: quota.search.used };
  }

  it('equals Google’s own meter after a mixed day, and starts again at midnight Pacific', async () => {
    expect(await ledger()).toEqual(meter());
    const approved = () => test.queued({ status: 'approved', reviewedAt: test.now() });
    for (let count = 0; count < 3; count += 1) {
      const { comment } = await approved();
      await test.me.post(`/api/comments/${comment.id}/post`);
    }
    const { comment } = await approved();
    test.app.sandbox.admin.fault({
      match: { method: 'POST', path: '/youtube/v3/commentThreads' },
      fault: { kind: 'accept-then-hang-up' },
    });
    await test.me.post(`/api/comments/${comment.id}/post`);
    test.app.clock.advance(60_000);
    await test.app.context.services.confirmer.checkDue();
    expect((await test.stored(comment.id)).status).toBe('posted');
    for (const query of ['kubernetes', 'python', 'kubernetes'])
      await test.me.get(`/api/videos/search?q=${query}`);
    expect(await ledger()).toEqual(meter());
    expect((await ledger()).search).toBe(2);

    test.app.clock.set('2026-03-04T08:00:00.000Z');
    expect(await ledger()).toEqual({ shared: 0, search: 0 });
    expect(meter()).toEqual({ shared: 0, search: 0 });
  });
});
