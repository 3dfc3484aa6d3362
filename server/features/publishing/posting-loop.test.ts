import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { comments, queueItems } from '#shared/schema.ts';
import { heldDeadlines } from '../../testing/clock.ts';
import { testPublishing } from '../../testing/publishing-fixture.ts';

const minute = 60_000;
const hour = 60 * minute;

const test = testPublishing();

async function unconfirmed() {
  const comment = await test.publishing.approved({ dueInMs: 0 });
  test.publishing.remote.answers.push('accepted, no answer');
  await test.publishing.posting.tick();
  return comment;
}

/** Lets the database refuse to store an attempt to post this comment. */
async function refuseAttemptsOf(commentId: number): Promise<void> {
  await test.db.execute(sql`
    create function refuse_attempt() returns trigger language plpgsql
    as $$ begin raise exception 'refused'; end $$`);
  await test.db.execute(sql`
    create trigger refuse_attempt before insert on post_attempts for each row
    when (new.comment_id = ${sql.raw(String(commentId))}) execute function refuse_attempt()`);
  onTestFinished(async () => {
    await test.db.execute(sql`drop function refuse_attempt cascade`);
  });
}

describe('a due comment', () => {
  it('is posted at its time and not before (rule 1.2)', async () => {
    const { id } = await test.publishing.approved({ dueInMs: 2 * minute });
    await test.publishing.pass(minute);
    expect(test.publishing.remote.received).toHaveLength(0);
    await test.publishing.pass(minute);
    expect((await test.publishing.state(id)).comment).toMatchObject({
      status: 'posted',
      postedAt: test.clock.now(),
    });
  });

  it('is posted before later ones, and the next one follows after the gap (rule 7.10)', async () => {
    await test.publishing.setSettings({ minGapSeconds: 120 });
    const later = await test.publishing.approved({ dueInMs: -1000 });
    const sooner = await test.publishing.approved({ dueInMs: -2000 });
    await test.publishing.loop.tick();
    expect(test.publishing.remote.received.map(({ text }) => text)).toEqual([
      sooner.content,
    ]);
    expect((await test.publishing.state(later.id)).queueItem).toMatchObject({
      blockedReason: 'min_gap',
      nextTryAt: new Date(test.clock.now().getTime() + 2 * minute),
    });
    await test.publishing.pass(minute);
    expect(test.publishing.remote.received).toHaveLength(1);
    await test.publishing.pass(minute);
    expect(test.publishing.remote.received).toHaveLength(2);
  });

  it.each([
    ['taken off the schedule', { scheduledFor: null, dueAt: null, autoPost: false }],
    ['moved to another time', { dueAt: new Date('2026-03-09T12:00:00Z') }],
    ['removed from the queue', null],
  ])(
    'is not posted when it is %s while the comment before it is being sent (rule 1.2)',
    async (_, change) => {
      await test.publishing.setSettings({ minGapSeconds: 0 });
      await test.publishing.approved({ dueInMs: -2 });
      const { id } = await test.publishing.approved({ dueInMs: -1 });
      const { remote, loop, state } = test.publishing;
      const { insertComment } = remote.youtube;
      remote.youtube.insertComment = async (...sent) => {
        const ofNext = eq(queueItems.commentId, id);
        await (change
          ? test.db.update(queueItems).set(change)
          : test.db.delete(queueItems)
        ).where(ofNext);
        return insertComment(...sent);
      };
      await loop.tick();
      expect(remote.received).toHaveLength(1);
      expect((await state(id)).comment.status).toBe('approved');
    },
  );

  describe('is posted in the same round', () => {
    it('although the comment before it was deleted while the first one was sent', async () => {
      await test.publishing.setSettings({ minGapSeconds: 0 });
      await test.publishing.approved({ dueInMs: -3 });
      const deleted = await test.publishing.approved({ dueInMs: -2 });
      const last = await test.publishing.approved({ dueInMs: -1 });
      const { remote, loop, state } = test.publishing;
      const { insertComment } = remote.youtube;
      remote.youtube.insertComment = async (...sent) => {
        await test.db.delete(comments).where(eq(comments.id, deleted.id));
        return insertComment(...sent);
      };
      await loop.tick();
      expect(remote.received).toHaveLength(2);
      expect((await state(last.id)).comment.status).toBe('posted');
    });

    it('although the one before it cannot be tried for an unknown reason', async () => {
      const stuck = await test.publishing.approved({ dueInMs: -2 });
      const next = await test.publishing.approved({ dueInMs: -1 });
      await refuseAttemptsOf(stuck.id);
      await test.publishing.loop.tick();
      const { remote, state } = test.publishing;
      expect(remote.received.map(({ text }) => text)).toEqual([next.content]);
      expect(await state(stuck.id)).toMatchObject({
        comment: { status: 'approved' },
        attempts: [],
      });
    });
  });

  it('is posted once although ticks overlap (rules 7.2, 7.10)', async () => {
    await test.publishing.setSettings({ minGapSeconds: 0, dailyCap: 200 });
    const ids: number[] = [];
    for (let index = 0; index < 20; index++)
      ids.push((await test.publishing.approved({ dueInMs: 0 })).id);
    const { loop } = test.publishing;
    await Promise.all([loop.tick(), loop.tick()]);
    await Promise.all([loop.tick(), loop.tick()]);
    expect(test.publishing.remote.received).toHaveLength(20);
    expect(
      new Set(test.publishing.remote.received.map(({ youtubeVideoId }) => youtubeVideoId))
        .size,
    ).toBe(20);
    for (const id of ids)
      expect((await test.publishing.state(id)).comment.status).toBe('posted');
  });

  it('is posted as soon as the cap is raised (rule 7.10)', async () => {
    await test.publishing.setSettings({ dailyCap: 1, minGapSeconds: 0 });
    const first = await test.publishing.approved({ dueInMs: 0 });
    const second = await test.publishing.approved({ dueInMs: 0 });
    await test.publishing.loop.tick();
    expect((await test.publishing.state(first.id)).comment.status).toBe('posted');
    await test.publishing.setSettings({ dailyCap: 2 });
    await test.publishing.loop.tick();
    expect((await test.publishing.state(second.id)).comment.status).toBe('posted');
  });

  it('waits only for the cooldown of its own channel, which is given as the reason instead of the gap (rule 7.10)', async () => {
    await test.publishing.setSettings({ channelCooldownHours: 3, minGapSeconds: 60 });
    const here = await test.publishing.approved({ dueInMs: -3, channelId: 'UCone' });
    const hereAgain = await test.publishing.approved({ dueInMs: -2, channelId: 'UCone' });
    const there = await test.publishing.approved({ dueInMs: -1, channelId: 'UCtwo' });
    await test.publishing.loop.tick();
    expect((await test.publishing.state(here.id)).comment.status).toBe('posted');
    test.publishing.told();
    for (let ticks = 0; ticks < 3; ticks += 1) {
      test.clock.advance(5_000);
      await test.publishing.loop.tick();
      expect((await test.publishing.state(hereAgain.id)).queueItem?.blockedReason).toBe(
        'channel_cooldown',
      );
      expect((await test.publishing.state(there.id)).queueItem?.blockedReason).toBe(
        'min_gap',
      );
    }
    expect(test.publishing.told()).toEqual([]);
    await test.publishing.pass(minute);
    expect((await test.publishing.state(there.id)).comment.status).toBe('posted');
    await test.publishing.ranFor(3 * hour);
    expect((await test.publishing.state(hereAgain.id)).comment.status).toBe('posted');
  });

  it('goes back to review with the reason when its channel is blocked (rule 7.10)', async () => {
    const { id } = await test.publishing.approved({ dueInMs: 0, channelId: 'UCone' });
    await test.publishing.setSettings({ blockedChannels: ['UCone'] });
    await test.publishing.loop.tick();
    const { comment, queueItem } = await test.publishing.state(id);
    expect(comment.status).toBe('pending');
    expect(queueItem).toMatchObject({
      blockedReason: 'channel_blocked',
      dueAt: null,
      scheduledFor: null,
      autoPost: false,
    });
    expect(test.publishing.remote.received).toEqual([]);
  });

  it.each([
    [{ commentsOff: true }, 'comments_off'],
    [{ available: false }, 'video_not_found'],
  ])('fails without a call when its video has %o', async (video, failureCode) => {
    const { id } = await test.publishing.approved({ dueInMs: 0, ...video });
    await test.publishing.loop.tick();
    expect((await test.publishing.state(id)).comment).toMatchObject({
      status: 'failed',
      failureCode,
    });
    expect(test.publishing.remote.received).toEqual([]);
  });

  it('is not tried in a tick that the gap has stopped already', async () => {
    for (let due = 0; due < 4; due += 1)
      await test.publishing.approved({ dueInMs: -due });
    const asked = vi.spyOn(test.publishing.account, 'accessToken');
    await test.publishing.loop.tick();
    expect(test.publishing.remote.received).toHaveLength(1);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('is posted on time while YouTube does not answer the check of another comment (rule 7.5)', async () => {
    const { posting, confirmer, remote } = test.publishing;
    await unconfirmed();
    vi.spyOn(remote.youtube, 'listRecentComments').mockReturnValue(
      new Promise(() => undefined),
    );
    const due = await test.publishing.approved({ dueInMs: 5_000 });
    test.clock.advance(minute);
    void confirmer.checkDue();
    await posting.tick();
    expect((await test.publishing.state(due.id)).comment.status).toBe('posted');
  });

  it('with an unknown outcome is checked again later when YouTube does not answer within a minute (rule 7.5)', async () => {
    const { confirmer, remote } = test.publishing;
    const lost = await unconfirmed();
    const asked = vi
      .spyOn(remote.youtube, 'listRecentComments')
      .mockReturnValue(new Promise(() => undefined));
    test.clock.advance(minute);
    const deadlines = heldDeadlines();
    const checking = confirmer.checkDue();
    await expect.poll(() => asked.mock.calls.length).toBe(1);
    expect(deadlines.lengths).toEqual([minute]);
    deadlines.pass();
    await checking;
    const [attempt] = (await test.publishing.state(lost.id)).attempts;
    expect(attempt).toMatchObject({ state: 'confirming', checkCount: 0 });
    expect(attempt?.nextCheckAt?.getTime()).toBeGreaterThan(test.clock.now().getTime());
  });

  it('with an unknown outcome is no longer checked once the process stops (rule 7.16)', async () => {
    const { confirmer, remote, stop } = test.publishing;
    const lost = await unconfirmed();
    const before = await test.publishing.state(lost.id);
    const asked = vi
      .spyOn(remote.youtube, 'listRecentComments')
      .mockReturnValue(new Promise(() => undefined));
    test.clock.advance(minute);
    const checking = confirmer.checkDue();
    await expect.poll(() => asked.mock.calls.length).toBe(1);
    stop();
    await checking;
    expect(await test.publishing.state(lost.id)).toEqual(before);
  });

  it('waits for the next start once the process stops (rule 7.16)', async () => {
    await test.publishing.setSettings({ minGapSeconds: 0 });
    const first = await test.publishing.approved({ dueInMs: -2 });
    const second = await test.publishing.approved({ dueInMs: -1 });
    const { loop, stop } = test.publishing;
    const { insertComment } = test.publishing.remote.youtube;
    test.publishing.remote.youtube.insertComment = (...sent) => {
      stop();
      return insertComment(...sent);
    };
    await loop.tick();
    expect((await test.publishing.state(first.id)).comment.status).toBe('posted');
    expect(await test.publishing.state(second.id)).toMatchObject({
      comment: { status: 'approved' },
      attempts: [],
    });
  });
});

describe('processingFailure from YouTube', () => {
  it('leads to one more insert after ten minutes, and then fails the comment (rule 7.6)', async () => {
    const { id } = await test.publishing.approved();
    test.publishing.remote.answers.push({ kind: 'processing' }, { kind: 'processing' });
    await test.publishing.poster.post(id, 'manual');
    await test.publishing.pass(10 * minute);
    expect(test.publishing.remote.received).toHaveLength(1);
    await test.publishing.pass(minute);
    expect(test.publishing.remote.received).toHaveLength(2);
    await test.publishing.pass(10 * minute);
    expect((await test.publishing.state(id)).comment).toMatchObject({
      status: 'failed',
      failureCode: 'processing_failed',
    });
  });
});

it('a clock that jumps back by an hour neither repeats a post nor delays the next one', async () => {
  const first = await test.publishing.approved({ dueInMs: 0 });
  await test.publishing.loop.tick();
  const now = test.clock.now().getTime();
  test.clock.set(new Date(now - hour).toISOString());
  const second = await test.publishing.approved({ dueInMs: 10 * minute });
  await test.publishing.pass(9 * minute);
  expect(test.publishing.remote.received).toHaveLength(1);
  await test.publishing.pass(minute);
  expect(test.publishing.remote.received).toHaveLength(2);
  for (const { id } of [first, second])
    expect((await test.publishing.state(id)).comment.status).toBe('posted');
});

it('the day of the cap follows the owner’s time zone (rule 7.10)', async () => {
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
