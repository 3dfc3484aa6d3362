import { beforeEach, describe, expect, it } from 'vitest';
import type { EventResource } from '#shared/contracts/events.ts';
import { googleAccount, queueItems, userSettings } from '#shared/schema.ts';
import { fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import {
  makeComment,
  makeGoogleAccount,
  makePostAttempt,
  makeQueueItem,
  makeVideo,
} from '../../testing/factories.ts';
import { publishingFixture } from '../../testing/publishing-fixture.ts';
import { postedSince } from '../publishing/claim.repository.ts';
import { createQuotaRepository } from './quota.repository.ts';
import { createQuotaService } from './quota.service.ts';

const minute = 60_000;
const test = testDatabase();
const told: EventResource[][] = [];
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
    events: { changed: (...resources) => void told.push(resources), subscribe: () => () => undefined },
    clock,
  });

describe('the day’s units (rule 7.14)', () => {
  it('may be used to the last one', async () => {
    const quota = quotaOf(50);
    await expect(quota.ensure({ shared: 50 })).resolves.toBeUndefined();
    await expect(quota.ensure({ shared: 51 })).rejects.toMatchObject({ status: 429, code: 'quota_spent' });
    await expect(quota.ensure({ search: 1 })).resolves.toBeUndefined();
    await quota.meter.spend('search', 1);
    await expect(quota.ensure({ search: 1 })).rejects.toMatchObject({ code: 'quota_spent' });
  });

  it('allow a comment while its 50 are left, besides what is being sent at this moment', async () => {
    expect([await quotaOf(50).allowsInsert(), await quotaOf(49).allowsInsert()]).toEqual([true, false]);
    const { id } = await publishingFixture(test.db, clock).approved();
    await makePostAttempt(test.db, { commentId: id, startedAt: clock.now() });
    expect([await quotaOf(100).allowsInsert(), await quotaOf(99).allowsInsert()]).toEqual([true, false]);
    // An attempt this old has been counted, or its process is gone.
    clock.advance(minute);
    expect(await quotaOf(50).allowsInsert()).toBe(true);
  });

  it('tell open pages when they are used, and when Google says that they are gone', async () => {
    const quota = quotaOf(100);
    await quota.meter.spend('shared', 1);
    expect(told).toEqual([['quota']]);
    await quota.block('shared');
    expect(told).toEqual([['quota'], ['quota', 'posting-status']]);
    await expect(quota.ensure({ shared: 1 })).rejects.toMatchObject({ code: 'quota_spent' });
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
    const createdAt = clock.now();
    await test.db.insert(userSettings).values({ id: 1, dailyCap: 3, createdAt, updatedAt: createdAt });
    await scheduled(5);
  });

  it('are for no more than the daily cap leaves', async () => {
    expect(await reserved()).toBe(150);
    await makePostAttempt(test.db, { state: 'posted', startedAt: clock.now(), closedAt: clock.now() });
    expect(await reserved()).toBe(100);
    await test.db.update(userSettings).set({ dailyCap: 50 });
    expect(await reserved()).toBe(250);
  });

  it('are for no comment with an open attempt', async () => {
    await test.db.update(userSettings).set({ dailyCap: 50 });
    const [item] = await test.db.select().from(queueItems).limit(1);
    await makePostAttempt(test.db, { commentId: item?.commentId ?? 0, state: 'confirming' });
    expect(await reserved()).toBe(200);
  });

  it.each([
    ['posting is paused', () => test.db.update(userSettings).set({ postingPaused: true })],
    ['Google refused the grant', () => test.db.update(googleAccount).set({ blockedCode: 'needs_reauth' })],
    [
      'the account cannot post',
      () => test.db.update(googleAccount).set({ blockedCode: 'account_cannot_post' }),
    ],
    ['the sign-in did not include YouTube', () => test.db.update(googleAccount).set({ scopes: ['openid'] })],
    ['there is no token', () => test.db.update(googleAccount).set({ sealedRefreshToken: null })],
    ['nobody is connected', () => test.db.delete(googleAccount)],
  ])('are none while %s', async (_, hold) => {
    await hold();
    expect(await reserved()).toBe(0);
  });
});
