import { beforeEach, describe, expect, it } from 'vitest';
import type { EventResource } from '#shared/contracts/events.ts';
import { fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { makePostAttempt } from '../../testing/factories.ts';
import { publishingWorld } from '../../testing/publishing-world.ts';
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
    limits: { shared, search: 1 },
    events: { changed: (...resources) => void told.push(resources), subscribe: () => () => undefined },
    clock,
  });

describe('the day’s units', () => {
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
    const { id } = await publishingWorld(test.db, clock).approved();
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
