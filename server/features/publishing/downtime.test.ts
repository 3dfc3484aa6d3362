import { beforeEach, describe, expect, it } from 'vitest';
import { fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { type PublishingWorld, publishingWorld } from '../../testing/publishing-world.ts';

/** Time that passes while nothing runs, that jumps, and that turns its clocks (DESIGN §7). */

const minute = 60_000;
const hour = 60 * minute;

const test = testDatabase();
let clock: ReturnType<typeof fakeClock>;
let world: PublishingWorld;
beforeEach(async () => {
  clock = fakeClock();
  world = publishingWorld(test.db, clock);
  await world.loop.tick();
});

describe('after downtime', () => {
  it('the overdue go out spaced by the gap, and what is more than a day late is back in review', async () => {
    const late = await world.approved({ dueInMs: hour });
    const recent = await Promise.all(
      [30 * hour, 31 * hour, 32 * hour].map((dueInMs) => world.approved({ dueInMs })),
    );
    clock.advance(33 * hour);
    await world.loop.tick();
    const sentBack = await world.state(late.id);
    expect(sentBack.comment.status).toBe('pending');
    expect(sentBack.queueItem).toMatchObject({
      heldReason: 'overdue',
      scheduledFor: null,
      dueAt: null,
      autoPost: false,
    });
    expect(world.remote.received).toHaveLength(1);
    await world.pass(2 * minute);
    expect(world.remote.received.map(({ text }) => text)).toEqual(recent.map(({ content }) => content));
    const starts = (await Promise.all(recent.map(({ id }) => world.state(id)))).map(
      ({ attempts }) => attempts[0]?.startedAt.getTime() ?? 0,
    );
    expect(starts.every((start, index) => index === 0 || start - (starts[index - 1] ?? 0) >= minute)).toBe(
      true,
    );
  });

  it('what may be on YouTube already is looked for, not given back', async () => {
    const { id } = await world.approved({ dueInMs: 0 });
    world.remote.answers.push({ kind: 'unknown' });
    await world.loop.tick();
    // The process ends before it has looked.
    clock.advance(50 * hour);
    await world.loop.tick();
    expect(await world.state(id)).toMatchObject({
      comment: { status: 'approved' },
      queueItem: { heldReason: null },
      attempts: [{ state: 'confirming' }],
    });
    await world.loop.tick();
    expect((await world.state(id)).comment).toMatchObject({ status: 'failed', failureCode: 'unconfirmed' });
    expect(world.remote.received).toHaveLength(1);
  });

  it('brakes are not downtime: what a pause held for two days still goes out', async () => {
    await world.setSettings({ postingPaused: true });
    const { id } = await world.approved({ dueInMs: 0 });
    await world.ranFor(50 * hour);
    await world.setSettings({ postingPaused: false });
    await world.loop.tick();
    expect((await world.state(id)).comment.status).toBe('posted');
  });
});

describe('while it runs', () => {
  it('nothing is a day late by itself, however long the loop has run', async () => {
    await world.setSettings({ postingPaused: true });
    const { id } = await world.approved({ dueInMs: 0 });
    for (let hours = 0; hours < 26; hours += 1) {
      clock.advance(hour);
      await world.loop.tick();
    }
    expect(await world.state(id)).toMatchObject({
      comment: { status: 'approved' },
      queueItem: { heldReason: 'posting_paused' },
    });
  });
});

describe('twenty due, twelve hours off', () => {
  it('all go out after the return, no two closer than the gap', async () => {
    const ids: number[] = [];
    for (let index = 0; index < 20; index += 1)
      ids.push((await world.approved({ dueInMs: index * 10 * minute })).id);
    clock.advance(12 * hour);
    await world.loop.tick();
    expect(world.remote.received).toHaveLength(1);
    await world.pass(20 * minute);
    const starts: number[] = [];
    for (const id of ids) {
      const { comment, attempts } = await world.state(id);
      expect(comment.status).toBe('posted');
      expect(attempts).toHaveLength(1);
      starts.push(attempts[0]?.startedAt.getTime() ?? 0);
    }
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(minute);
  });
});

describe('a clock that jumps', () => {
  it('forward in the middle of a confirmation: it is looked for once more, and never sent again', async () => {
    const { id } = await world.approved({ dueInMs: 0 });
    world.remote.answers.push('accepted, no answer');
    await world.loop.tick();
    clock.advance(3 * 24 * hour);
    await world.loop.tick();
    expect((await world.state(id)).comment.status).toBe('posted');
    expect(world.remote.received).toHaveLength(1);
  });

  it('back by an hour: nothing goes out twice, and what is due goes out once it is due', async () => {
    const first = await world.approved({ dueInMs: 0 });
    await world.loop.tick();
    const now = clock.now().getTime();
    clock.set(new Date(now - hour).toISOString());
    const second = await world.approved({ dueInMs: 10 * minute });
    await world.pass(9 * minute);
    expect(world.remote.received).toHaveLength(1);
    await world.pass(55 * minute);
    expect(world.remote.received).toHaveLength(2);
    for (const { id } of [first, second]) expect((await world.state(id)).comment.status).toBe('posted');
  });
});

describe('the days on which Pacific clocks turn', () => {
  it('the cap’s day has 25 hours in November', async () => {
    clock.set('2026-11-01T06:30:00.000Z');
    await world.setSettings({ dailyCap: 1, minGapSeconds: 0, loopSeenAt: clock.now() });
    const [lastOfOctober, first, second] = [
      await world.approved({ dueInMs: -3 }),
      await world.approved({ dueInMs: -2 }),
      await world.approved({ dueInMs: -1 }),
    ];
    await world.loop.tick();
    expect((await world.state(lastOfOctober.id)).comment.status).toBe('posted');
    expect((await world.state(first.id)).queueItem?.nextTryAt).toEqual(new Date('2026-11-01T07:00:00Z'));
    await world.ranFor(30 * minute);
    expect((await world.state(first.id)).comment.status).toBe('posted');
    expect((await world.state(second.id)).queueItem?.nextTryAt).toEqual(new Date('2026-11-02T08:00:00Z'));
  });

  it('and 23 in March', async () => {
    clock.set('2026-03-08T08:00:00.000Z');
    await world.setSettings({ dailyCap: 1, minGapSeconds: 0, loopSeenAt: clock.now() });
    await world.approved({ dueInMs: -2 });
    const next = await world.approved({ dueInMs: -1 });
    await world.loop.tick();
    expect((await world.state(next.id)).queueItem?.nextTryAt).toEqual(new Date('2026-03-09T07:00:00Z'));
  });
});
