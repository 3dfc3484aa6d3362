import { beforeEach, describe, expect, it } from 'vitest';
import { makePostAttempt } from '../../testing/factories.ts';
import { testPublishing } from '../../testing/publishing-fixture.ts';

/** Open pages hear of what happens without them, once each, and of nothing else. */

const minute = 60_000;
const hour = 60 * minute;
const test = testPublishing();
beforeEach(() => void test.publishing.told());

const sending = (comment: number) => [{ comment }];
const settled = (comment: number) => [{ comment }, 'stats', 'analytics', 'posting-status'];
const posted = ['commented-channels'];
const changed = (comment: number) => [{ comment }, 'stats', 'analytics'];
const held = (...ids: number[]) => [...ids.map((comment) => ({ comment })), 'posting-status'];

/** The order of ids within one event has no meaning. */
const toldInAnyOrder = () => test.publishing.told().map((changes) => new Set(changes));

describe('open pages are told (rule 10.5)', () => {
  it('nothing while nothing changes', async () => {
    await test.publishing.approved({ dueInMs: hour });
    await test.publishing.pass(10 * minute);
    expect(test.publishing.told()).toEqual([]);
  });

  it('of a comment being sent and of its outcome, by hand and by the loop', async () => {
    const { id } = await test.publishing.approved();
    await test.publishing.poster.post(id, 'manual');
    expect(test.publishing.told()).toEqual([sending(id), settled(id), posted]);
    const due = await test.publishing.approved({ dueInMs: 0 });
    await test.publishing.loop.tick();
    expect(test.publishing.told()).toEqual([sending(due.id), settled(due.id), posted]);
    test.publishing.remote.answers.push({ kind: 'refused', reason: 'commentsDisabled' });
    const refused = await test.publishing.approved();
    await test.publishing.poster.post(refused.id, 'manual');
    expect(test.publishing.told()).toEqual([sending(refused.id), settled(refused.id)]);
  });

  it('once why a comment waits', async () => {
    await test.publishing.setSettings({ postingPaused: true });
    const first = await test.publishing.approved({ dueInMs: 0 });
    const second = await test.publishing.approved({ dueInMs: 0 });
    await test.publishing.approved({ dueInMs: hour });
    await test.publishing.pass(3 * minute);
    expect(toldInAnyOrder()).toEqual([new Set(held(first.id, second.id))]);
  });

  it('of a comment that goes back to review or fails untried', async () => {
    await test.publishing.setSettings({ blockedChannels: ['UCone'] });
    const blocked = await test.publishing.approved({ dueInMs: 0, channelId: 'UCone' });
    await test.publishing.loop.tick();
    expect(test.publishing.told()).toEqual([changed(blocked.id)]);
    const off = await test.publishing.approved({ dueInMs: 0, commentsOff: true });
    await test.publishing.loop.tick();
    expect(test.publishing.told()).toEqual([changed(off.id)]);
    const late = await test.publishing.approved({ dueInMs: 0 });
    test.clock.advance(50 * hour);
    await test.publishing.loop.tick();
    expect(test.publishing.told()).toEqual([changed(late.id)]);
  });

  it('of each comment by itself', async () => {
    await test.publishing.setSettings({ blockedChannels: ['UCone'], minGapSeconds: 60 });
    const { id: sent } = await test.publishing.approved({ dueInMs: -3 });
    const { id: blocked } = await test.publishing.approved({ dueInMs: -2, channelId: 'UCone' });
    const { id: off } = await test.publishing.approved({ dueInMs: -1, commentsOff: true });
    const { id: waiting } = await test.publishing.approved({ dueInMs: 0 });
    await test.publishing.loop.tick();
    expect(test.publishing.told()).toEqual([
      sending(sent),
      settled(sent),
      posted,
      changed(blocked),
      changed(off),
      held(waiting),
    ]);
  });

  it('once of those that wait for their channel to cool down', async () => {
    await test.publishing.setSettings({ channelCooldownHours: 3, minGapSeconds: 0 });
    const first = await test.publishing.approved({ channelId: 'UCone' });
    await test.publishing.poster.post(first.id, 'manual');
    test.publishing.told();
    const { id } = await test.publishing.approved({ dueInMs: 0, channelId: 'UCone' });
    await test.publishing.approved({ dueInMs: hour, channelId: 'UCone' });
    await test.publishing.loop.tick();
    await test.publishing.loop.tick();
    expect(test.publishing.told()).toEqual([held(id)]);
  });

  it('of the comment that caused a hold, when another lifts it', async () => {
    test.publishing.remote.answers.push({ kind: 'forbidden', reason: 'forbidden' });
    const { id: cause } = await test.publishing.approved({ dueInMs: 0 });
    await test.publishing.loop.tick();
    test.publishing.told();
    const { id: other } = await test.publishing.approved();
    await test.publishing.poster.post(other, 'manual', { underHold: await test.publishing.hold() });
    expect((await test.publishing.state(cause)).queueItem?.blockedReason).toBe('set_aside');
    expect(test.publishing.told()).toContainEqual([{ comment: cause }]);
  });

  it('of a comment that was found, and of one that was not', async () => {
    const { id: found } = await test.publishing.approved({ dueInMs: 0 });
    test.publishing.remote.answers.push('accepted, no answer');
    await test.publishing.loop.tick();
    expect(test.publishing.told()).toEqual([sending(found), settled(found), held(found)]);
    await test.publishing.pass(minute);
    expect(test.publishing.told()).toEqual([[...settled(found), ...posted]]);
    const { id: missing } = await test.publishing.approved({ dueInMs: 0 });
    test.publishing.remote.answers.push({ kind: 'unknown' });
    await test.publishing.loop.tick();
    test.publishing.told();
    await test.publishing.pass(10 * minute);
    expect(test.publishing.told()).toEqual([changed(missing), changed(missing)]);
  });

  it('once of an attempt that a crash cut off', async () => {
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    await makePostAttempt(test.db, { commentId: id, worker: 'dead', startedAt: test.clock.now() });
    await test.publishing.loop.tick();
    await test.publishing.loop.tick();
    expect(test.publishing.told()).toEqual([sending(id)]);
  });
});
