import { describe, expect, it } from 'vitest';
import { queueRowSchema } from '#shared/contracts/queue.ts';
import { queueItems } from '#shared/schema.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { makePostAttempt } from '../../testing/factories.ts';

const test = reviewApp({}, 'once, emptied');
const dayMs = 24 * 3_600_000;
const tomorrow = () => test.later(dayMs).toISOString();
const send = (id: number, body: object = {}) =>
  test.me.post(`/api/comments/${id}/schedule`, {
    revision: 1,
    scheduledFor: tomorrow(),
    ...body,
  });

describe('POST /api/comments/:id/schedule (rule 2.14)', () => {
  it('saves the text, queues, approves and schedules in one request', async () => {
    const { id } = await test.comment();

    const answer = await test.me.post(`/api/comments/${id}/schedule?fields=row`, {
      revision: 1,
      scheduledFor: tomorrow(),
      content: 'As it stands on the screen.',
    });

    expect(answer.status).toBe(200);
    expect(queueRowSchema.parse(await answer.json())).toMatchObject({
      scheduledFor: tomorrow(),
      dueAt: tomorrow(),
      autoPost: true,
      comment: {
        status: 'approved',
        content: 'As it stands on the screen.',
        inQueue: true,
      },
    });
    expect(await test.stored(id)).toMatchObject({
      status: 'approved',
      scheduledFor: tomorrow(),
    });
  });

  it('keeps the place of a queued comment', async () => {
    const { comment, item } = await test.queued();
    await send(comment.id);
    expect(await test.queuedItem(comment.id)).toMatchObject({
      id: item.id,
      createdAt: item.createdAt.toISOString(),
      scheduledFor: tomorrow(),
    });
  });

  it('gives an approved comment its time', async () => {
    const { comment } = await test.queued({ status: 'approved' });
    await send(comment.id);
    expect(await test.queuedItem(comment.id)).toMatchObject({
      scheduledFor: tomorrow(),
      comment: { status: 'approved', revision: 1 },
    });
  });

  it('retries a failed comment', async () => {
    const { comment } = await test.queued({
      status: 'failed',
      failureCode: 'comment_refused',
    });
    await send(comment.id);
    expect(await test.queuedItem(comment.id)).toMatchObject({
      scheduledFor: tomorrow(),
      comment: { status: 'approved', failureCode: null },
    });
  });

  it.each([
    [
      'a time that has passed',
      { scheduledFor: '2026-03-01T00:00:00.000Z' },
      400,
      'schedule_in_past',
    ],
    ['an older revision', { revision: 2 }, 409, 'revision_conflict'],
    ['an empty text', { content: ' ' }, 400, 'empty_text'],
    ['an unknown field', { autoPost: true }, 400, 'invalid_request'],
  ])('changes nothing when the request contains %s', async (_, body, status, code) => {
    const { id, content } = await test.comment();
    await expectProblem(await send(id, { content: 'Mine.', ...body }), status, code);
    expect(await test.stored(id)).toMatchObject({
      status: 'pending',
      revision: 1,
      content,
    });
    expect(await test.db.$count(queueItems)).toBe(0);
  });

  it('changes nothing when the text was posted within the 30 days before its time (rule 7.15)', async () => {
    const content = 'Said before.';
    const other = await test.comment({ status: 'posted', content });
    const at = test.later(-dayMs);
    await makePostAttempt(test.db, {
      commentId: other.id,
      content,
      state: 'posted',
      startedAt: at,
      closedAt: at,
    });
    const { id } = await test.comment();
    await expectProblem(await send(id, { content }), 409, 'duplicate_text');
    expect(await test.stored(id)).toMatchObject({ status: 'pending', revision: 1 });
  });

  it('changes nothing when the text has an open gap (rule 8.12)', async () => {
    const { id } = await test.comment({
      content: 'Our pool held ‹your figure› connections.',
    });
    await expectProblem(await send(id), 409, 'open_gap');
    expect(await test.stored(id)).toMatchObject({ status: 'pending', revision: 1 });
    expect(await test.db.$count(queueItems)).toBe(0);
  });

  it.each(['posted', 'rejected'] as const)('refuses a %s comment', async (status) => {
    const { id } = await test.comment({ status });
    await expectProblem(await send(id), 409, 'status_conflict');
  });

  it('refuses a comment that is being posted', async () => {
    const { comment } = await test.queued({ status: 'approved' });
    await makePostAttempt(test.db, { commentId: comment.id, startedAt: test.now() });
    await expectProblem(await send(comment.id), 409, 'being_posted');
  });
});
