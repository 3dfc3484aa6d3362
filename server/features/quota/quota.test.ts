import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { quotaResponseSchema } from '#shared/contracts/posting.ts';
import { expectProblem, reviewApp } from '../../testing/review-app.ts';

const test = reviewApp();
const minute = 60_000;

const buckets = async () => quotaResponseSchema.parse(await (await test.me.get('/api/quota')).json()).buckets;

async function ledger() {
  const all = await buckets();
  const used = (name: string) => all.find(({ bucket }) => bucket === name)?.used;
  return { shared: used('shared'), search: used('search') };
}

function meter() {
  const { quota } = test.app.sandbox.admin.state();
  return { shared: quota.shared.used, search: quota.search.used };
}

describe('the quota ledger (rule 7.14)', () => {
  it('equals Google’s own meter at the end of a mixed day, and starts anew with the Pacific one', async () => {
    expect(await ledger()).toEqual(meter());
    for (let count = 0; count < 3; count += 1) {
      const { comment } = await test.queued({ status: 'approved', reviewedAt: test.now() });
      await test.me.post(`/api/comments/${comment.id}/post`);
    }
    const { comment } = await test.queued({ status: 'approved', reviewedAt: test.now() });
    test.app.sandbox.admin.fault({
      match: { method: 'POST', path: '/youtube/v3/commentThreads' },
      fault: { kind: 'accept-then-hang-up' },
    });
    await test.me.post(`/api/comments/${comment.id}/post`);
    test.app.clock.advance(minute);
    await test.app.context.services.loop.tick();
    expect((await test.stored(comment.id)).status).toBe('posted');
    for (const query of ['kubernetes', 'python', 'kubernetes'])
      await test.me.get(`/api/videos/search?q=${query}`);
    expect(await ledger()).toEqual(meter());
    expect((await ledger()).search).toBe(2);

    test.app.clock.set('2026-03-04T08:00:00.000Z');
    expect(await ledger()).toEqual({ shared: 0, search: 0 });
    expect(meter()).toEqual({ shared: 0, search: 0 });
  });

  it('counts a refused insert at its full price: ahead of Google’s meter, never behind it', async () => {
    const before = await ledger();
    const refusals = ['commentsDisabled', 'commentTextTooLong', 'videoNotFound'];
    for (const reason of refusals) {
      const { comment } = await test.queued({ status: 'approved', reviewedAt: test.now() });
      test.app.sandbox.admin.fault({
        match: { method: 'POST', path: '/youtube/v3/commentThreads' },
        fault: { kind: 'status', reason },
      });
      await test.me.post(`/api/comments/${comment.id}/post`);
    }
    // Google takes "at least one" unit for an invalid request (wire W1).
    const counted = (await ledger()).shared ?? 0;
    expect(counted).toBe((before.shared ?? 0) + 50 * refusals.length);
    expect(counted).toBeGreaterThanOrEqual(meter().shared);
  });

  it('counts nothing for what never left: an insert, a read and a search', async () => {
    const { comment } = await test.queued({ status: 'approved', reviewedAt: test.now() });
    const before = await ledger();
    await test.app.sandbox.close();
    // Idle connections learn some turns later that they are closed; what is sent on one may have left.
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    await expectProblem(await test.me.post(`/api/comments/${comment.id}/post`), 503, 'youtube_unavailable');
    await expectProblem(await test.me.get('/api/videos/search?q=kubernetes'), 503, 'youtube_unavailable');
    expect(await ledger()).toEqual(before);
    expect(await test.stored(comment.id)).toMatchObject({ status: 'approved', posting: null });
  });

  it('keeps the units of today’s scheduled comments from searching', async () => {
    for (let count = 0; count < 2; count += 1) {
      const { item } = await test.queued({ status: 'approved', reviewedAt: test.now() });
      const scheduledFor = new Date(test.now().getTime() + 5 * minute).toISOString();
      await test.me.patch(`/api/queue/${item.id}`, { scheduledFor, autoPost: true });
    }
    const { shared = 0 } = await ledger();
    expect(await buckets()).toMatchObject([{ bucket: 'shared', reserved: 100 }, { reserved: 0 }]);
    await test.app.context.services.quota.meter.spend('shared', 10_000 - shared - 100);
    await expectProblem(await test.me.get('/api/videos/search?q=kubernetes'), 429, 'quota_spent');
    await test.me.put('/api/user-settings', { autoQueueEnabled: true, minGapSeconds: 0 });
    test.app.clock.advance(6 * minute);
    await test.app.context.services.loop.tick();
    expect(test.app.sandbox.admin.comments()).toHaveLength(2);
  });
});
