import { describe, expect, it } from 'vitest';
import type { QueueItem } from '#shared/contracts/queue-items.ts';
import { comments } from '#shared/schema.ts';
import { makePostAttempt } from '../../testing/factories.ts';
import { expectProblem, reviewApp } from '../../testing/review-app.ts';

const test = reviewApp();
const hour = 3_600_000;
const undo = (id: number, body: unknown) => test.me.post(`/api/comments/${id}/undo`, body);

const itemOf = async (commentId: number): Promise<QueueItem> => {
  const item = await test.queuedItem(commentId);
  if (!item) throw new Error('The comment is not queued.');
  return item;
};
const beforeOf = ({ comment, scheduledFor, priority, autoPost, createdAt }: QueueItem) => ({
  status: comment.status,
  scheduledFor,
  priority,
  autoPost,
  queuedAt: createdAt,
});

/** An approved comment with a time, and the steps that end its schedule, each with how it leaves the item. */
async function scheduled() {
  const { comment, item } = await test.queued({ status: 'approved' });
  const scheduledFor = test.later(hour).toISOString();
  await test.me.patch(`/api/queue/${item.id}`, { scheduledFor, autoPost: true });
  return { ...(await itemOf(comment.id)), commentId: comment.id };
}
const steps = {
  Remove: async ({ id }: QueueItem) => {
    await test.me.delete(`/api/queue/${id}`);
    return { revision: 1, inQueue: false, scheduledFor: null };
  },
  'Back to Review': async ({ commentId }: QueueItem) => {
    await test.me.patch(`/api/comments/${commentId}`, { status: 'pending' });
    return { revision: 2, inQueue: true, scheduledFor: null };
  },
  'Remove from Schedule': async ({ id }: QueueItem) => {
    await test.me.patch(`/api/queue/${id}`, { scheduledFor: null, autoPost: false });
    return { revision: 1, inQueue: true, scheduledFor: null };
  },
};

describe.each(Object.entries(steps))('the undo of %s (rule 12.4)', (_, step) => {
  it('restores status, place, schedule and auto-post in one request', async () => {
    await test.queued();
    const item = await scheduled();
    test.app.clock.advance(60_000);
    const left = await step(item);
    const response = await undo(item.commentId, { left, before: beforeOf(item) });
    expect(response.status).toBe(200);
    const { scheduledFor, dueAt, autoPost, priority, createdAt } = item;
    expect(await itemOf(item.commentId)).toMatchObject({
      scheduledFor,
      dueAt,
      autoPost,
      priority,
      createdAt,
      blockedReason: null,
      comment: { status: 'approved', content: item.comment.content },
    });
  });

  it('never approves a text that was edited since', async () => {
    const item = await scheduled();
    const left = await step(item);
    await test.me.patch(`/api/comments/${item.commentId}`, { content: 'From another tab.' });
    const after = await test.queuedItem(item.commentId);
    const answer = await undo(item.commentId, { left, before: beforeOf(item) });
    const { detail } = await expectProblem(answer, 409, 'revision_conflict');
    expect(detail).toMatch(
      /^Nothing was undone: “.+” changed since\. It is \w+ now, and its text may be another\.$/,
    );
    expect(await test.queuedItem(item.commentId)).toEqual(after);
    test.app.clock.advance(2 * hour);
    await test.app.context.services.loop.tick();
    expect(test.inserts()).toEqual([]);
  });
});

describe('an undo', () => {
  const unscheduled = { inQueue: true, scheduledFor: null };

  it.each(['approved', 'rejected'] as const)('takes a comment that was %s back to review', async (status) => {
    const { comment, item } = await test.queued();
    await test.me.post('/api/queue', { commentId: comment.id, autoPost: true });
    await test.me.patch(`/api/comments/${comment.id}`, { status });
    const before = { status: 'pending', scheduledFor: null };
    await undo(comment.id, { left: { revision: 2, ...unscheduled }, before });
    expect(await itemOf(comment.id)).toMatchObject({
      id: item.id,
      autoPost: true,
      dueAt: null,
      comment: { status: 'pending', revision: 3 },
    });
  });

  it('goes through review where no single step leads back, and counts auto-post anew (rule 4.5)', async () => {
    const { comment } = await test.queued({ status: 'rejected' });
    test.app.clock.advance(48 * hour);
    const before = { status: 'approved', scheduledFor: null, autoPost: true };
    await undo(comment.id, { left: { revision: 1, ...unscheduled }, before });
    expect(await itemOf(comment.id)).toMatchObject({
      dueAt: test.later(hour / 6).toISOString(),
      comment: { status: 'approved', revision: 2 },
    });
  });

  it('ends in review after the Retry of a failed comment', async () => {
    const { comment } = await test.queued({ status: 'failed', failureCode: 'comment_refused' });
    await test.me.patch(`/api/comments/${comment.id}`, { status: 'approved' });
    const before = { status: 'failed', scheduledFor: null };
    await undo(comment.id, { left: { revision: 2, ...unscheduled }, before });
    expect(await itemOf(comment.id)).toMatchObject({ comment: { status: 'pending' } });
  });

  it('restores no time that has passed, and then posts nothing by itself', async () => {
    const item = await scheduled();
    const left = await steps.Remove(item);
    test.app.clock.advance(hour);
    await undo(item.commentId, { left, before: beforeOf(item) });
    expect(await itemOf(item.commentId)).toMatchObject({
      scheduledFor: null,
      dueAt: null,
      autoPost: false,
      heldDetail: 'You took it off the schedule.',
    });
  });

  it.each([
    ['was given another time', { revision: 1, inQueue: true, scheduledFor: '2030-01-01T00:00:00.000Z' }],
    ['was queued again', { revision: 1, inQueue: false, scheduledFor: null }],
  ])('is refused when the comment %s since', async (_, left) => {
    const { comment } = await test.queued({ status: 'approved' });
    const before = { status: 'pending', scheduledFor: null };
    await expectProblem(await undo(comment.id, { left, before }), 409, 'revision_conflict');
    expect(await itemOf(comment.id)).toMatchObject({ comment: { status: 'approved' } });
  });

  it('is refused for a removed, a posted and a failed comment, and while one is being posted', async () => {
    const removed = await test.comment();
    const before = { status: 'pending', scheduledFor: null };
    const left = { revision: 1, ...unscheduled };
    const gone = await expectProblem(await undo(removed.id, { left, before }), 409, 'revision_conflict');
    expect(gone.detail).toMatch(/^Nothing was undone: “.+” is no longer in the queue\.$/);
    for (const status of ['posted', 'failed'] as const) {
      const { comment } = await test.queued({ status });
      await expectProblem(await undo(comment.id, { left, before }), 409, 'status_conflict');
    }
    const { comment } = await test.queued({ status: 'approved' });
    await makePostAttempt(test.db, { commentId: comment.id, startedAt: test.now() });
    await expectProblem(await undo(comment.id, { left, before }), 409, 'being_posted');
    expect(await test.db.$count(comments)).toBe(4);
  });

  it('names an unknown field (rule 5.7)', async () => {
    const { comment } = await test.queued();
    const before = { status: 'pending', scheduledFor: null };
    const left = { revision: 1, ...unscheduled };
    const answer = await undo(comment.id, { left, before: { ...before, content: 'x' } });
    const { detail } = await expectProblem(answer, 400, 'invalid_request');
    expect(detail).toContain('content');
  });
});
