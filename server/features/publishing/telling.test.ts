import { beforeEach, describe, expect, it } from 'vitest';
import { fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { makePostAttempt } from '../../testing/factories.ts';
import { type PublishingWorld, publishingWorld } from '../../testing/publishing-world.ts';

/** Open pages hear of what happens without them, once each, and of nothing else. */

const minute = 60_000;
const hour = 60 * minute;
const test = testDatabase();
let clock: ReturnType<typeof fakeClock>;
let world: PublishingWorld;
beforeEach(async () => {
  clock = fakeClock();
  world = publishingWorld(test.db, clock);
  await world.loop.tick();
  world.told();
});

const sending = ['comments', 'queue'];
const settled = ['comments', 'queue', 'stats', 'analytics', 'posting-status'];
const changed = ['comments', 'queue', 'stats', 'analytics'];
const held = ['queue', 'posting-status'];

describe('pages are told', () => {
  it('nothing while nothing happens', async () => {
    await world.approved({ dueInMs: hour });
    await world.pass(10 * minute);
    expect(world.told()).toEqual([]);
  });

  it('of a comment on its way, and of what came of it, whoever sent it', async () => {
    const { id } = await world.approved();
    await world.poster.post(id, 'manual');
    expect(world.told()).toEqual([sending, settled]);
    await world.approved({ dueInMs: 0 });
    await world.loop.tick();
    expect(world.told()).toEqual([sending, settled]);
    world.remote.answers.push({ kind: 'refused', reason: 'commentsDisabled' });
    const refused = await world.approved();
    await world.poster.post(refused.id, 'manual');
    expect(world.told()).toEqual([sending, settled]);
  });

  it('once of what holds a comment', async () => {
    await world.setSettings({ postingPaused: true });
    await world.approved({ dueInMs: 0 });
    await world.pass(3 * minute);
    expect(world.told()).toEqual([held]);
  });

  it('of a comment that is back in review, or that may not even be tried', async () => {
    await world.setSettings({ blockedChannels: ['UCone'] });
    await world.approved({ dueInMs: 0, channelId: 'UCone' });
    await world.loop.tick();
    expect(world.told()).toEqual([changed]);
    await world.approved({ dueInMs: 0, commentsOff: true });
    await world.loop.tick();
    expect(world.told()).toEqual([changed]);
    await world.approved({ dueInMs: 0 });
    clock.advance(50 * hour);
    await world.loop.tick();
    expect(world.told()).toEqual([changed]);
  });

  it('of each by itself: what befalls one comment is not said of the others', async () => {
    await world.setSettings({ blockedChannels: ['UCone'], minGapSeconds: 60 });
    await world.approved({ dueInMs: -3 });
    await world.approved({ dueInMs: -2, channelId: 'UCone' });
    await world.approved({ dueInMs: -1, commentsOff: true });
    await world.approved({ dueInMs: 0 });
    await world.loop.tick();
    expect(world.told()).toEqual([sending, settled, changed, changed, held]);
  });

  it('of a comment that was found, and of one that was not', async () => {
    await world.approved({ dueInMs: 0 });
    world.remote.answers.push('accepted, no answer');
    await world.loop.tick();
    expect(world.told()).toEqual([sending, settled]);
    await world.pass(minute);
    expect(world.told()).toEqual([settled]);
    await world.approved({ dueInMs: 0 });
    world.remote.answers.push({ kind: 'unknown' });
    await world.loop.tick();
    world.told();
    await world.pass(10 * minute);
    expect(world.told()).toEqual([changed, changed]);
  });

  it('once of an attempt whose process died', async () => {
    const { id } = await world.approved({ dueInMs: 0 });
    await makePostAttempt(test.db, { commentId: id, worker: 'dead', startedAt: clock.now() });
    await world.loop.tick();
    await world.loop.tick();
    expect(world.told()).toEqual([sending]);
  });
});
