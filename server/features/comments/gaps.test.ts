import { describe, expect, it } from 'vitest';
import { commentSchema } from '#shared/contracts/comment-detail.ts';
import { queueItems } from '#shared/schema.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';

const test = reviewApp({}, 'once, emptied');
const patch = (id: number, body: unknown) => test.me.patch(`/api/comments/${id}`, body);

const withGap = 'Our pool held ‹your figure› connections at most.';
const filled = 'Our pool held 40 connections at most.';

async function expectOpenGap(response: Response) {
  const { detail } = await expectProblem(response, 409, 'open_gap');
  expect(detail).toBe('Fill in ‹your figure› or remove it first. Nothing was changed.');
}

describe('a comment with an open gap (rule 8.12)', () => {
  it.each(['pending', 'failed'] as const)(
    'cannot be approved while it is %s',
    async (status) => {
      const { id } = await test.comment({ content: withGap, status, failureCode: null });
      await expectOpenGap(await patch(id, { status: 'approved' }));
      expect(await test.stored(id)).toMatchObject({ status, revision: 1 });
      await patch(id, { content: filled });
      expect((await patch(id, { status: 'approved' })).status).toBe(200);
    },
  );

  it('can be approved by the Retry of a comment that YouTube may have, whose text is locked until then', async () => {
    const { id } = await test.comment({
      content: withGap,
      status: 'failed',
      failureCode: 'unconfirmed',
    });
    expect((await patch(id, { status: 'approved', confirmMayBeHeld: true })).status).toBe(
      200,
    );
    expect((await patch(id, { content: filled })).status).toBe(200);
  });

  it('cannot be scheduled', async () => {
    const { comment, item } = await test.queued({ content: withGap, status: 'approved' });
    await expectOpenGap(await test.schedule(item.id, test.later(60_000)));
    expect(await test.queuedItem(comment.id)).toMatchObject({
      scheduledFor: null,
      dueAt: null,
    });
  });

  it('cannot be posted by hand, and stays approved', async () => {
    const { comment } = await test.queued({ content: withGap, status: 'approved' });
    await expectOpenGap(await test.me.post(`/api/comments/${comment.id}/post`));
    expect(await test.stored(comment.id)).toMatchObject({
      status: 'approved',
      revision: 1,
    });
    expect(test.inserts()).toEqual([]);
  });

  it('returns to review when it is due, and says why', async () => {
    const { comment } = await test.queued({ content: withGap, status: 'approved' });
    // Sets auto-post directly in the database, as earlier versions allowed: the request
    // would refuse the gap today.
    await test.db
      .update(queueItems)
      .set({ autoPost: true, dueAt: test.later(3_600_000) });
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

describe('brackets that the owner typed (rule 8.12)', () => {
  const typed = 'The book calls it ‹drift›.';

  it('are no gap, so the comment can be approved, scheduled, posted and changed', async () => {
    const { comment, item } = await test.queued();
    await patch(comment.id, { content: typed });
    expect((await patch(comment.id, { status: 'approved' })).status).toBe(200);
    expect((await test.schedule(item.id, test.later(60_000))).status).toBe(200);
    const answer = await test.me.post(`/api/comments/${comment.id}/post`);
    const { status, revision } = commentSchema.parse(await answer.json());
    expect(status).toBe('posted');
    const change = { content: `${typed} So do we.`, revision };
    expect(
      (await test.me.post(`/api/comments/${comment.id}/change`, change)).status,
    ).toBe(200);
  });

  it('are not listed among the gaps of a comment or a row', async () => {
    const { id } = await test.comment({
      content: `${typed} ${withGap}`,
      generatedContent: withGap,
    });
    expect(await test.stored(id)).toMatchObject({ gaps: ['‹your figure›'] });
    const rows = await (await test.me.get('/api/comments?fields=row')).json();
    expect(rows).toMatchObject([{ gaps: ['‹your figure›'] }]);
  });
});

describe('a text with an open gap (rule 8.12)', () => {
  describe('that an edit restored from an earlier draft', () => {
    async function restoredGap(): Promise<number> {
      const { id } = await test.comment({ content: withGap });
      await test.me.post(`/api/comments/${id}/regenerate`, { style: 'insightful' });
      expect((await patch(id, { content: withGap })).status).toBe(200);
      return id;
    }

    it('cannot be approved', async () => {
      await expectOpenGap(await patch(await restoredGap(), { status: 'approved' }));
    });

    it('can be rejected and reviewed again', async () => {
      const id = await restoredGap();
      for (const status of ['rejected', 'pending'])
        expect((await patch(id, { status })).status).toBe(200);
    });
  });

  it('cannot replace the text of an approved comment', async () => {
    const { id, content } = await test.comment({
      status: 'approved',
      generatedContent: withGap,
    });
    await expectOpenGap(await patch(id, { content: withGap }));
    expect(await test.stored(id)).toMatchObject({ content, revision: 1 });
  });

  it('cannot replace the text of a comment on YouTube', async () => {
    const { comment } = await test.queued({
      status: 'approved',
      generatedContent: withGap,
    });
    const answer = await test.me.post(`/api/comments/${comment.id}/post`);
    const { revision } = commentSchema.parse(await answer.json());
    await expectOpenGap(
      await test.me.post(`/api/comments/${comment.id}/change`, {
        content: withGap,
        revision,
      }),
    );
    expect(await test.stored(comment.id)).toMatchObject({
      content: comment.content,
      revision,
    });
  });
});
