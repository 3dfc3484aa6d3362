import { beforeEach, describe, expect, it } from 'vitest';
import {
  followedChannelListSchema,
  freshListSchema,
} from '#shared/contracts/following.ts';
import { nextPacificMidnight } from '#shared/rules/calendar.ts';
import { reviewApp } from '../../testing/app.ts';

const test = reviewApp({}, 'once, emptied');
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const watch = () => test.app.context.services.watch.tick();
const channels = async () =>
  followedChannelListSchema.parse(await (await test.me.get('/api/channels')).json());
const fresh = async () =>
  freshListSchema.parse(await (await test.me.get('/api/fresh?limit=200')).json());
const reads = (path: string) =>
  test.app.sandbox.admin.requests().filter((each) => each.path.endsWith(path));

async function follow(channelId: string | undefined) {
  const followed = await test.me.post('/api/channels', { address: channelId });
  expect(followed.status).toBe(201);
}

/** Advances the clock in steps, and runs the job after each step. */
async function pass(ms: number, step: number) {
  for (let passed = 0; passed < ms; passed += step) {
    test.app.clock.advance(step);
    await watch();
  }
}

const keep = (q: string) => test.me.post('/api/standing-searches', { q });

/** Returns the earliest time of publication that each search asked for. */
const publishedAfter = () => reads('/search').map(({ query }) => query['publishedAfter']);

const youTubeTime = (time: Date) => time.toISOString().replace('.000Z', 'Z');

describe('standing searches (rule 14.3)', () => {
  it('run within a minute over the last two days', async () => {
    expect((await keep('kubernetes')).status).toBe(201);
    await watch();
    expect(publishedAfter()).toEqual([youTubeTime(test.later(-2 * day))]);
    expect((await fresh())[0]?.from).toEqual({ kind: 'search', name: 'kubernetes' });
  });

  it('run every six hours over the last six hours', async () => {
    await keep('kubernetes');
    const began = test.now();
    await watch();
    await pass(6 * hour, 6 * hour);
    expect(publishedAfter()).toEqual([
      youTubeTime(new Date(began.getTime() - 2 * day)),
      youTubeTime(new Date(began.getTime() - 6 * hour)),
    ]);
    await pass(day, 2 * hour);
    expect(reads('/search')).toHaveLength(6);
  });

  describe('when only sixty searches of the day are left', () => {
    beforeEach(async () => {
      await test.app.context.services.quota.meter.spend('search', 39);
      await keep('kubernetes');
      await watch();
      await keep('rust');
      await watch();
    });

    it('leave these for the owner', () => {
      expect(reads('/search')).toHaveLength(1);
    });

    it('continue after the reset', async () => {
      test.app.clock.set(nextPacificMidnight(test.now()).toISOString());
      await watch();
      expect(reads('/search').length).toBeGreaterThan(1);
    });
  });

  it('keep their videos when another search with the same videos is deleted and a channel unfollowed', async () => {
    await keep('kubernetes');
    await watch();
    await keep('kubernetes cluster');
    await watch();
    const found = await fresh();
    await follow(found[0]?.video.channelId);
    await watch();
    const [first] = (await (await test.me.get('/api/standing-searches')).json()) as {
      id: number;
    }[];
    await test.me.delete(`/api/standing-searches/${first?.id}`);
    await test.me.delete(`/api/channels/${(await channels())[0]?.id}`);
    await watch();
    expect((await fresh()).length).toBeGreaterThan(0);
    expect((await fresh())[0]?.from).toEqual({
      kind: 'search',
      name: 'kubernetes cluster',
    });
  });

  describe('of which YouTube does not answer one', () => {
    beforeEach(async () => {
      await keep('bad');
      await keep('kubernetes');
      const match = { path: '/youtube/v3/search', contains: 'bad' };
      test.app.sandbox.admin.fault({
        match,
        times: 0,
        fault: { kind: 'status', reason: 'internalError' },
      });
      await pass(6 * hour, 5 * minute);
    });

    it('find the videos of the others', async () => {
      expect((await fresh()).length).toBeGreaterThan(0);
    });

    it('repeat that one ever less often', () => {
      expect(
        reads('/search').filter(({ query }) => query['q'] === 'bad').length,
      ).toBeLessThan(10);
    });
  });

  describe('when there are five', () => {
    beforeEach(async () => {
      for (const q of ['one', 'two', 'three', 'four', 'five'])
        expect((await keep(q)).status).toBe(201);
    });

    async function deleteFirst() {
      const [first] = (await (await test.me.get('/api/standing-searches')).json()) as {
        id: number;
      }[];
      return () => test.me.delete(`/api/standing-searches/${first?.id}`);
    }

    it('exist once each, whatever the case of their words', async () => {
      expect((await keep('ONE')).status).toBe(200);
    });

    it('refuse a sixth', async () => {
      expect((await keep('six')).status).toBe(409);
    });

    it('make room for another when one is deleted', async () => {
      const remove = await deleteFirst();
      expect((await remove()).status).toBe(204);
      expect((await keep('six')).status).toBe(201);
    });

    it('can be deleted only once, which repeats no search', async () => {
      const remove = await deleteFirst();
      await remove();
      await watch();
      const { length } = reads('/search');
      expect(length).toBeGreaterThan(0);
      expect((await remove()).status).toBe(404);
      await watch();
      expect(reads('/search')).toHaveLength(length);
    });
  });
});
