import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { commentSchema } from '#shared/contracts/comment-detail.ts';
import { type CommentStatus, commentStatuses } from '#shared/contracts/primitives.ts';
import { mayChangeStatus } from '#shared/rules/comment-status.ts';
import { comments } from '#shared/schema.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { makePostAttempt } from '../../testing/factories.ts';

const test = reviewApp({}, 'once, emptied');
const patch = (id: number, body: unknown) => test.me.patch(`/api/comments/${id}`, body);

describe('PATCH /api/comments/:id with a text', () => {
  it('stores up to 10,000 characters, raises the revision and keeps the first draft (rules 5.2, 10.2)', async () => {
    const { id, content } = await test.comment();
    const longest = 'x'.repeat(10_000);
    const response = await patch(id, { content: longest });
    expect(response.status).toBe(200);
    const kept = { content: longest, revision: 2, generatedContent: content };
    expect(commentSchema.parse(await response.json())).toMatchObject(kept);
    // Sending the same text changes nothing, even with a wrong revision.
    expect(
      await (await patch(id, { content: longest, revision: 99 })).json(),
    ).toMatchObject(kept);
  });

  it('keeps an approved comment approved and scheduled', async () => {
    const { comment, item } = await test.queued({ status: 'approved' });
    const at = test.later(3_600_000);
    await test.schedule(item.id, at);
    await patch(comment.id, { content: 'A better end.' });
    expect(await test.queuedItem(comment.id)).toMatchObject({
      scheduledFor: at.toISOString(),
      comment: { status: 'approved', content: 'A better end.' },
    });
  });

  it('refuses an outdated revision and returns both texts (rule 3.3)', async () => {
    const { id } = await test.comment();
    await patch(id, { content: 'From the first tab.', revision: 1 });
    const problem = await expectProblem(
      await patch(id, { content: 'From the second tab.', revision: 1 }),
      409,
      'revision_conflict',
    );
    expect(problem).toMatchObject({
      current: { content: 'From the first tab.', revision: 2, status: 'pending' },
      yours: 'From the second tab.',
    });
    expect((await test.stored(id)).content).toBe('From the first tab.');
  });

  it.each([
    ['blank', ' \n ', 400, 'empty_text'],
    ['longer than 10,000 characters', 'x'.repeat(10_001), 400, 'invalid_request'],
    ['not storable because of a NUL byte', 'a\u0000b', 400, 'invalid_request'],
  ])('refuses a text that is %s (rule 5.2)', async (_, content, status, code) => {
    const { id } = await test.comment();
    await expectProblem(await patch(id, { content }), status, code);
    expect((await test.stored(id)).revision).toBe(1);
  });

  it('refuses to edit a comment that is posted or being posted (rule 7.5)', async () => {
    const posted = await test.comment({ status: 'posted' });
    await expectProblem(
      await patch(posted.id, { content: 'Too late.' }),
      409,
      'already_posted',
    );
    const sending = await test.comment({ status: 'approved' });
    await makePostAttempt(test.db, { commentId: sending.id, startedAt: test.now() });
    await expectProblem(
      await patch(sending.id, { content: 'Too late.' }),
      409,
      'being_posted',
    );
    await expectProblem(
      await patch(sending.id, { status: 'pending' }),
      409,
      'being_posted',
    );
  });
});

describe('PATCH /api/comments/:id with a status (rule 4.1)', () => {
  const targets = ['approved', 'rejected', 'pending'] as const;
  const cases = commentStatuses.flatMap((from) =>
    targets.map((to): [CommentStatus, (typeof targets)[number]] => [from, to]),
  );

  it('makes the changes of the table and refuses all others', async () => {
    for (const [from, to] of cases) {
      const { id } = await test.comment({ status: from });
      const response = await patch(id, { status: to });
      const isAllowed = from === to || mayChangeStatus(from, to);
      expect([from, to, response.status]).toEqual([from, to, isAllowed ? 200 : 409]);
      const stored = {
        status: isAllowed ? to : from,
        revision: isAllowed && from !== to ? 2 : 1,
      };
      expect(await test.stored(id)).toMatchObject(stored);
    }
  });

  it('refuses an outdated revision and returns the current text, even if the status is already the wanted one (rule 3.3)', async () => {
    const { id } = await test.comment({
      content: 'Of another tab.',
      status: 'pending',
      revision: 3,
    });
    for (const status of ['pending', 'approved']) {
      const problem = await expectProblem(
        await patch(id, { status, revision: 2 }),
        409,
        'revision_conflict',
      );
      expect(problem).toMatchObject({
        current: { content: 'Of another tab.', revision: 3, status: 'pending' },
      });
    }
    expect(await test.stored(id)).toMatchObject({ status: 'pending', revision: 3 });
  });

  it('starts the wait for auto-post at approval, and ends it on the way back to review (rule 4.5)', async () => {
    const { comment, item } = await test.queued();
    await test.me.post('/api/queue', { commentId: comment.id, autoPost: true });
    expect(await test.queuedItem(comment.id)).toMatchObject({
      autoPost: true,
      dueAt: null,
    });
    await patch(comment.id, { status: 'approved' });
    const dayAfter = new Date(item.createdAt.getTime() + 24 * 3_600_000).toISOString();
    expect(await test.queuedItem(comment.id)).toMatchObject({ dueAt: dayAfter });

    await patch(comment.id, { status: 'pending' });
    expect(await test.queuedItem(comment.id)).toMatchObject({
      autoPost: false,
      dueAt: null,
      blockedReason: 'moved_to_review',
      heldDetail: 'You moved it back to review.',
    });
  });

  it('clears the failure at a Retry', async () => {
    const { id } = await test.comment({
      status: 'failed',
      failureCode: 'comment_refused',
      failureReason: 'Refused.',
    });
    expect(await (await patch(id, { status: 'approved' })).json()).toMatchObject({
      status: 'approved',
      failureCode: null,
      failureReason: null,
    });
  });

  it('refuses to approve, edit or schedule a text that was posted within 30 days (rule 7.15)', async () => {
    const text = 'Good point about probes.';
    const { id: commentId } = await test.comment({
      status: 'posted',
      content: 'Changed on YouTube since.',
    });
    const at = test.later(-10 * 24 * 3_600_000);
    await makePostAttempt(test.db, {
      commentId,
      content: text,
      state: 'posted',
      startedAt: at,
      closedAt: at,
    });
    const { id: pending } = await test.comment({ content: text.toUpperCase() });
    await expectProblem(
      await patch(pending, { status: 'approved' }),
      409,
      'duplicate_text',
    );
    const { comment, item } = await test.queued({
      content: 'Another one.',
      status: 'approved',
    });
    await expectProblem(
      await patch(comment.id, { content: text }),
      409,
      'duplicate_text',
    );
    await test.db
      .update(comments)
      .set({ content: text })
      .where(eq(comments.id, comment.id));
    const schedule = (days: number) =>
      test.schedule(item.id, test.later(days * 24 * 3_600_000));
    await expectProblem(await schedule(19), 409, 'duplicate_text');
    expect((await schedule(21)).status).toBe(200);
  });

  it.each([
    ['a status that is not in the table', { status: 'posted' }],
    ['an unknown status', { status: 'archived' }],
    ['text and status at once', { status: 'approved', content: 'Both.' }],
    ['nothing', {}],
    ['a wrong type', { status: 1 }],
    ['a broken revision', { status: 'approved', revision: 'one' }],
  ])('refuses %s (rule 5.7)', async (_, body) => {
    const { id } = await test.comment();
    await expectProblem(await patch(id, body), 400, 'invalid_request');
  });

  it.each([
    ['999999', 404, 'not_found'],
    ['0', 400, 'invalid_request'],
    ['abc', 400, 'invalid_request'],
    ['99999999999', 400, 'invalid_request'],
  ])('refuses the id %s, as GET does', async (id, status, code) => {
    await expectProblem(
      await test.me.patch(`/api/comments/${id}`, { status: 'approved' }),
      status,
      code,
    );
    await expectProblem(await test.me.get(`/api/comments/${id}`), status, code);
  });
});

describe('DELETE /api/comments/:id', () => {
  const discard = (id: number, revision = 1) =>
    test.me.delete(`/api/comments/${id}?revision=${revision}`);
  const count = () => test.db.$count(comments);

  it('deletes a draft outside the queue and makes its video free for another (rule 2.22)', async () => {
    const { id, videoId } = await test.comment();
    expect((await discard(id)).status).toBe(204);
    expect(await count()).toBe(0);
    const states = await test.me.get(`/api/videos/comment-states?ids=${videoId}`);
    expect(await states.json()).toMatchObject([
      { videoId, generatedComment: null, commentStatus: null },
    ]);
    await expectProblem(await discard(id), 404, 'not_found');
  });

  it('deletes an edited draft only when the request names its current revision (rules 2.22, 3.3)', async () => {
    const { id } = await test.comment();
    await patch(id, { content: 'Edited in another tab.' });
    const problem = await expectProblem(await discard(id), 409, 'revision_conflict');
    expect(problem).toMatchObject({
      current: { content: 'Edited in another tab.', revision: 2 },
    });
    expect(await count()).toBe(1);
    expect((await discard(id, 2)).status).toBe(204);
    expect(await count()).toBe(0);
  });

  it('keeps a comment that was approved, rejected or queued (rule 2.22)', async () => {
    const approved = await test.comment({ status: 'approved' });
    const rejected = await test.comment({ status: 'rejected' });
    const { comment: queued } = await test.queued();
    for (const { id } of [approved, rejected, queued])
      await expectProblem(await discard(id), 409, 'draft_kept');
    expect(await count()).toBe(3);
  });

  it('keeps a restored draft, because it may have been posted after the backup (rule 2.22)', async () => {
    const { id } = await test.comment({ restoredFrom: test.later(-86_400_000) });
    await expectProblem(await discard(id), 409, 'draft_kept');
    expect(await count()).toBe(1);
  });

  it('keeps a comment that was sent, because YouTube may have it (rules 1.2, 2.22)', async () => {
    const { id } = await test.comment();
    const at = test.later(-3_600_000);
    await makePostAttempt(test.db, {
      commentId: id,
      state: 'failed',
      outcomeCode: 'unconfirmed',
      startedAt: at,
      closedAt: at,
    });
    await expectProblem(await discard(id), 409, 'draft_kept');
    expect(await count()).toBe(1);
  });

  it('refuses a request without a revision', async () => {
    const { id } = await test.comment();
    await expectProblem(
      await test.me.delete(`/api/comments/${id}`),
      400,
      'invalid_request',
    );
    expect(await count()).toBe(1);
  });
});
