import { beforeEach, describe, expect, it } from 'vitest';
import { makePostAttempt } from '../../testing/factories.ts';
import { testPublishing } from '../../testing/publishing-fixture.ts';

/** Open pages hear of what happens without them, once each, and of nothing else. */

const minute = 60_000;
const hour = 60 * minute;
const test = testPublishing();
beforeEach(() => void test.publishing.told());

const sending = ['comments', 'queue'];
const settled = ['comments', 'queue', 'stats', 'analytics', 'posting-status'];
const changed = ['comments', 'queue', 'stats', 'analytics'];
const held = ['queue', 'posting-status'];

describe('open pages are told (rule 10.5)', () => {
  it('nothing while nothing changes', async () => {
    await test.publishing.approved({ dueInMs: hour });
    await test.publishing.pass(10 * minute);
    expect(test.publishing.told()).toEqual([]);
  });

  it('of a comment being sent and of its outcome, by hand and by the loop', async () => {
    const { id } = await test.publishing.approved();
    await test.publishing.poster.post(id, 'manual');
    expect(test.publishing.told()).toEqual([sending, settled]);
    await test.publishing.approved({ dueInMs: 0 });
    await test.publishing.loop.tick();
    expect(test.publishing.told()).toEqual([sending, settled]);
    test.publishing.remote.answers.push({ kind: 'refused', reason: 'commentsDisabled' });
    const refused = await test.publishing.approved();
    await test.publishing.poster.post(refused.id, 'manual');
    expect(test.publishing.told()).toEqual([sending, settled]);
  });

  it('once why a comment waits', async () => {
    await test.publishing.setSettings({ postingPaused: true });
    await test.publishing.approved({ dueInMs: 0 });
    await test.publishing.pass(3 * minute);
    expect(test.publishing.told()).toEqual([held]);
  });

  it('of a comment that goes back to review or fails untried', async () => {
    await test.publishing.setSettings({ blockedChannels: ['UCone'] });
    await test.publishing.approved({ dueInMs: 0, channelId: 'UCone' });
    await test.publishing.loop.tick();
    expect(test.publishing.told()).toEqual([changed]);
    await test.publishing.approved({ dueInMs: 0, commentsOff: true });
    await test.publishing.loop.tick();
    expect(test.publishing.told()).toEqual([changed]);
    await test.publishing.approved({ dueInMs: 0 });
    test.clock.advance(50 * hour);
    await test.publishing.loop.tick();
    expect(test.publishing.told()).toEqual([changed]);
  });

  it('of each comment by itself', async () => {
    await test.publishing.setSettings({ blockedChannels: ['UCone'], minGapSeconds: 60 });
    await test.publishing.approved({ dueInMs: -3 });
    await test.publishing.approved({ dueInMs: -2, channelId: 'UCone' });
    await test.publishing.approved({ dueInMs: -1, commentsOff: true });
    await test.publishing.approved({ dueInMs: 0 });
    await test.publishing.loop.tick();
    expect(test.publishing.told()).toEqual([sending, settled, changed, changed, held]);
  });

  it('of a comment that was found, and of one that was not', async () => {
    await test.publishing.approved({ dueInMs: 0 });
    test.publishing.remote.answers.push('accepted, no answer');
    await test.publishing.loop.tick();
    expect(test.publishing.told()).toEqual([sending, settled, held]);
    await test.publishing.pass(minute);
    expect(test.publishing.told()).toEqual([settled]);
    await test.publishing.approved({ dueInMs: 0 });
    test.publishing.remote.answers.push({ kind: 'unknown' });
    await test.publishing.loop.tick();
    test.publishing.told();
    await test.publishing.pass(10 * minute);
    expect(test.publishing.told()).toEqual([changed, changed]);
  });

  it('once of an attempt that a crash cut off', async () => {
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    await makePostAttempt(test.db, { commentId: id, worker: 'dead', startedAt: test.clock.now() });
    await test.publishing.loop.tick();
    await test.publishing.loop.tick();
    expect(test.publishing.told()).toEqual([sending]);
  });
});
