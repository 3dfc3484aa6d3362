import { describe, expect, it } from 'vitest';
import { testPublishing } from '../../testing/publishing-fixture.ts';

const minute = 60_000;
const hour = 60 * minute;

const test = testPublishing();

describe('the loop after downtime', () => {
  it('posts overdue comments spaced by the gap, and returns those more than a day late to review (rule 7.12)', async () => {
    const late = await test.publishing.approved({ dueInMs: hour });
    const recent = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        test.publishing.approved({ dueInMs: 21 * hour + at * 36 * minute }),
      ),
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
    await test.publishing.pass(19 * minute);
    expect(test.publishing.remote.received.map(({ text }) => text)).toEqual(
      recent.map(({ content }) => content),
    );
    const starts = (
      await Promise.all(recent.map(({ id }) => test.publishing.state(id)))
    ).map(({ attempts }) => attempts[0]?.startedAt.getTime() ?? 0);
    expect(
      starts.every(
        (start, index) => index === 0 || start - (starts[index - 1] ?? 0) >= minute,
      ),
    ).toBe(true);
  });

  it('checks YouTube for a comment with an unknown outcome instead of returning it to review (rule 7.5)', async () => {
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    test.publishing.remote.answers.push({ kind: 'unknown' });
    await test.publishing.loop.tick();
    // The process ends before its first check.
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

  it('posts a comment that the cap held for more than a day, despite a short pause as well (rule 7.12)', async () => {
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

describe('a comment that is a day late goes back to review (rule 7.12)', () => {
  /** Creates a comment that is a day late when posting resumes, and one that is not. */
  async function heldFor30Hours(begins: () => unknown, ends: (late: number) => unknown) {
    const late = await test.publishing.approved({ dueInMs: hour });
    const recent = await test.publishing.approved({ dueInMs: 20 * hour });
    await begins();
    for (let hours = 0; hours < 30; hours += 3) {
      test.clock.advance(3 * hour);
      await test.publishing.loop.tick();
    }
    await ends(late.id);
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

  it('after a pause, during which it keeps its place', () =>
    heldFor30Hours(
      () => test.publishing.setSettings({ postingPaused: true }),
      async (late) => {
        expect(await test.publishing.state(late)).toMatchObject({
          comment: { status: 'approved' },
          queueItem: { blockedReason: 'posting_paused', dueAt: expect.any(Date) },
        });
        await test.publishing.setSettings({ postingPaused: false });
      },
    ));

  it('after a wait for a sign-in', () =>
    heldFor30Hours(
      () => test.publishing.blocked.push('needs_reauth'),
      () => test.publishing.blocked.splice(0),
    ));

  it('after a hold', () =>
    heldFor30Hours(
      () => {
        test.publishing.remote.behaviour.always = () => ({
          kind: 'unknown',
          reason: 'unreachable',
        });
      },
      () => {
        test.publishing.remote.behaviour.always = null;
      },
    ));
});
