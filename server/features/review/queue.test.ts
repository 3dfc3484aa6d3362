import { describe, expect, it } from 'vitest';
import { queueItemSchema, queueListSchema } from '#shared/contracts/queue-items.ts';
import { makePostAttempt } from '../../testing/factories.ts';
import { expectProblem, reviewApp } from '../../testing/review-app.ts';

const test = reviewApp();
const hour = 3_600_000;
const scheduleAt = (id: number, at: Date | null, autoPost = at !== null) =>
  test.me.patch(`/api/queue/${id}`, { queueId: id, scheduledFor: at?.toISOString() ?? null, autoPost });

describe('POST /api/queue', () => {
  it('is 201 with the item, then 200 and updates autoPost', async () => {
    const { id } = await test.comment();
    const added = await test.me.post('/api/queue', { commentId: id, priority: 0, autoPost: false });
    expect(added.status).toBe(201);
    const item = queueItemSchema.parse(await added.json());
    expect(item).toMatchObject({ commentId: id, priority: 0, autoPost: false, scheduledFor: null });
    const again = await test.me.post('/api/queue', { commentId: id, autoPost: true });
    expect([again.status, await again.json()]).toMatchObject([200, { id: item.id, autoPost: true }]);
  });

  it('makes one item of two requests at once', async () => {
    const { id } = await test.comment();
    const answers = await Promise.all([1, 2, 3].map(() => test.me.post('/api/queue', { commentId: id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
  });

  it('leaves ten minutes when auto-post is switched on long after the approval (rule 4.5)', async () => {
    const { comment } = await test.queued({ status: 'approved', reviewedAt: test.now() });
    test.app.clock.advance(48 * hour);
    const answer = await test.me.post('/api/queue', { commentId: comment.id, autoPost: true });
    expect(await answer.json()).toMatchObject({ dueAt: test.later(hour / 6).toISOString() });
  });

  it('refuses a posted and an unknown comment', async () => {
    const { id } = await test.comment({ status: 'posted' });
    await expectProblem(await test.me.post('/api/queue', { commentId: id }), 409, 'already_posted');
    await expectProblem(await test.me.post('/api/queue', { commentId: 4_711 }), 404, 'not_found');
    await expectProblem(await test.me.post('/api/queue', {}), 400, 'invalid_request');
    await expectProblem(await test.me.post('/api/queue'), 400, 'invalid_request');
  });
});

describe('GET /api/queue', () => {
  it('lists what is not posted, by priority, then oldest first', async () => {
    const a = await test.queued();
    test.app.clock.advance(1);
    const b = await test.queued();
    test.app.clock.advance(1);
    const { id: urgent } = await test.comment();
    await test.me.post('/api/queue', { commentId: urgent, priority: 5 });
    await test.queued({ status: 'posted' });
    const items = queueListSchema.parse(await (await test.me.get('/api/queue')).json());
    expect(items.map(({ commentId }) => commentId)).toEqual([urgent, a.comment.id, b.comment.id]);
  });
});

describe('PATCH /api/queue/:id', () => {
  it('schedules, reschedules and unschedules with the reason (rules 4.2, 4.4)', async () => {
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

  it('takes an optional queueId, and is 400 if it differs (rule 10.2)', async () => {
    const { item } = await test.queued({ status: 'approved' });
    const body = { scheduledFor: test.later(hour).toISOString(), autoPost: true };
    expect((await test.me.patch(`/api/queue/${item.id}`, body)).status).toBe(200);
    await expectProblem(
      await test.me.patch(`/api/queue/${item.id}`, { ...body, queueId: item.id + 1 }),
      400,
      'queue_id_mismatch',
    );
  });

  it('refuses the past, the present, autoPost false and an unapproved comment (rule 5.4)', async () => {
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

describe('DELETE /api/queue/:id', () => {
  it('is 204; the comment stays in the history', async () => {
    const { comment, item } = await test.queued();
    const response = await test.me.delete(`/api/queue/${item.id}`);
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(await test.queuedItem(comment.id)).toBeNull();
    expect((await test.stored(comment.id)).status).toBe('pending');
    await expectProblem(await test.me.delete(`/api/queue/${item.id}`), 404, 'not_found');
  });
});
