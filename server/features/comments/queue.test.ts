import { describe, expect, it } from 'vitest';
import { queueItemSchema } from '#shared/contracts/comment-detail.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { makePostAttempt } from '../../testing/factories.ts';

const test = reviewApp({}, 'once, emptied');
const hour = 3_600_000;
/** Requests a time for a queue item; null takes it off the schedule. */
const scheduleAt = (id: number, at: Date | null, autoPost = at !== null) =>
  test.me.patch(`/api/queue/${id}`, {
    queueId: id,
    scheduledFor: at?.toISOString() ?? null,
    autoPost,
  });

describe('POST /api/queue', () => {
  it('responds 201 with the item', async () => {
    const { id } = await test.comment();
    const added = await test.me.post('/api/queue', {
      commentId: id,
      priority: 0,
      autoPost: false,
    });
    expect(added.status).toBe(201);
    const item = queueItemSchema.parse(await added.json());
    expect(item).toMatchObject({
      commentId: id,
      priority: 0,
      autoPost: false,
      scheduledFor: null,
    });
  });

  it('responds 200 to a second request, with the same item and the new autoPost', async () => {
    const { comment, item } = await test.queued();
    const again = await test.me.post('/api/queue', {
      commentId: comment.id,
      autoPost: true,
    });
    expect([again.status, await again.json()]).toMatchObject([
      200,
      { id: item.id, autoPost: true },
    ]);
  });

  it('changes only the priority of a queued comment when the request names only that (rule 4.11)', async () => {
    const { item, comment } = await test.queued({ status: 'approved' });
    await scheduleAt(item.id, test.later(hour));
    const answer = await test.me.post('/api/queue', {
      commentId: comment.id,
      priority: 7,
    });
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
    const answers = await Promise.all(
      [1, 2, 3].map(() => test.me.post('/api/queue', { commentId: id })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
  });

  it('leaves ten minutes when auto-post is switched on long after approval (rule 4.5)', async () => {
    const { comment } = await test.queued({ status: 'approved', reviewedAt: test.now() });
    test.app.clock.advance(48 * hour);
    const answer = await test.me.post('/api/queue', {
      commentId: comment.id,
      autoPost: true,
    });
    expect(await answer.json()).toMatchObject({
      dueAt: test.later(hour / 6).toISOString(),
    });
  });

  it('refuses a posted comment', async () => {
    const { id } = await test.comment({ status: 'posted' });
    await expectProblem(
      await test.me.post('/api/queue', { commentId: id }),
      409,
      'already_posted',
    );
  });

  it('refuses an unknown comment', async () => {
    await expectProblem(
      await test.me.post('/api/queue', { commentId: 4_711 }),
      404,
      'not_found',
    );
  });

  it.each([
    ['an empty body', {}],
    ['no body', undefined],
  ])('refuses a request with %s', async (_, body) => {
    await expectProblem(await test.me.post('/api/queue', body), 400, 'invalid_request');
  });
});

describe('PATCH /api/queue/:id', () => {
  it('schedules an approved comment (rule 4.2)', async () => {
    const { item } = await test.queued({ status: 'approved' });
    const answer = await scheduleAt(item.id, test.later(hour));
    const iso = test.later(hour).toISOString();
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { scheduledFor: iso, dueAt: iso, autoPost: true },
    ]);
  });

  it('moves a scheduled comment to another time (rule 4.2)', async () => {
    const { item } = await test.queued({ status: 'approved' });
    await scheduleAt(item.id, test.later(hour));
    const answer = await scheduleAt(item.id, test.later(2 * hour));
    expect(await answer.json()).toMatchObject({
      scheduledFor: test.later(2 * hour).toISOString(),
    });
  });

  it('takes a comment off the schedule, and gives the reason (rule 4.4)', async () => {
    const { item } = await test.queued({ status: 'approved' });
    await scheduleAt(item.id, test.later(hour));
    const answer = await scheduleAt(item.id, null);
    expect(await answer.json()).toMatchObject({
      scheduledFor: null,
      dueAt: null,
      autoPost: false,
      blockedReason: 'unscheduled',
      heldDetail: 'You took it off the schedule.',
      comment: { status: 'approved' },
    });
  });

  it('accepts a request without the optional queueId (rule 10.2)', async () => {
    const { item } = await test.queued({ status: 'approved' });
    expect((await test.schedule(item.id, test.later(hour))).status).toBe(200);
  });

  it('refuses a queueId that differs from the address (rule 10.2)', async () => {
    const { item } = await test.queued({ status: 'approved' });
    const other = {
      queueId: item.id + 1,
      scheduledFor: test.later(hour).toISOString(),
      autoPost: true,
    };
    await expectProblem(
      await test.me.patch(`/api/queue/${item.id}`, other),
      400,
      'queue_id_mismatch',
    );
  });

  it.each([
    ['in the past', -1],
    ['at the present', 0],
  ])('refuses a time %s (rule 5.4)', async (_, ms) => {
    const { item } = await test.queued({ status: 'approved' });
    await expectProblem(
      await scheduleAt(item.id, test.later(ms)),
      400,
      'schedule_in_past',
    );
    expect(await test.queuedItem(item.commentId)).toMatchObject({
      scheduledFor: null,
      dueAt: null,
    });
  });

  it('refuses a time with autoPost false (rule 5.4)', async () => {
    const { item } = await test.queued({ status: 'approved' });
    await expectProblem(
      await scheduleAt(item.id, test.later(hour), false),
      400,
      'auto_post_required',
    );
    expect(await test.queuedItem(item.commentId)).toMatchObject({
      scheduledFor: null,
      dueAt: null,
    });
  });

  it('refuses a text that is no time (rule 5.4)', async () => {
    const { item } = await test.queued({ status: 'approved' });
    const answer = await test.me.patch(`/api/queue/${item.id}`, {
      scheduledFor: 'tomorrow',
      autoPost: true,
    });
    await expectProblem(answer, 400, 'invalid_request');
    expect(await test.queuedItem(item.commentId)).toMatchObject({
      scheduledFor: null,
      dueAt: null,
    });
  });

  it('refuses a comment that is not approved (rule 5.4)', async () => {
    const { item } = await test.queued();
    await expectProblem(await scheduleAt(item.id, test.later(hour)), 409, 'not_approved');
  });

  it('refuses an unknown item', async () => {
    await expectProblem(await scheduleAt(4_711, test.later(hour)), 404, 'not_found');
  });
});

describe('while the comment is being posted', () => {
  const requests: [string, (itemId: number) => Promise<Response>][] = [
    ['scheduling', (itemId) => scheduleAt(itemId, test.later(hour))],
    ['unscheduling', (itemId) => scheduleAt(itemId, null)],
    ['removing', (itemId) => test.me.delete(`/api/queue/${itemId}`)],
  ];

  it.each(requests)('%s is refused, and changes nothing', async (_, request) => {
    const { comment, item } = await test.queued({ status: 'approved' });
    await makePostAttempt(test.db, { commentId: comment.id, startedAt: test.now() });
    await expectProblem(await request(item.id), 409, 'being_posted');
    expect(await test.queuedItem(comment.id)).toMatchObject({
      comment: { posting: { state: 'sending' } },
    });
  });
});

describe('auto-post of an approved comment (rules 7.15, 8.12)', () => {
  const requests = {
    'POST /api/queue': (commentId: number) =>
      test.me.post('/api/queue', { commentId, autoPost: true }),
    'PATCH /api/queue/:id': async (commentId: number) => {
      const item = await test.queuedItem(commentId);
      return test.me.patch(`/api/queue/${item?.id}`, {
        scheduledFor: null,
        autoPost: true,
      });
    },
  };
  const approved = async (content: string, generatedContent = content) => {
    const { comment } = await test.queued({
      status: 'approved',
      content,
      generatedContent,
    });
    return comment.id;
  };

  it.each(Object.entries(requests))(
    '%s refuses a text that was posted lately',
    async (_, request) => {
      const content = 'The part about readiness probes saved me an evening.';
      await makePostAttempt(test.db, {
        content,
        state: 'posted',
        startedAt: test.now(),
        closedAt: test.now(),
      });
      const id = await approved(content);
      await expectProblem(await request(id), 409, 'duplicate_text');
      expect(await test.queuedItem(id)).toMatchObject({ autoPost: false, dueAt: null });
    },
  );

  it.each(Object.entries(requests))(
    '%s refuses a text with an open gap',
    async (_, request) => {
      const id = await approved('We measured ‹your figure› here.');
      await expectProblem(await request(id), 409, 'open_gap');
      expect(await test.queuedItem(id)).toMatchObject({ autoPost: false, dueAt: null });
    },
  );

  it('is refused for a text with an open gap that is not queued yet', async () => {
    const content = 'We measured ‹your figure› here.';
    const { id } = await test.comment({
      status: 'approved',
      content,
      generatedContent: content,
    });
    await expectProblem(await requests['POST /api/queue'](id), 409, 'open_gap');
    expect(await test.queuedItem(id)).toBeNull();
  });

  it('can be chosen for a draft in review that has an open gap', async () => {
    const content = 'We measured ‹your figure› here.';
    const { comment } = await test.queued({ content, generatedContent: content });
    expect((await requests['POST /api/queue'](comment.id)).status).toBe(200);
  });
});

describe('DELETE /api/queue/:id', () => {
  it('responds 204 and keeps the comment in the history', async () => {
    const { comment, item } = await test.queued();
    const response = await test.me.delete(`/api/queue/${item.id}`);
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(await test.queuedItem(comment.id)).toBeNull();
    expect((await test.stored(comment.id)).status).toBe('pending');
  });

  it('responds 404 when the item is removed already', async () => {
    const { item } = await test.queued();
    await test.me.delete(`/api/queue/${item.id}`);
    await expectProblem(await test.me.delete(`/api/queue/${item.id}`), 404, 'not_found');
  });
});
