import { describe, expect, it } from 'vitest';
import { testPublishing } from '../../testing/publishing-fixture.ts';

const minute = 60_000;
const hour = 60 * minute;

const test = testPublishing();

describe('after downtime', () => {
  it('posts the overdue spaced by the gap, and sends back what is more than a day late (rule 7.12)', async () => {
    const late = await test.publishing.approved({ dueInMs: hour });
    const recent = await Promise.all(
      [30 * hour, 31 * hour, 32 * hour].map((dueInMs) => test.publishing.approved({ dueInMs })),
    );
    test.clock.advance(33 * hour);
    await test.publishing.loop.tick();
    const sentBack = await test.publishing.state(late.id);
    expect(sentBack.comment.status).toBe('pending');
    expect(sentBack.queueItem).toMatchObject({
      blockedReason: 'overdue',
      scheduledFor: null,
      dueAt: null,
      autoPost: false,
    });
    expect(test.publishing.remote.received).toHaveLength(1);
    await test.publishing.pass(2 * minute);
    expect(test.publishing.remote.received.map(({ text }) => text)).toEqual(
      recent.map(({ content }) => content),
    );
    const starts = (await Promise.all(recent.map(({ id }) => test.publishing.state(id)))).map(
      ({ attempts }) => attempts[0]?.startedAt.getTime() ?? 0,
    );
    expect(starts.every((start, index) => index === 0 || start - (starts[index - 1] ?? 0) >= minute)).toBe(
      true,
    );
  });

  it('looks for what may be on YouTube instead of sending it back (rule 7.5)', async () => {
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    test.publishing.remote.answers.push({ kind: 'unknown' });
    await test.publishing.loop.tick();
    // The process ends before it has looked.
    test.clock.advance(50 * hour);
    await test.publishing.loop.tick();
    expect(await test.publishing.state(id)).toMatchObject({
      comment: { status: 'approved' },
      attempts: [{ state: 'confirming' }],
    });
    test.clock.advance(hour);
    await test.publishing.loop.tick();
    expect((await test.publishing.state(id)).comment).toMatchObject({
      status: 'failed',
      failureCode: 'unconfirmed',
    });
    expect(test.publishing.remote.received).toHaveLength(1);
  });

  it('posts what the cap held for two days: the person’s brakes make nothing late (rule 7.12)', async () => {
    await test.publishing.setSettings({ dailyCap: 1, minGapSeconds: 0 });
    const [, second, third] = [
      await test.publishing.approved({ dueInMs: -3 }),
      await test.publishing.approved({ dueInMs: -2 }),
      await test.publishing.approved({ dueInMs: -1 }),
    ];
    for (let hours = 0; hours < 52; hours += 4) {
      test.clock.advance(4 * hour);
      await test.publishing.loop.tick();
    }
    expect((await test.publishing.state(second.id)).comment.status).toBe('posted');
    expect((await test.publishing.state(third.id)).comment.status).toBe('posted');
  });

  it('posts what the cap held, despite a short pause on top of it (rule 7.12)', async () => {
    await test.publishing.setSettings({ dailyCap: 0, minGapSeconds: 0 });
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    await test.publishing.ranFor(30 * hour);
    await test.publishing.setSettings({ postingPaused: true });
    await test.publishing.loop.tick();
    test.clock.advance(hour);
    await test.publishing.loop.tick();
    await test.publishing.setSettings({ postingPaused: false, dailyCap: 50 });
    await test.publishing.loop.tick();
    expect((await test.publishing.state(id)).comment.status).toBe('posted');
  });
});

describe('what is a day late goes back to review (rule 7.12)', () => {
  /** One that is a day late when posting goes on, and one that is not. */
  async function heldFor30Hours(begins: () => unknown, ends: () => unknown) {
    const late = await test.publishing.approved({ dueInMs: hour });
    const recent = await test.publishing.approved({ dueInMs: 20 * hour });
    await begins();
    for (let hours = 0; hours < 30; hours += 3) {
      test.clock.advance(3 * hour);
      await test.publishing.loop.tick();
    }
    await ends();
    for (let ticks = 0; ticks < 12; ticks += 1) {
      test.clock.advance(5 * minute);
      await test.publishing.loop.tick();
    }
    expect(await test.publishing.state(late.id)).toMatchObject({
      comment: { status: 'pending' },
      queueItem: { blockedReason: 'overdue', dueAt: null, autoPost: false },
    });
    expect((await test.publishing.state(recent.id)).comment.status).toBe('posted');
    expect(test.publishing.remote.shown).toHaveLength(1);
  }

  it('after a pause', () =>
    heldFor30Hours(
      () => test.publishing.setSettings({ postingPaused: true }),
      () => test.publishing.setSettings({ postingPaused: false }),
    ));

  it('after a wait for a sign-in', () =>
    heldFor30Hours(
      () => test.publishing.account.block('needs_reauth'),
      () => test.publishing.blocked.splice(0),
    ));

  it('after a hold', () =>
    heldFor30Hours(
      () => {
        test.publishing.remote.behaviour.always = () => ({ kind: 'unknown', reason: 'unreachable' });
      },
      () => {
        test.publishing.remote.behaviour.always = null;
      },
    ));
});

describe('while it runs', () => {
  it('keeps the place of what is late while nothing can be posted', async () => {
    await test.publishing.setSettings({ postingPaused: true });
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    for (let hours = 0; hours < 26; hours += 2) {
      test.clock.advance(2 * hour);
      await test.publishing.loop.tick();
    }
    expect(await test.publishing.state(id)).toMatchObject({
      comment: { status: 'approved' },
      queueItem: { blockedReason: 'posting_paused' },
    });
  });
});

describe('twelve due, twelve hours off', () => {
  it('are posted after the return, no two closer than the gap (rule 7.12)', async () => {
    const ids: number[] = [];
    for (let index = 0; index < 12; index += 1)
      ids.push((await test.publishing.approved({ dueInMs: index * 10 * minute })).id);
    test.clock.advance(12 * hour);
    await test.publishing.loop.tick();
    expect(test.publishing.remote.received).toHaveLength(1);
    await test.publishing.pass(12 * minute);
    const starts: number[] = [];
    for (const id of ids) {
      const { comment, attempts } = await test.publishing.state(id);
      expect(comment.status).toBe('posted');
      expect(attempts).toHaveLength(1);
      starts.push(attempts[0]?.startedAt.getTime() ?? 0);
    }
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(minute);
  });
});

describe('a clock that jumps', () => {
  it('forward during a check: the comment is looked for, never sent again (rule 7.5)', async () => {
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    test.publishing.remote.answers.push('accepted, no answer');
    await test.publishing.loop.tick();
    test.clock.advance(3 * 24 * hour);
    await test.publishing.loop.tick();
    expect((await test.publishing.state(id)).comment.status).toBe('posted');
    expect(test.publishing.remote.received).toHaveLength(1);
  });

  it('back by an hour: nothing is posted twice, and what is due is posted at its time', async () => {
    const first = await test.publishing.approved({ dueInMs: 0 });
    await test.publishing.loop.tick();
    const now = test.clock.now().getTime();
    test.clock.set(new Date(now - hour).toISOString());
    const second = await test.publishing.approved({ dueInMs: 10 * minute });
    test.clock.advance(8 * minute);
    await test.publishing.pass(minute);
    expect(test.publishing.remote.received).toHaveLength(1);
    test.clock.advance(50 * minute);
    await test.publishing.pass(5 * minute);
    expect(test.publishing.remote.received).toHaveLength(2);
    for (const { id } of [first, second])
      expect((await test.publishing.state(id)).comment.status).toBe('posted');
  });
});

describe('the cap’s day', () => {
  it('is the person’s own (rule 7.10)', async () => {
    test.clock.set('2026-03-29T21:30:00.000Z');
    await test.publishing.setSettings({
      dailyCap: 1,
      minGapSeconds: 0,
      timeZone: 'Europe/Berlin',
      loopSeenAt: test.clock.now(),
    });
    await test.publishing.approved({ dueInMs: -2 });
    const next = await test.publishing.approved({ dueInMs: -1 });
    await test.publishing.loop.tick();
    expect((await test.publishing.state(next.id)).queueItem).toMatchObject({
      blockedReason: 'daily_cap',
      nextTryAt: new Date('2026-03-29T22:00:00Z'),
    });
    await test.publishing.ranFor(30 * minute);
    expect((await test.publishing.state(next.id)).comment.status).toBe('posted');
  });
});

describe('the days on which Pacific clocks turn', () => {
  it('the cap’s day has 25 hours in November (rule 7.10)', async () => {
    test.clock.set('2026-11-01T06:30:00.000Z');
    await test.publishing.setSettings({ dailyCap: 1, minGapSeconds: 0, loopSeenAt: test.clock.now() });
    const [lastOfOctober, first, second] = [
      await test.publishing.approved({ dueInMs: -3 }),
      await test.publishing.approved({ dueInMs: -2 }),
      await test.publishing.approved({ dueInMs: -1 }),
    ];
    await test.publishing.loop.tick();
    expect((await test.publishing.state(lastOfOctober.id)).comment.status).toBe('posted');
    expect((await test.publishing.state(first.id)).queueItem?.nextTryAt).toEqual(
      new Date('2026-11-01T07:00:00Z'),
    );
    await test.publishing.ranFor(30 * minute);
    expect((await test.publishing.state(first.id)).comment.status).toBe('posted');
    expect((await test.publishing.state(second.id)).queueItem?.nextTryAt).toEqual(
      new Date('2026-11-02T08:00:00Z'),
    );
  });

  it('and 23 in March', async () => {
    test.clock.set('2026-03-08T08:00:00.000Z');
    await test.publishing.setSettings({ dailyCap: 1, minGapSeconds: 0, loopSeenAt: test.clock.now() });
    await test.publishing.approved({ dueInMs: -2 });
    const next = await test.publishing.approved({ dueInMs: -1 });
    await test.publishing.loop.tick();
    expect((await test.publishing.state(next.id)).queueItem?.nextTryAt).toEqual(
      new Date('2026-03-09T07:00:00Z'),
    );
  });
});
