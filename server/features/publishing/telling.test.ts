import { beforeEach, describe, expect, it } from 'vitest';
import { makePostAttempt } from '../../testing/factories.ts';
import { testPublishing } from '../../testing/publishing-world.ts';

/** Open pages hear of what happens without them, once each, and of nothing else. */

const minute = 60_000;
const hour = 60 * minute;
const test = testPublishing();
beforeEach(() => void test.world.told());

const sending = ['comments', 'queue'];
const settled = ['comments', 'queue', 'stats', 'analytics', 'posting-status'];
const changed = ['comments', 'queue', 'stats', 'analytics'];
const held = ['queue', 'posting-status'];

describe('pages are told', () => {
  it('nothing while nothing happens', async () => {
    await test.world.approved({ dueInMs: hour });
    await test.world.pass(10 * minute);
    expect(test.world.told()).toEqual([]);
  });

  it('of a comment on its way, and of what came of it, whoever sent it', async () => {
    const { id } = await test.world.approved();
    await test.world.poster.post(id, 'manual');
    expect(test.world.told()).toEqual([sending, settled]);
    await test.world.approved({ dueInMs: 0 });
    await test.world.loop.tick();
    expect(test.world.told()).toEqual([sending, settled]);
    test.world.remote.answers.push({ kind: 'refused', reason: 'commentsDisabled' });
    const refused = await test.world.approved();
    await test.world.poster.post(refused.id, 'manual');
    expect(test.world.told()).toEqual([sending, settled]);
  });

  it('once of what holds a comment', async () => {
    await test.world.setSettings({ postingPaused: true });
    await test.world.approved({ dueInMs: 0 });
    await test.world.pass(3 * minute);
    expect(test.world.told()).toEqual([held]);
  });

  it('of a comment that is back in review, or that may not even be tried', async () => {
    await test.world.setSettings({ blockedChannels: ['UCone'] });
    await test.world.approved({ dueInMs: 0, channelId: 'UCone' });
    await test.world.loop.tick();
    expect(test.world.told()).toEqual([changed]);
    await test.world.approved({ dueInMs: 0, commentsOff: true });
    await test.world.loop.tick();
    expect(test.world.told()).toEqual([changed]);
    await test.world.approved({ dueInMs: 0 });
    test.clock.advance(50 * hour);
    await test.world.loop.tick();
    expect(test.world.told()).toEqual([changed]);
  });

  it('of each by itself: what befalls one comment is not said of the others', async () => {
    await test.world.setSettings({ blockedChannels: ['UCone'], minGapSeconds: 60 });
    await test.world.approved({ dueInMs: -3 });
    await test.world.approved({ dueInMs: -2, channelId: 'UCone' });
    await test.world.approved({ dueInMs: -1, commentsOff: true });
    await test.world.approved({ dueInMs: 0 });
    await test.world.loop.tick();
    expect(test.world.told()).toEqual([sending, settled, changed, changed, held]);
  });

  it('of a comment that was found, and of one that was not', async () => {
    await test.world.approved({ dueInMs: 0 });
    test.world.remote.answers.push('accepted, no answer');
    await test.world.loop.tick();
    expect(test.world.told()).toEqual([sending, settled, held]);
    await test.world.pass(minute);
    expect(test.world.told()).toEqual([settled]);
    await test.world.approved({ dueInMs: 0 });
    test.world.remote.answers.push({ kind: 'unknown' });
    await test.world.loop.tick();
    test.world.told();
    await test.world.pass(10 * minute);
    expect(test.world.told()).toEqual([changed, changed]);
  });

  it('once of an attempt whose process died', async () => {
    const { id } = await test.world.approved({ dueInMs: 0 });
    await makePostAttempt(test.db, { commentId: id, worker: 'dead', startedAt: test.clock.now() });
    await test.world.loop.tick();
    await test.world.loop.tick();
    expect(test.world.told()).toEqual([sending]);
  });
});
