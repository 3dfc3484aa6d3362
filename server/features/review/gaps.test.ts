import { describe, expect, it } from 'vitest';
import { commentSchema } from '#shared/contracts/comment-detail.ts';
import { expectProblem, reviewApp } from '../../testing/review-app.ts';

const test = reviewApp();
const withGap = 'Our pool held ‹your figure› connections at most.';
const filled = 'Our pool held 40 connections at most.';
const patch = (id: number, body: unknown) => test.me.patch(`/api/comments/${id}`, body);

async function expectOpenGap(response: Response) {
  const { detail } = await expectProblem(response, 409, 'open_gap');
  expect(detail).toBe('Fill in ‹your figure› or remove it first. Nothing was changed.');
}

describe('a comment with an open gap (rule 8.12)', () => {
  it.each(['pending', 'failed'] as const)('is not approved while it is %s', async (status) => {
    const { id } = await test.comment({ content: withGap, status, failureCode: null });
    await expectOpenGap(await patch(id, { status: 'approved' }));
    expect(await test.stored(id)).toMatchObject({ status, revision: 1 });
    await patch(id, { content: filled });
    expect((await patch(id, { status: 'approved' })).status).toBe(200);
  });

  it('can be rejected and reviewed again', async () => {
    const { id } = await test.comment({ content: withGap });
    expect((await patch(id, { status: 'rejected' })).status).toBe(200);
    expect((await patch(id, { status: 'pending' })).status).toBe(200);
  });

  it('is approved at the Retry of one that YouTube may have: nobody could fill the gap', async () => {
    const { id } = await test.comment({ content: withGap, status: 'failed', failureCode: 'unconfirmed' });
    expect((await patch(id, { status: 'approved', confirmMayBeHeld: true })).status).toBe(200);
    expect((await patch(id, { content: filled })).status).toBe(200);
  });

  it('is not scheduled', async () => {
    const { comment, item } = await test.queued({ content: withGap, status: 'approved' });
    const scheduledFor = test.later(60_000).toISOString();
    await expectOpenGap(await test.me.patch(`/api/queue/${item.id}`, { scheduledFor, autoPost: true }));
    expect(await test.queuedItem(comment.id)).toMatchObject({ scheduledFor: null, dueAt: null });
  });

  it('is not posted by hand, and stays approved', async () => {
    const { comment } = await test.queued({ content: withGap, status: 'approved' });
    await expectOpenGap(await test.me.post(`/api/comments/${comment.id}/post`));
    expect(await test.stored(comment.id)).toMatchObject({ status: 'approved', revision: 1 });
    expect(test.inserts()).toEqual([]);
  });

  it('goes back to review when its time comes, and says why', async () => {
    const { comment } = await test.queued({ content: withGap, status: 'approved' });
    await test.me.post('/api/queue', { commentId: comment.id, autoPost: true });
    test.app.clock.advance(25 * 3_600_000);
    await test.app.context.services.loop.tick();
    expect(await test.queuedItem(comment.id)).toMatchObject({
      dueAt: null,
      autoPost: false,
      blockedReason: 'open_gap',
      heldDetail: expect.stringContaining('only you can fill in'),
      comment: { status: 'pending' },
    });
    expect(test.inserts()).toEqual([]);
  });
});

describe('brackets that the person typed (rule 8.12)', () => {
  const typed = 'The book calls it ‹drift›.';

  it('are no gap: the comment is approved, scheduled, posted and changed', async () => {
    const { comment, item } = await test.queued();
    await patch(comment.id, { content: typed });
    expect((await patch(comment.id, { status: 'approved' })).status).toBe(200);
    const scheduledFor = test.later(60_000).toISOString();
    expect((await test.me.patch(`/api/queue/${item.id}`, { scheduledFor, autoPost: true })).status).toBe(200);
    const answer = await test.me.post(`/api/comments/${comment.id}/post`);
    const { status, revision } = commentSchema.parse(await answer.json());
    expect(status).toBe('posted');
    const change = { content: `${typed} So do we.`, revision };
    expect((await test.me.post(`/api/comments/${comment.id}/change`, change)).status).toBe(200);
  });

  it('are posted by the loop', async () => {
    const { comment } = await test.queued({ content: typed, generatedContent: filled, status: 'approved' });
    await test.me.post('/api/queue', { commentId: comment.id, autoPost: true });
    test.app.clock.advance(25 * 3_600_000);
    await test.app.context.services.loop.tick();
    expect(test.inserts()).toHaveLength(1);
  });

  it('are not told as gaps of the draft, which a row and a whole comment name', async () => {
    const { id } = await test.comment({ content: `${typed} ${withGap}`, generatedContent: withGap });
    expect(await test.stored(id)).toMatchObject({ gaps: ['‹your figure›'] });
    const rows = await (await test.me.get('/api/comments?fields=row')).json();
    expect(rows).toMatchObject([{ gaps: ['‹your figure›'] }]);
  });
});

describe('a text with an open gap (rule 8.12)', () => {
  it('of an earlier draft is refused after it was restored', async () => {
    const { id } = await test.comment({ content: withGap });
    await test.me.post(`/api/comments/${id}/regenerate`, { style: 'insightful' });
    expect((await patch(id, { content: withGap })).status).toBe(200);
    await expectOpenGap(await patch(id, { status: 'approved' }));
  });

  it.each(['pending', 'rejected', 'failed'] as const)('is saved while the comment is %s', async (status) => {
    const { id } = await test.comment({ status });
    expect((await patch(id, { content: withGap })).status).toBe(200);
  });

  it('does not get into an approved comment', async () => {
    const { id, content } = await test.comment({ status: 'approved', generatedContent: withGap });
    await expectOpenGap(await patch(id, { content: withGap }));
    expect(await test.stored(id)).toMatchObject({ content, revision: 1 });
  });

  it('does not get into a comment on YouTube', async () => {
    const { comment } = await test.queued({ status: 'approved', generatedContent: withGap });
    const answer = await test.me.post(`/api/comments/${comment.id}/post`);
    const { revision } = commentSchema.parse(await answer.json());
    await expectOpenGap(
      await test.me.post(`/api/comments/${comment.id}/change`, { content: withGap, revision }),
    );
    expect(await test.stored(comment.id)).toMatchObject({ content: comment.content, revision });
  });
});
