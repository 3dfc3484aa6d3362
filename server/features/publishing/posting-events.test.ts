import { beforeEach, describe, expect, it } from 'vitest';
import { makePostAttempt } from '../../testing/factories.ts';
import { testPublishing } from '../../testing/publishing-fixture.ts';

const test = testPublishing();
const postByHand = (
  id: number,
  options?: Parameters<typeof test.publishing.poster.post>[2],
) => test.publishing.poster.post(id, 'manual', options);

const minute = 60_000;
const hour = 60 * minute;
beforeEach(() => void test.publishing.told());

/** The changes that open pages are told of at each event in the life of a comment. */
const sending = (comment: number) => [{ comment }];
const settled = (comment: number) => [
  { comment },
  'stats',
  'analytics',
  'posting-status',
];
const posted = (comment: number) => [...settled(comment), 'commented-channels'];
const changed = (comment: number) => [{ comment }, 'stats', 'analytics'];
const held = (...ids: number[]) => [
  ...ids.map((comment) => ({ comment })),
  'posting-status',
];

/** The order of ids within one event has no meaning. */
const toldInAnyOrder = () => test.publishing.told().map((changes) => new Set(changes));

describe('events for open pages (rule 10.5)', () => {
  it('are not sent while nothing changes', async () => {
    await test.publishing.approved({ dueInMs: hour });
    await test.publishing.pass(10 * minute);
    expect(test.publishing.told()).toEqual([]);
  });

  it('report that a comment is being sent by hand, and that it is posted', async () => {
    const { id } = await test.publishing.approved();
    await postByHand(id);
    expect(test.publishing.told()).toEqual([sending(id), posted(id)]);
  });

  it('report that a due comment is being sent, and that it is posted', async () => {
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    await test.publishing.loop.tick();
    expect(test.publishing.told()).toEqual([sending(id), posted(id)]);
  });

  it('report that a comment is being sent, and that YouTube refuses it', async () => {
    const { id } = await test.publishing.approved();
    test.publishing.remote.answers.push({ kind: 'refused', reason: 'commentsDisabled' });
    await postByHand(id);
    expect(test.publishing.told()).toEqual([sending(id), settled(id)]);
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
    const { id: blocked } = await test.publishing.approved({
      dueInMs: -2,
      channelId: 'UCone',
    });
    const { id: off } = await test.publishing.approved({
      dueInMs: -1,
      commentsOff: true,
    });
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
    await postByHand(other, { underHold: await test.publishing.hold() });
    expect((await test.publishing.state(cause)).queueItem?.blockedReason).toBe(
      'set_aside',
    );
    expect(test.publishing.told()).toContainEqual([{ comment: cause }]);
  });

  it('report a comment that a check finds', async () => {
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    test.publishing.remote.answers.push('accepted, no answer');
    await test.publishing.loop.tick();
    expect(test.publishing.told()).toEqual([sending(id), settled(id), held(id)]);
    await test.publishing.pass(minute);
    expect(test.publishing.told()).toEqual([posted(id)]);
  });

  it('report a comment that a check does not find', async () => {
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    test.publishing.remote.answers.push({ kind: 'unknown' });
    await test.publishing.loop.tick();
    test.publishing.told();
    await test.publishing.pass(10 * minute);
    expect(test.publishing.told()).toEqual([changed(id), changed(id)]);
  });

  it('report an attempt that a crash cut off only once', async () => {
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    await makePostAttempt(test.db, {
      commentId: id,
      worker: 'dead',
      startedAt: test.clock.now(),
    });
    await test.publishing.loop.tick();
    await test.publishing.loop.tick();
    expect(test.publishing.told()).toEqual([sending(id)]);
  });
});
