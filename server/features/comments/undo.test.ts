import { describe, expect, it } from 'vitest';
import { queueItems } from '#shared/schema.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { makePostAttempt } from '../../testing/factories.ts';

const test = reviewApp({}, 'once, emptied');
const dayMs = 24 * 3_600_000;

const undo = (id: number, body: unknown) => test.me.post(`/api/comments/${id}/undo`, body);

async function postedLately(content: string, daysAgo: number) {
  const { id: commentId } = await test.comment({ status: 'posted', content });
  const at = test.later(-daysAgo * dayMs);
  await makePostAttempt(test.db, { commentId, content, state: 'posted', startedAt: at, closedAt: at });
}

describe('an undo under the rules of approving and scheduling (rule 12.4)', () => {
  it('does not approve a text that was posted within 30 days', async () => {
    const { comment } = await test.queued({ status: 'approved' });
    await test.me.patch(`/api/comments/${comment.id}`, { status: 'pending' });
    await postedLately(comment.content, 1);

    const answer = await undo(comment.id, {
      left: { revision: 2, inQueue: true, scheduledFor: null },
      before: { status: 'approved', scheduledFor: null },
    });

    await expectProblem(answer, 409, 'duplicate_text');
    expect(await test.stored(comment.id)).toMatchObject({ status: 'pending', revision: 2 });
  });

  it('does not restore a time within 30 days of a post with the same text', async () => {
    const { comment, item } = await test.queued({ status: 'approved' });
    const at = test.later(dayMs).toISOString();
    await test.schedule(item.id, new Date(at));
    await test.me.patch(`/api/queue/${item.id}`, { scheduledFor: null, autoPost: false });
    await postedLately(comment.content, 1);

    const answer = await undo(comment.id, {
      left: { revision: 1, inQueue: true, scheduledFor: null },
      before: { status: 'approved', scheduledFor: at },
    });

    await expectProblem(answer, 409, 'duplicate_text');
    expect(await test.queuedItem(comment.id)).toMatchObject({ scheduledFor: null, dueAt: null });
  });

  it('restores a time more than 30 days after a post with the same text', async () => {
    const { comment, item } = await test.queued({ status: 'approved' });
    const at = test.later(20 * dayMs).toISOString();
    await test.schedule(item.id, new Date(at));
    await test.me.patch(`/api/queue/${item.id}`, { scheduledFor: null, autoPost: false });
    await postedLately(comment.content, 11);

    const answer = await undo(comment.id, {
      left: { revision: 1, inQueue: true, scheduledFor: null },
      before: { status: 'approved', scheduledFor: at },
    });

    expect(answer.status).toBe(200);
    expect(await test.queuedItem(comment.id)).toMatchObject({ scheduledFor: at });
  });

  it('does not restore auto-post for a text that was posted within 30 days', async () => {
    const { comment, item } = await test.queued({ status: 'approved' });
    await test.me.post('/api/queue', { commentId: comment.id, autoPost: true });
    await test.me.delete(`/api/queue/${item.id}`);
    await postedLately(comment.content, 1);

    const answer = await undo(comment.id, {
      left: { revision: 1, inQueue: false, scheduledFor: null },
      before: { status: 'approved', scheduledFor: null, autoPost: true },
    });

    await expectProblem(answer, 409, 'duplicate_text');
    expect(await test.queuedItem(comment.id)).toBeNull();
  });

  it('does not put a posted comment back into the queue', async () => {
    const comment = await test.comment({ status: 'posted' });

    const answer = await undo(comment.id, {
      left: { revision: 1, inQueue: false, scheduledFor: null },
      before: { status: 'posted', scheduledFor: null },
    });

    await expectProblem(answer, 409, 'already_posted');
    expect(await test.db.$count(queueItems)).toBe(0);
  });
});
