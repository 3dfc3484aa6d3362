import { beforeEach, describe, expect, it } from 'vitest';
import { queueItemSchema } from '#shared/contracts/comment-detail.ts';
import { freeSlotsSchema, scheduleOverviewSchema } from '#shared/contracts/queue.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { makePostAttempt, makeQueueItem } from '../../testing/factories.ts';

const test = reviewApp();
const hour = 3_600_000;
const scheduleAt = (id: number, at: Date | null, autoPost = at !== null) =>
  test.me.patch(`/api/queue/${id}`, { queueId: id, scheduledFor: at?.toISOString() ?? null, autoPost });

describe('POST /api/queue', () => {
  it('responds 201 with the item, and to a second request 200 with the new autoPost', async () => {
    const { id } = await test.comment();
    const added = await test.me.post('/api/queue', { commentId: id, priority: 0, autoPost: false });
    expect(added.status).toBe(201);
    const item = queueItemSchema.parse(await added.json());
    expect(item).toMatchObject({ commentId: id, priority: 0, autoPost: false, scheduledFor: null });
    const again = await test.me.post('/api/queue', { commentId: id, autoPost: true });
    expect([again.status, await again.json()]).toMatchObject([200, { id: item.id, autoPost: true }]);
  });

  it('changes only the priority of a queued comment when the request names only that (rule 4.11)', async () => {
    const { item, comment } = await test.queued({ status: 'approved' });
    await scheduleAt(item.id, test.later(hour));
    const answer = await test.me.post('/api/queue', { commentId: comment.id, priority: 7 });
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { priority: 7, autoPost: true, scheduledFor: test.later(hour).toISOString() },
    ]);
  });

  it('keeps the priority and auto-post when the request names neither (rule 4.11)', async () => {
    const { id } = await test.comment();
    await test.me.post('/api/queue', { commentId: id, priority: 7 });
    await test.me.post('/api/queue', { commentId: id, autoPost: true });
    const answer = await test.me.post('/api/queue', { commentId: id });
    expect(await answer.json()).toMatchObject({ priority: 7, autoPost: true });
  });

  it('creates one item when requests arrive at the same time', async () => {
    const { id } = await test.comment();
    const answers = await Promise.all([1, 2, 3].map(() => test.me.post('/api/queue', { commentId: id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
  });

  it('leaves ten minutes when auto-post is switched on long after approval (rule 4.5)', async () => {
    const { comment } = await test.queued({ status: 'approved', reviewedAt: test.now() });
    test.app.clock.advance(48 * hour);
    const answer = await test.me.post('/api/queue', { commentId: comment.id, autoPost: true });
    expect(await answer.json()).toMatchObject({ dueAt: test.later(hour / 6).toISOString() });
  });

  it('refuses a posted comment, an unknown comment and a request without a comment', async () => {
    const { id } = await test.comment({ status: 'posted' });
    await expectProblem(await test.me.post('/api/queue', { commentId: id }), 409, 'already_posted');
    await expectProblem(await test.me.post('/api/queue', { commentId: 4_711 }), 404, 'not_found');
    await expectProblem(await test.me.post('/api/queue', {}), 400, 'invalid_request');
    await expectProblem(await test.me.post('/api/queue'), 400, 'invalid_request');
  });
});

describe('PATCH /api/queue/:id', () => {
  it('schedules, reschedules and unschedules, and gives the reason for the last (rules 4.2, 4.4)', async () => {
    const { item } = await test.queued({ status: 'approved' });
    const first = await scheduleAt(item.id, test.later(hour));
    const iso = test.later(hour).toISOString();
    expect([first.status, await first.json()]).toMatchObject([
      200,
      { scheduledFor: iso, dueAt: iso, autoPost: true },
    ]);
    expect(await (await scheduleAt(item.id, test.later(2 * hour))).json()).toMatchObject({
      scheduledFor: test.later(2 * hour).toISOString(),
    });
    expect(await (await scheduleAt(item.id, null)).json()).toMatchObject({
      scheduledFor: null,
      dueAt: null,
      autoPost: false,
      blockedReason: 'unscheduled',
      heldDetail: 'You took it off the schedule.',
      comment: { status: 'approved' },
    });
  });

  it('accepts an optional queueId, and responds 400 if it differs (rule 10.2)', async () => {
    const { item } = await test.queued({ status: 'approved' });
    expect((await test.schedule(item.id, test.later(hour))).status).toBe(200);
    const other = { queueId: item.id + 1, scheduledFor: test.later(hour).toISOString(), autoPost: true };
    await expectProblem(await test.me.patch(`/api/queue/${item.id}`, other), 400, 'queue_id_mismatch');
  });

  it('refuses a time that is not in the future, autoPost false and a comment that is not approved (rule 5.4)', async () => {
    const { item } = await test.queued({ status: 'approved' });
    await expectProblem(await scheduleAt(item.id, test.later(-1)), 400, 'schedule_in_past');
    await expectProblem(await scheduleAt(item.id, test.now()), 400, 'schedule_in_past');
    await expectProblem(await scheduleAt(item.id, test.later(hour), false), 400, 'auto_post_required');
    const pending = await test.queued();
    await expectProblem(await scheduleAt(pending.item.id, test.later(hour)), 409, 'not_approved');
    await expectProblem(await scheduleAt(4_711, test.later(hour)), 404, 'not_found');
    await expectProblem(
      await test.me.patch(`/api/queue/${item.id}`, { scheduledFor: 'tomorrow', autoPost: true }),
      400,
      'invalid_request',
    );
    expect(await test.queuedItem(item.commentId)).toMatchObject({ scheduledFor: null, dueAt: null });
  });

  it('changes nothing while the comment is being posted', async () => {
    const { comment, item } = await test.queued({ status: 'approved' });
    await makePostAttempt(test.db, { commentId: comment.id, startedAt: test.now() });
    await expectProblem(await scheduleAt(item.id, test.later(hour)), 409, 'being_posted');
    await expectProblem(await scheduleAt(item.id, null), 409, 'being_posted');
    await expectProblem(await test.me.delete(`/api/queue/${item.id}`), 409, 'being_posted');
    expect(await test.queuedItem(comment.id)).toMatchObject({ comment: { posting: { state: 'sending' } } });
  });
});

describe('auto-post of an approved comment (rules 7.15, 8.12)', () => {
  const requests = {
    'POST /api/queue': (commentId: number) => test.me.post('/api/queue', { commentId, autoPost: true }),
    'PATCH /api/queue/:id': async (commentId: number) => {
      const item = await test.queuedItem(commentId);
      return test.me.patch(`/api/queue/${item?.id}`, { scheduledFor: null, autoPost: true });
    },
  };
  const approved = async (content: string, generatedContent = content) => {
    const { comment } = await test.queued({ status: 'approved', content, generatedContent });
    return comment.id;
  };

  it.each(Object.entries(requests))('%s refuses a text that was posted lately', async (_, request) => {
    const content = 'The part about readiness probes saved me an evening.';
    await makePostAttempt(test.db, { content, state: 'posted', startedAt: test.now(), closedAt: test.now() });
    const id = await approved(content);
    await expectProblem(await request(id), 409, 'duplicate_text');
    expect(await test.queuedItem(id)).toMatchObject({ autoPost: false, dueAt: null });
  });

  it.each(Object.entries(requests))('%s refuses a text with an open gap', async (_, request) => {
    const id = await approved('We measured ‹your figure› here.');
    await expectProblem(await request(id), 409, 'open_gap');
    expect(await test.queuedItem(id)).toMatchObject({ autoPost: false, dueAt: null });
  });

  it('is refused for a text with an open gap that is not queued yet', async () => {
    const content = 'We measured ‹your figure› here.';
    const { id } = await test.comment({ status: 'approved', content, generatedContent: content });
    await expectProblem(await requests['POST /api/queue'](id), 409, 'open_gap');
    expect(await test.queuedItem(id)).toBeNull();
  });

  it('can be chosen for a draft in review that has an open gap', async () => {
    const content = 'We measured ‹your figure› here.';
    const { comment } = await test.queued({ content, generatedContent: content });
    expect((await requests['POST /api/queue'](comment.id)).status).toBe(200);
  });
});

it('DELETE /api/queue/:id responds 204 and keeps the comment in the history', async () => {
  const { comment, item } = await test.queued();
  const response = await test.me.delete(`/api/queue/${item.id}`);
  expect([response.status, await response.text()]).toEqual([204, '']);
  expect(await test.queuedItem(comment.id)).toBeNull();
  expect((await test.stored(comment.id)).status).toBe('pending');
  await expectProblem(await test.me.delete(`/api/queue/${item.id}`), 404, 'not_found');
});

describe('schedule', () => {
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

    it('lists posted and scheduled comments in the range, earliest first', async () => {
      const before = await posted('2026-03-02T10:00:00.000Z');
      const late = await scheduled('2026-03-05T08:00:00.000Z');
      const soon = await scheduled('2026-03-05T07:00:00.000Z');
      await scheduled('2026-03-09T00:00:00.000Z');
      const { comment: waiting } = await test.queued({ status: 'approved' });
      const { entries } = await overview('2026-03-02T00:00:00.000Z', '2026-03-09T00:00:00.000Z');
      const shown = entries.map(({ commentId, queueId, at, state }) => [commentId, queueId, at, state]);
      expect(shown).toEqual([
        [before.id, null, '2026-03-02T10:00:00.000Z', 'posted'],
        [soon.comment.id, soon.item.id, '2026-03-05T07:00:00.000Z', 'scheduled'],
        [late.comment.id, late.item.id, '2026-03-05T08:00:00.000Z', 'scheduled'],
      ]);
      expect(entries.map(({ commentId }) => commentId)).not.toContain(waiting.id);
      expect(entries[1]).toMatchObject({ title: expect.any(String), channelTitle: expect.any(String) });
    });

    it('includes overdue comments from before the range when the range contains the present (rule 2.15)', async () => {
      const { comment } = await scheduled('2026-02-27T10:00:00.000Z');
      const { entries } = await overview('2026-03-02T00:00:00.000Z', '2026-03-09T00:00:00.000Z');
      expect(entries).toMatchObject([{ commentId: comment.id }]);
      const next = await overview('2026-03-09T00:00:00.000Z', '2026-03-16T00:00:00.000Z');
      expect(next.entries).toEqual([]);
    });

    it('counts comments by the owner’s days, with overdue ones as due today (rule 7.10)', async () => {
      // 18:30 UTC is midnight in Kolkata.
      await posted('2026-03-03T18:29:00.000Z');
      await posted('2026-03-03T18:31:00.000Z');
      await scheduled('2026-03-04T11:00:00.000Z');
      // An attempt has begun, so the comment counts as posted, and no longer as due.
      const { comment: sent } = await scheduled('2026-03-04T11:59:00.000Z');
      await makePostAttempt(test.db, { commentId: sent.id, state: 'confirming', startedAt: test.now() });
      await scheduled('2026-03-04T18:31:00.000Z');
      await scheduled('2026-03-04T18:32:00.000Z');
      const answer = await overview('2026-03-01T18:30:00.000Z', '2026-03-08T18:30:00.000Z');
      expect(answer.dailyCap).toBe(6);
      expect(answer.days).toEqual([
        { day: '2026-03-03', posted: 1, due: 0 },
        { day: '2026-03-04', posted: 2, due: 1 },
        { day: '2026-03-05', posted: 0, due: 2 },
      ]);
      // For a viewer in another time zone the range begins and ends within such a day. The response has the
      // whole day.
      const elsewhere = await overview('2026-03-03T20:00:00.000Z', '2026-03-04T20:00:00.000Z');
      expect(elsewhere.days).toEqual(answer.days.slice(1));
    });

    it('proposes the free slots of the range (rule 7.18)', async () => {
      const week = ['2026-03-04T18:30:00.000Z', '2026-03-11T18:30:00.000Z'] as const;
      const slot = '2026-03-05T03:30:00.000Z';
      expect((await overview(...week)).free).toEqual([slot]);
      await scheduled('2026-03-05T03:15:00.000Z');
      expect((await overview(...week)).free).toEqual([]);
      expect(await free(1)).toEqual(['2026-03-12T03:30:00.000Z']);
    });
  });

  it('GET /api/queue/free-slots gives as many times as asked for, within a year (rule 7.18)', async () => {
    await change({ timeZone: 'UTC' });
    expect(await free(3)).toEqual([
      '2026-03-03T13:00:00.000Z',
      '2026-03-03T17:30:00.000Z',
      '2026-03-04T09:00:00.000Z',
    ]);
    expect(await free(500)).toHaveLength(500);
    await change({ postingSlots: [{ day: 0, time: '10:00' }] });
    expect(await free(60)).toHaveLength(52);
    await change({ postingSlots: [] });
    expect(await free(1)).toEqual([]);
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
});
