import { beforeEach, describe, expect, it } from 'vitest';
import { freeSlotsSchema, scheduleOverviewSchema } from '#shared/contracts/schedule.ts';
import { userSettingsSchema } from '#shared/contracts/user-settings.ts';
import { defaultPostingSlots } from '#shared/rules/posting-slots.ts';
import { makeComment, makePostAttempt, makeQueueItem, makeVideo } from '../../testing/factories.ts';
import { expectProblem, reviewApp } from '../../testing/review-app.ts';

const test = reviewApp();

const overview = async (from: string, to: string) =>
  scheduleOverviewSchema.parse(
    await (await test.me.get(`/api/queue/schedule?${new URLSearchParams({ from, to })}`)).json(),
  );
const free = async (count: number) =>
  freeSlotsSchema.parse(await (await test.me.get(`/api/queue/free-slots?count=${count}`)).json()).times;
const change = (body: object) => test.me.put('/api/user-settings', { autoQueueEnabled: true, ...body });

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
  await makePostAttempt(test.db, { commentId: comment.id, state: 'posted', startedAt: at, closedAt: at });
  return comment;
}

describe('GET /api/queue/schedule', () => {
  beforeEach(async () => {
    test.app.clock.set('2026-03-04T12:00:00.000Z');
    await change({ timeZone: 'Asia/Kolkata', dailyCap: 6, postingSlots: [{ day: 4, time: '09:00' }] });
  });

  it('shows what was posted and what is scheduled in the range, soonest first', async () => {
    const before = await posted('2026-03-02T10:00:00.000Z');
    const late = await scheduled('2026-03-05T08:00:00.000Z');
    const soon = await scheduled('2026-03-05T07:00:00.000Z');
    await scheduled('2026-03-09T00:00:00.000Z');
    const { comment: waiting } = await test.queued({ status: 'approved' });
    const { entries } = await overview('2026-03-02T00:00:00.000Z', '2026-03-09T00:00:00.000Z');
    expect(entries.map(({ commentId, queueId, at, state }) => ({ commentId, queueId, at, state }))).toEqual([
      { commentId: before.id, queueId: null, at: '2026-03-02T10:00:00.000Z', state: 'posted' },
      {
        commentId: soon.comment.id,
        queueId: soon.item.id,
        at: '2026-03-05T07:00:00.000Z',
        state: 'scheduled',
      },
      {
        commentId: late.comment.id,
        queueId: late.item.id,
        at: '2026-03-05T08:00:00.000Z',
        state: 'scheduled',
      },
    ]);
    expect(entries.map(({ commentId }) => commentId)).not.toContain(waiting.id);
    expect(entries[1]).toMatchObject({ title: expect.any(String), channelTitle: expect.any(String) });
  });

  it('lists what is overdue since before the range, where the range holds now (rule 2.15)', async () => {
    const { comment } = await scheduled('2026-02-27T10:00:00.000Z');
    const entriesOf = async (from: string, to: string) =>
      (await overview(from, to)).entries.map(({ commentId }) => commentId);
    expect(await entriesOf('2026-03-02T00:00:00.000Z', '2026-03-09T00:00:00.000Z')).toEqual([comment.id]);
    expect(await entriesOf('2026-03-09T00:00:00.000Z', '2026-03-16T00:00:00.000Z')).toEqual([]);
  });

  it('counts each day of the person against the cap, what is late for today (rule 7.10)', async () => {
    // 18:30 UTC is midnight in Kolkata.
    await posted('2026-03-03T18:29:00.000Z');
    await posted('2026-03-03T18:31:00.000Z');
    await scheduled('2026-03-04T11:00:00.000Z');
    await scheduled('2026-03-04T18:31:00.000Z');
    await scheduled('2026-03-04T18:32:00.000Z');
    const answer = await overview('2026-03-01T18:30:00.000Z', '2026-03-08T18:30:00.000Z');
    expect(answer.dailyCap).toBe(6);
    expect(answer.days).toEqual([
      { day: '2026-03-03', posted: 1, due: 0, unlisted: 0 },
      { day: '2026-03-04', posted: 1, due: 1, unlisted: 0 },
      { day: '2026-03-05', posted: 0, due: 2, unlisted: 0 },
    ]);
    await scheduled('2026-03-01T11:00:00.000Z');
    expect(await (await test.me.get('/api/queue/planned-days')).json()).toEqual([
      { day: '2026-03-04', posts: 2 },
      { day: '2026-03-05', posts: 2 },
    ]);
  });

  it('counts a comment that is being posted once', async () => {
    const { comment } = await scheduled('2026-03-04T11:59:00.000Z');
    await makePostAttempt(test.db, { commentId: comment.id, state: 'confirming', startedAt: test.now() });
    const { days } = await overview('2026-03-03T18:30:00.000Z', '2026-03-10T18:30:00.000Z');
    expect(days).toEqual([{ day: '2026-03-04', posted: 1, due: 0, unlisted: 0 }]);
    expect(await (await test.me.get('/api/queue/planned-days')).json()).toEqual([]);
  });

  it('lists the first hundred comments of a day and counts the others', async () => {
    const days = ['2026-03-05T00:00:00.000Z', '2026-03-06T00:00:00.000Z'].map((day) => Date.parse(day));
    const times = days.flatMap((day) =>
      Array.from({ length: 101 }, (_, minute) => new Date(day + minute * 60_000)),
    );
    for (const at of times) {
      const other = await makeVideo(test.db);
      const comment = await makeComment(test.db, { videoId: other.id, status: 'approved' });
      await makeQueueItem(test.db, { commentId: comment.id, scheduledFor: at, dueAt: at, autoPost: true });
    }
    const answer = await overview('2026-03-04T18:30:00.000Z', '2026-03-06T18:30:00.000Z');
    expect(answer.entries).toHaveLength(200);
    expect(answer.entries.map(({ at }) => at)).not.toContain(times.at(100)?.toISOString());
    expect(answer.days).toEqual([
      { day: '2026-03-05', posted: 0, due: 101, unlisted: 1 },
      { day: '2026-03-06', posted: 0, due: 101, unlisted: 1 },
    ]);
  });

  it('proposes the free slots (rule 7.18)', async () => {
    const week = ['2026-03-04T18:30:00.000Z', '2026-03-11T18:30:00.000Z'] as const;
    const slot = '2026-03-05T03:30:00.000Z';
    expect((await overview(...week)).free).toEqual([slot]);
    await scheduled('2026-03-05T03:15:00.000Z');
    expect((await overview(...week)).free).toEqual([]);
    expect(await free(1)).toEqual(['2026-03-12T03:30:00.000Z']);
  });

  it.each([
    ['', ''],
    ['now', '2026-03-05T00:00:00Z'],
    ['2026-03-05T00:00:00Z', '2026-03-05T00:00:00Z'],
    ['2026-03-05T00:00:00Z', '2026-05-05T00:00:00Z'],
  ])('refuses the range from “%s” to “%s”', async (from, to) => {
    const query = new URLSearchParams({ from, to });
    await expectProblem(await test.me.get(`/api/queue/schedule?${query}`), 400, 'invalid_request');
  });
});

describe('GET /api/queue/free-slots', () => {
  it('gives one time a comment, from slots everybody begins with (rule 7.18)', async () => {
    await change({ timeZone: 'UTC' });
    expect(await free(3)).toEqual([
      '2026-03-03T13:00:00.000Z',
      '2026-03-03T17:30:00.000Z',
      '2026-03-04T09:00:00.000Z',
    ]);
    expect(await free(500)).toHaveLength(500);
  });

  it('gives fewer when there are no more', async () => {
    await change({ postingSlots: [] });
    expect(await free(1)).toEqual([]);
    await change({ postingSlots: [{ day: 0, time: '10:00' }] });
    expect(await free(60)).toHaveLength(52);
  });

  it.each(['0', '501', 'many', ''])('refuses a count of “%s”', async (count) => {
    await expectProblem(await test.me.get(`/api/queue/free-slots?count=${count}`), 400, 'invalid_request');
  });
});

describe('posting slots and the time zone in PUT /api/user-settings', () => {
  it('are kept, stay where they are absent, and may be none', async () => {
    const settings = async () =>
      userSettingsSchema.parse(await (await test.me.get('/api/user-settings')).json());
    expect(await settings()).toMatchObject({ timeZone: null, postingSlots: defaultPostingSlots });
    const postingSlots = [{ day: 6, time: '00:05' }];
    await change({ timeZone: 'Australia/Lord_Howe', postingSlots });
    await change({ dailyCap: 7 });
    expect(await settings()).toMatchObject({ timeZone: 'Australia/Lord_Howe', postingSlots });
    await change({ postingSlots: [] });
    expect(await settings()).toMatchObject({ postingSlots: [] });
  });

  it.each([
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['timeZone', { timeZone: null }],
    ['postingSlots', { postingSlots: [{ day: 7, time: '09:00' }] }],
    ['postingSlots', { postingSlots: [{ day: 1, time: '24:00' }] }],
    ['postingSlots', { postingSlots: [{ day: 1, time: '9:00' }] }],
    ['postingSlots', { postingSlots: Array(169).fill({ day: 1, time: '09:00' }) }],
  ])('refuses a wrong %s, named in a sentence (rule 5.7)', async (field, body) => {
    const { detail } = await expectProblem(await change(body), 400, 'invalid_request');
    expect(detail).toContain(field);
  });
});
