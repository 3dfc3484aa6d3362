import { beforeEach, describe, expect, it } from 'vitest';
import { freeSlotsSchema, scheduleOverviewSchema } from '#shared/contracts/queue.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { testStart } from '../../testing/clock.ts';
import { makePostAttempt, makeQueueItem } from '../../testing/factories.ts';

const test = reviewApp({}, 'once, emptied');

const overview = async (from: string, to: string) =>
  scheduleOverviewSchema.parse(
    await (
      await test.me.get(`/api/queue/schedule?${new URLSearchParams({ from, to })}`)
    ).json(),
  );
const free = async (count: number) =>
  freeSlotsSchema.parse(
    await (await test.me.get(`/api/queue/free-slots?count=${count}`)).json(),
  ).times;
const change = (body: object) =>
  test.me.put('/api/user-settings', { autoQueueEnabled: true, ...body });

async function scheduled(iso: string) {
  const comment = await test.comment({ status: 'approved' });
  const at = new Date(iso);
  const item = await makeQueueItem(test.db, {
    commentId: comment.id,
    scheduledFor: at,
    dueAt: at,
    autoPost: true,
  });
  return { comment, item };
}

async function posted(iso: string) {
  const at = new Date(iso);
  const comment = await test.comment({ status: 'posted', postedAt: at });
  await makePostAttempt(test.db, {
    commentId: comment.id,
    state: 'posted',
    startedAt: at,
    closedAt: at,
  });
  return comment;
}

describe('GET /api/queue/schedule', () => {
  beforeEach(async () => {
    test.app.clock.set('2026-03-04T12:00:00.000Z');
    await change({
      timeZone: 'Asia/Kolkata',
      dailyCap: 6,
      postingSlots: [{ day: 4, time: '09:00' }],
    });
  });

  it('lists posted and scheduled comments in the range, earliest first', async () => {
    const before = await posted('2026-03-02T10:00:00.000Z');
    const late = await scheduled('2026-03-05T08:00:00.000Z');
    const soon = await scheduled('2026-03-05T07:00:00.000Z');
    await scheduled('2026-03-09T00:00:00.000Z');
    const { comment: waiting } = await test.queued({ status: 'approved' });
    const { entries } = await overview(
      '2026-03-02T00:00:00.000Z',
      '2026-03-09T00:00:00.000Z',
    );
    const shown = entries.map(({ commentId, queueId, at, state }) => [
      commentId,
      queueId,
      at,
      state,
    ]);
    expect(shown).toEqual([
      [before.id, null, '2026-03-02T10:00:00.000Z', 'posted'],
      [soon.comment.id, soon.item.id, '2026-03-05T07:00:00.000Z', 'scheduled'],
      [late.comment.id, late.item.id, '2026-03-05T08:00:00.000Z', 'scheduled'],
    ]);
    expect(entries.map(({ commentId }) => commentId)).not.toContain(waiting.id);
    expect(entries[1]).toMatchObject({
      title: expect.any(String),
      channelTitle: expect.any(String),
    });
  });

  it('includes overdue comments from before the range when the range contains the present (rule 2.15)', async () => {
    const { comment } = await scheduled('2026-02-27T10:00:00.000Z');
    const { entries } = await overview(
      '2026-03-02T00:00:00.000Z',
      '2026-03-09T00:00:00.000Z',
    );
    expect(entries).toMatchObject([{ commentId: comment.id }]);
  });

  it('leaves out overdue comments when the range is in the future (rule 2.15)', async () => {
    await scheduled('2026-02-27T10:00:00.000Z');
    const { entries } = await overview(
      '2026-03-09T00:00:00.000Z',
      '2026-03-16T00:00:00.000Z',
    );
    expect(entries).toEqual([]);
  });

  describe('with posted, overdue and due comments around the owner’s midnight', () => {
    beforeEach(async () => {
      // 18:30 UTC is midnight in Kolkata.
      await posted('2026-03-03T18:29:00.000Z');
      await posted('2026-03-03T18:31:00.000Z');
      await scheduled('2026-03-04T11:00:00.000Z');
      // An attempt has begun, so the comment counts as posted, and no longer as due.
      const { comment: sent } = await scheduled('2026-03-04T11:59:00.000Z');
      await makePostAttempt(test.db, {
        commentId: sent.id,
        state: 'confirming',
        startedAt: test.now(),
      });
      await scheduled('2026-03-04T18:31:00.000Z');
      await scheduled('2026-03-04T18:32:00.000Z');
    });

    it('counts them by the owner’s days, with overdue ones as due today (rule 7.10)', async () => {
      const answer = await overview(
        '2026-03-01T18:30:00.000Z',
        '2026-03-08T18:30:00.000Z',
      );
      expect(answer.dailyCap).toBe(6);
      expect(answer.days).toEqual([
        { day: '2026-03-03', posted: 1, due: 0 },
        { day: '2026-03-04', posted: 2, due: 1 },
        { day: '2026-03-05', posted: 0, due: 2 },
      ]);
    });

    it('counts whole days of the owner for a viewer in another time zone', async () => {
      // The range begins and ends within a day of the owner.
      const { days } = await overview(
        '2026-03-03T20:00:00.000Z',
        '2026-03-04T20:00:00.000Z',
      );
      expect(days).toEqual([
        { day: '2026-03-04', posted: 2, due: 1 },
        { day: '2026-03-05', posted: 0, due: 2 },
      ]);
    });
  });

  describe('with a slot on Thursday at nine (rule 7.18)', () => {
    const week = ['2026-03-04T18:30:00.000Z', '2026-03-11T18:30:00.000Z'] as const;

    it('proposes the slot while it is free', async () => {
      expect((await overview(...week)).free).toEqual(['2026-03-05T03:30:00.000Z']);
    });

    it('proposes no slot once a comment is scheduled near it', async () => {
      await scheduled('2026-03-05T03:15:00.000Z');
      expect((await overview(...week)).free).toEqual([]);
      expect(await free(1)).toEqual(['2026-03-12T03:30:00.000Z']);
    });
  });
});

describe('GET /api/queue/free-slots (rule 7.18)', () => {
  beforeEach(async () => {
    test.app.clock.set(testStart);
    await change({ timeZone: 'UTC' });
  });

  it('gives the next free times', async () => {
    expect(await free(3)).toEqual([
      '2026-03-03T13:00:00.000Z',
      '2026-03-03T17:30:00.000Z',
      '2026-03-04T09:00:00.000Z',
    ]);
  });

  it('gives as many times as asked for', async () => {
    expect(await free(500)).toHaveLength(500);
  });

  it('gives times within a year, even if these are fewer', async () => {
    await change({ postingSlots: [{ day: 0, time: '10:00' }] });
    expect(await free(60)).toHaveLength(52);
  });

  it('gives no times without slots', async () => {
    await change({ postingSlots: [] });
    expect(await free(1)).toEqual([]);
  });
});

it.each([
  'schedule?from=&to=',
  'schedule?from=now&to=2026-03-05T00:00:00Z',
  'schedule?from=2026-03-05T00:00:00Z&to=2026-03-05T00:00:00Z',
  'schedule?from=2026-03-05T00:00:00Z&to=2026-05-05T00:00:00Z',
  ...['0', '501', 'many', ''].map((count) => `free-slots?count=${count}`),
])('refuses GET /api/queue/%s', async (path) => {
  await expectProblem(await test.me.get(`/api/queue/${path}`), 400, 'invalid_request');
});
