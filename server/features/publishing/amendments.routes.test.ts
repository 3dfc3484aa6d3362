import { describe, expect, it } from 'vitest';
import { type Comment, commentSchema } from '#shared/contracts/comment-detail.ts';
import { commentRowSchema } from '#shared/contracts/comments.ts';
import { quotaResponseSchema } from '#shared/contracts/status.ts';
import type { FaultOrder } from '../../sandbox/faults.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { makeComment, makeQueueItem, makeReply } from '../../testing/factories.ts';

const test = reviewApp({}, 'once, emptied');
const minute = 60_000;

const parse = async (response: Response): Promise<Comment> =>
  commentSchema.parse(await response.json());

const change = (id: number, body: unknown) =>
  test.me.post(`/api/comments/${id}/change`, body);
const withdraw = (id: number, body: unknown) =>
  test.me.post(`/api/comments/${id}/withdraw`, body);

/** Posts a new comment on the sandbox's YouTube. */
async function posted(): Promise<Comment> {
  const { comment } = await test.queued({ status: 'approved', reviewedAt: test.now() });
  return parse(await test.me.post(`/api/comments/${comment.id}/post`));
}

const onYouTube = (id: string | null) =>
  test.app.sandbox.admin.comments().find((comment) => comment.id === id);

/** Returns the requests that the sandbox's YouTube received for comments, by method. */
const callsToYouTube = (method: string) =>
  test.app.sandbox.admin
    .requests()
    .filter(
      (request) => request.method === method && request.path.endsWith('/v3/comments'),
    );

const failNext = (method: string, fault: FaultOrder['fault']) =>
  test.app.sandbox.admin.fault({
    match: { method, path: '/youtube/v3/comments' },
    fault,
  });

async function checkAfter(minutes: number) {
  test.app.clock.advance(minutes * minute);
  await test.app.publishDue();
}

async function sharedUnits() {
  const { buckets } = quotaResponseSchema.parse(
    await (await test.me.get('/api/quota')).json(),
  );
  return buckets.find(({ bucket }) => bucket === 'shared')?.used ?? 0;
}

describe('POST /api/comments/:id/change', () => {
  it('changes the comment on YouTube and here (rule 13.14)', async () => {
    const { id, revision, youtubeCommentId } = await posted();
    const response = await change(id, { content: 'Said better.', revision });
    expect(response.status).toBe(200);
    expect(await parse(response)).toMatchObject({
      status: 'posted',
      content: 'Said better.',
      previousTextCount: 1,
      revision: revision + 1,
    });
    expect(onYouTube(youtubeCommentId)?.text).toBe('Said better.');
  });

  it('costs 50 units', async () => {
    const { id, revision } = await posted();
    const before = await sharedUnits();
    await change(id, { content: 'Said better.', revision });
    expect((await sharedUnits()) - before).toBe(50);
  });

  describe('while its outcome is unknown (rule 13.16)', () => {
    it('responds 202 with the reason', async () => {
      const { id, revision } = await posted();
      failNext('PUT', { kind: 'accept-then-status', reason: 'backendError' });
      const response = await change(id, { content: 'Said better.', revision });
      expect(response.status).toBe(202);
      const { posting } = await parse(response);
      expect(posting).toMatchObject({
        state: 'confirming',
        reason: expect.stringContaining('new text'),
      });
    });

    it('refuses a second change', async () => {
      const { id, revision } = await posted();
      failNext('PUT', { kind: 'accept-then-status', reason: 'backendError' });
      await change(id, { content: 'Said better.', revision });
      await expectProblem(
        await change(id, { content: 'Once more.', revision }),
        409,
        'being_changed',
      );
      expect(callsToYouTube('PUT')).toHaveLength(1);
    });

    it('is completed by a check, and sends nothing again', async () => {
      const { id, revision, youtubeCommentId } = await posted();
      failNext('PUT', { kind: 'accept-then-status', reason: 'backendError' });
      await change(id, { content: 'Said better.', revision });
      await checkAfter(2);
      expect(await test.stored(id)).toMatchObject({
        content: 'Said better.',
        posting: null,
      });
      expect(onYouTube(youtubeCommentId)?.text).toBe('Said better.');
      expect(callsToYouTube('PUT')).toHaveLength(1);
    });
  });

  it.each([
    ['an empty text', { content: ' ' }, 400, 'empty_text'],
    ['no text', {}, 400, 'invalid_request'],
    ['an older revision', { content: 'x', revision: 1 }, 409, 'revision_conflict'],
  ])('refuses %s and sends nothing (rule 13.14)', async (_, body, status, code) => {
    const { id, revision } = await posted();
    await expectProblem(await change(id, { revision, ...body }), status, code);
    expect(callsToYouTube('PUT')).toEqual([]);
  });

  it('refreshes the token and tries again when YouTube rejects the old one (rule 7.7)', async () => {
    const { id, revision } = await posted();
    failNext('PUT', { kind: 'status', reason: 'authError' });
    expect((await change(id, { content: 'Said better.', revision })).status).toBe(200);
    expect(callsToYouTube('PUT')).toHaveLength(2);
  });
});

describe('POST /api/comments/:id/withdraw', () => {
  it('deletes a changed comment on YouTube and keeps it here (rule 13.15)', async () => {
    const { id, revision, youtubeCommentId } = await posted();
    await change(id, { content: 'Said better.', revision });
    const row = await test.me.post(`/api/comments/${id}/withdraw?fields=row`, {
      revision: revision + 1,
    });
    const { withdrawnAt, ...kept } = commentRowSchema.parse(await row.json());
    expect(withdrawnAt).not.toBeNull();
    expect(kept).toMatchObject({ status: 'posted', content: 'Said better.' });
    expect(onYouTube(youtubeCommentId)?.state).not.toBe('published');
  });

  it('is refused for a comment that is withdrawn already', async () => {
    const { id, revision } = await posted();
    await withdraw(id, { revision });
    await expectProblem(await withdraw(id, { revision: revision + 1 }), 409, 'withdrawn');
    expect(callsToYouTube('DELETE')).toHaveLength(1);
  });
});

describe('an approved answer', () => {
  async function answerTo(
    { id: commentId, video }: Comment,
    content: string,
  ): Promise<number> {
    const reply = await makeReply(test.db, { commentId });
    const answer = await makeComment(test.db, {
      videoId: video.id,
      replyId: reply.id,
      content,
      status: 'approved',
    });
    await makeQueueItem(test.db, { commentId: answer.id });
    return answer.id;
  }
  const post = (id: number) => test.me.post(`/api/comments/${id}/post`);

  it('is posted into its thread (rule 13.12)', async () => {
    const parent = await posted();
    const sent = await parse(
      await post(await answerTo(parent, 'Because of the probes.')),
    );
    expect(onYouTube(sent.youtubeCommentId)).toMatchObject({
      parentId: parent.youtubeCommentId,
      text: 'Because of the probes.',
    });
  });

  it('is found in its thread when the response was lost, and not sent again (rule 13.13)', async () => {
    const answer = await answerTo(await posted(), 'And of the limits.');
    failNext('POST', { kind: 'accept-then-hang-up' });
    expect((await post(answer)).status).toBe(202);
    await checkAfter(2);
    expect((await test.stored(answer)).status).toBe('posted');
    expect(callsToYouTube('POST')).toHaveLength(1);
  });

  describe('in the thread of a withdrawn comment (rule 13.15)', () => {
    it('is gone when it was posted, but does not count as hidden', async () => {
      const parent = await posted();
      const answers = [
        await answerTo(parent, 'Because of the probes.'),
        await answerTo(parent, 'And of the limits.'),
      ];
      for (const answer of answers) expect((await post(answer)).status).toBe(200);

      await withdraw(parent.id, { revision: (await test.stored(parent.id)).revision });

      for (const answer of answers)
        expect(await test.stored(answer)).toMatchObject({
          status: 'posted',
          withdrawnAt: test.now().toISOString(),
          visibilityReason: 'gone_with_comment',
        });
      test.app.clock.advance(24 * 60 * minute);
      await test.app.context.services.outcomes.tick();
      expect(await (await test.me.get('/api/outcomes/summary')).json()).toMatchObject({
        hiddenThisWeek: 0,
      });
    });

    it('is refused when it was not posted yet', async () => {
      const parent = await posted();
      await withdraw(parent.id, { revision: parent.revision });
      const late = await answerTo(parent, 'Too late.');
      await expectProblem(await post(late), 409, 'parent_gone');
      expect(callsToYouTube('POST')).toEqual([]);
    });
  });
});
