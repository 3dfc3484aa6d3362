import { describe, expect, it } from 'vitest';
import { type Comment, commentSchema } from '#shared/contracts/comment-detail.ts';
import { commentRowSchema } from '#shared/contracts/comments.ts';
import { quotaResponseSchema } from '#shared/contracts/posting.ts';
import type { FaultOrder } from '../../sandbox/faults.ts';
import { makeComment, makeQueueItem, makeReply } from '../../testing/factories.ts';
import { expectProblem, reviewApp } from '../../testing/review-app.ts';

const test = reviewApp();
const minute = 60_000;

const change = (id: number, body: unknown) => test.me.post(`/api/comments/${id}/change`, body);
const withdraw = (id: number, body: unknown) => test.me.post(`/api/comments/${id}/withdraw`, body);
const parse = async (response: Response): Promise<Comment> => commentSchema.parse(await response.json());
const onYouTube = (id: string | null) =>
  test.app.sandbox.admin.comments().find((comment) => comment.id === id);
const calls = (method: string) =>
  test.app.sandbox.admin
    .requests()
    .filter((request) => request.method === method && request.path.endsWith('/v3/comments'));

const fault = (method: string, order: FaultOrder['fault']) =>
  test.app.sandbox.admin.fault({ match: { method, path: '/youtube/v3/comments' }, fault: order });

async function posted(): Promise<Comment> {
  const { comment } = await test.queued({ status: 'approved', reviewedAt: test.now() });
  return parse(await test.me.post(`/api/comments/${comment.id}/post`));
}

async function look(minutes: number) {
  test.app.clock.advance(minutes * minute);
  await test.app.context.services.loop.tick();
}

async function sharedUnits() {
  const { buckets } = quotaResponseSchema.parse(await (await test.me.get('/api/quota')).json());
  return buckets.find(({ bucket }) => bucket === 'shared')?.used ?? 0;
}

describe('POST /api/comments/:id/change', () => {
  it('is 200 with the new text, on YouTube too, for 50 units (rule 13.14)', async () => {
    const { id, revision, youtubeCommentId } = await posted();
    const before = await sharedUnits();
    const response = await change(id, { content: 'Said better.', revision });
    expect(response.status).toBe(200);
    expect(await parse(response)).toMatchObject({
      status: 'posted',
      content: 'Said better.',
      previousTextCount: 1,
      revision: revision + 1,
    });
    expect(onYouTube(youtubeCommentId)?.text).toBe('Said better.');
    expect((await sharedUnits()) - before).toBe(50);
    const row = await test.me.post(`/api/comments/${id}/withdraw?fields=row`, { revision: revision + 1 });
    expect(commentRowSchema.parse(await row.json()).withdrawnAt).not.toBeNull();
  });

  it('is 202 while YouTube has not confirmed it, says so, and is found afterwards (rule 13.16)', async () => {
    const { id, revision, youtubeCommentId } = await posted();
    fault('PUT', { kind: 'accept-then-status', reason: 'backendError' });
    const response = await change(id, { content: 'Said better.', revision });
    expect(response.status).toBe(202);
    const { posting } = await parse(response);
    expect(posting).toMatchObject({ state: 'confirming', reason: expect.stringContaining('new text') });
    await expectProblem(await change(id, { content: 'Once more.', revision }), 409, 'being_changed');
    await look(2);
    expect(await test.stored(id)).toMatchObject({ content: 'Said better.', posting: null });
    expect(onYouTube(youtubeCommentId)?.text).toBe('Said better.');
    expect(calls('PUT')).toHaveLength(1);
  });

  it.each([
    ['an empty text', { content: ' ' }, 400, 'empty_text'],
    ['no text', {}, 400, 'invalid_request'],
    ['an older revision', { content: 'x', revision: 1 }, 409, 'revision_conflict'],
  ])('refuses %s, and sends nothing (rule 13.14)', async (_, body, status, code) => {
    const { id, revision } = await posted();
    await expectProblem(await change(id, { revision, ...body }), status, code);
    expect(calls('PUT')).toEqual([]);
  });

  it('asks for a new token by itself when YouTube rejects the old one (rule 7.7)', async () => {
    const { id, revision } = await posted();
    fault('PUT', { kind: 'status', reason: 'authError' });
    expect((await change(id, { content: 'Said better.', revision })).status).toBe(200);
    expect(calls('PUT')).toHaveLength(2);
  });
});

describe('POST /api/comments/:id/withdraw', () => {
  it('is 200; it is gone from YouTube, and stays here as posted (rule 13.15)', async () => {
    const { id, revision, content, youtubeCommentId } = await posted();
    const response = await withdraw(id, { revision });
    expect(response.status).toBe(200);
    expect(await parse(response)).toMatchObject({ status: 'posted', content });
    expect(onYouTube(youtubeCommentId)?.state).not.toBe('published');
    await expectProblem(await withdraw(id, { revision: revision + 1 }), 409, 'withdrawn');
    expect(calls('DELETE')).toHaveLength(1);
  });

  it('is looked for where the connection broke, as its author, and not sent again (rule 13.16)', async () => {
    const { id, revision } = await posted();
    fault('DELETE', { kind: 'reset' });
    expect((await withdraw(id, { revision })).status).toBe(202);
    await look(2);
    await look(9);
    expect(await test.stored(id)).toMatchObject({
      withdrawnAt: null,
      failureCode: 'withdrawal_unconfirmed',
      posting: null,
    });
    expect(calls('DELETE')).toHaveLength(1);
  });
});

it('posts answers into their thread, finds one there whose answer was lost, and tells them gone with it (rules 13.12, 13.13, 13.15)', async () => {
  const { id: commentId, video, youtubeCommentId } = await posted();
  const answerTo = async (text: string) => {
    const reply = await makeReply(test.db, { commentId });
    const answer = await makeComment(test.db, {
      videoId: video.id,
      replyId: reply.id,
      content: text,
      status: 'approved',
    });
    await makeQueueItem(test.db, { commentId: answer.id });
    return answer.id;
  };
  const first = await answerTo('Because of the probes.');
  const sent = await parse(await test.me.post(`/api/comments/${first}/post`));
  expect(onYouTube(sent.youtubeCommentId)).toMatchObject({
    parentId: youtubeCommentId,
    text: 'Because of the probes.',
  });

  const second = await answerTo('And of the limits.');
  fault('POST', { kind: 'accept-then-hang-up' });
  expect((await test.me.post(`/api/comments/${second}/post`)).status).toBe(202);
  await look(2);
  expect((await test.stored(second)).status).toBe('posted');
  expect(calls('POST')).toHaveLength(2);

  await withdraw(commentId, { revision: (await test.stored(commentId)).revision });
  for (const answer of [first, second])
    expect(await test.stored(answer)).toMatchObject({
      status: 'posted',
      withdrawnAt: test.now().toISOString(),
      visibilityReason: 'gone_with_comment',
    });
  test.app.clock.advance(24 * 60 * 60_000);
  await test.app.context.services.outcomes.tick();
  expect(await (await test.me.get('/api/outcomes/summary')).json()).toMatchObject({ hiddenThisWeek: 0 });
  const third = await answerTo('Too late.');
  await expectProblem(await test.me.post(`/api/comments/${third}/post`), 409, 'parent_gone');
  expect(calls('POST')).toHaveLength(2);
});
