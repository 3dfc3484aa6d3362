import type { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { Comment, QueueItem } from '#shared/contracts/comment-detail.ts';
import { aComment, aQueueItem, noFilter } from '../testing/factories.ts';
import { createFakeServer, held, json, problem } from '../testing/fake-server.ts';
import { createQueryClient } from './auth.ts';
import { commentList, inReview, onSchedule, queueList } from './comments.ts';
import { createReviewVerbs } from './review-verbs.ts';

const time = '2026-12-01T09:00:00.000Z';

const item = (id: number, comment: Partial<Comment> = {}, over: Partial<QueueItem> = {}) =>
  aQueueItem({ id: 100 + id, comment: aComment({ id, videoId: id, inQueue: true, ...comment }), ...over });

/** One loaded page; more are to come, so that a row may lie behind it. */
const page = <Row>(rows: Row[], next: string | null = null) => ({
  pages: [{ rows, total: 9, orMore: false, next, end: rows.at(-1) ?? null }],
  pageParams: ['/first'],
});

function shownLists(client: QueryClient) {
  const comments = [1, 2, 3].map((id) => item(id).comment);
  client.setQueryData(
    queueList.pages(inReview).queryKey,
    page(
      comments.map(({ id }) => item(id)),
      '/api/queue?cursor=3',
    ),
  );
  client.setQueryData(
    queueList.pages(onSchedule).queryKey,
    page([item(4, { status: 'approved' }, { scheduledFor: time })]),
  );
  client.setQueryData(commentList.pages(noFilter).queryKey, page(comments));
}

function aQueue() {
  const client = createQueryClient();
  shownLists(client);
  const server = createFakeServer().on('GET /api/queue', []).on('GET /api/comments', []);
  const rows = (filter = inReview) =>
    client.getQueryData(queueList.pages(filter).queryKey)?.pages.flatMap((each) => each.rows) ?? [];
  return {
    client,
    server,
    verbs: createReviewVerbs(client),
    ids: (filter = inReview) => rows(filter).map(({ commentId }) => commentId),
    row: (commentId: number) => queueList.find(client, commentId)?.comment,
    total: (filter = inReview) => client.getQueryData(queueList.pages(filter).queryKey)?.pages[0]?.total,
    history: () =>
      client.getQueryData(commentList.pages(noFilter).queryKey)?.pages.flatMap((each) => each.rows) ?? [],
  };
}

describe('a removed item', () => {
  it('leaves at once, with the total', async () => {
    const { verbs, server, ids, total, history: shown } = aQueue();
    const answer = held({});
    server.on('DELETE /api/queue/:id', answer.answer);
    const removed = verbs.remove(item(2));
    await Promise.resolve();
    await expect.poll(() => ids()).toEqual([1, 3]);
    expect(total()).toBe(8);
    answer.release();
    await removed;
    expect(ids()).toEqual([1, 3]);
    expect(shown().map(({ inQueue }) => inQueue)).toEqual([true, false, true]);
  });

  it('is left at the revision that the step before it made (rule 12.4)', async () => {
    const { verbs, server } = aQueue();
    const approved = held(aComment({ id: 1, videoId: 1, status: 'approved', revision: 2 }));
    server
      .on('PATCH /api/comments/:id', approved.answer)
      .on('DELETE /api/queue/:id', () => new Response(null, { status: 204 }));
    const decided = verbs.decide(1, 'approved');
    await expect.poll(() => server.sent('PATCH /api/comments/:id')).toHaveLength(1);
    const removed = verbs.remove(item(1));
    approved.release();
    await decided;
    expect(await removed).toEqual({ revision: 2, inQueue: false, scheduledFor: null });
  });

  it('returns to its place if the server refuses, and others removed meanwhile do not (rule 11.2)', async () => {
    const { verbs, server, ids, total } = aQueue();
    const refused = held({}, 409);
    server.on('DELETE /api/queue/:id', (call) =>
      call.path.endsWith('/101') ? refused.answer(call) : json({}),
    );
    const first = verbs.remove(item(1));
    await verbs.remove(item(3));
    expect(ids()).toEqual([2]);
    refused.release();
    await expect(first).rejects.toThrow('409');
    expect(ids()).toEqual([1, 2]);
    expect(total()).toBe(8);
  });
});

describe('a decision', () => {
  const answerPatch = (revision: number) => () =>
    json(aComment({ id: 1, videoId: 1, status: 'approved', revision }));

  it('shows in every list at once, also while an earlier step of the comment runs', async () => {
    const { verbs, server, row, history: shown } = aQueue();
    const answer = held(aComment({ id: 1, videoId: 1, status: 'approved', revision: 2 }));
    server.once('PATCH /api/comments/:id', answer.answer);
    const steps = [verbs.decide(1, 'approved'), verbs.decide(1, 'pending')];
    await expect.poll(() => row(1)?.status).toBe('pending');
    expect(server.sent('PATCH /api/comments/:id')).toHaveLength(1);
    const second = held(aComment({ id: 1, videoId: 1, revision: 3 }));
    server.on('PATCH /api/comments/:id', second.answer);
    answer.release();
    await steps[0];
    expect(row(1)).toMatchObject({ status: 'pending', revision: 2 });
    second.release();
    await steps[1];
    expect(server.sent('PATCH /api/comments/:id')).toEqual([
      { status: 'approved', revision: 1 },
      { status: 'pending', revision: 2 },
    ]);
    expect(row(1)).toMatchObject({ status: 'pending', revision: 3 });
    expect(shown()[0]).toMatchObject({ status: 'pending', revision: 3 });
  });

  it('rolls back only what it showed (rule 11.2)', async () => {
    const { client, verbs, server, row } = aQueue();
    const answer = held({}, 409);
    server.on('PATCH /api/comments/:id', answer.answer);
    const decided = verbs.decide(1, 'rejected');
    await expect.poll(() => row(1)?.status).toBe('rejected');
    queueList.patch(client, 1, (each) => ({ ...each, comment: { ...each.comment, qualityScore: 12 } }));
    answer.release();
    await expect(decided).rejects.toThrow('409');
    expect(row(1)).toMatchObject({ status: 'pending', qualityScore: 12 });
  });

  it('reaches a comment outside the loaded pages', async () => {
    const { verbs, server, ids, total } = aQueue();
    server.on('GET /api/queue', [item(7, { revision: 5 })]).on('PATCH /api/comments/:id', answerPatch(6));
    await verbs.decide(7, 'approved');
    await verbs.decide(8, 'approved', { revision: 4 });
    expect(server.sent('PATCH /api/comments/:id')).toEqual([
      { status: 'approved', revision: 5 },
      { status: 'approved', revision: 4 },
    ]);
    expect(ids()).toEqual([1, 2, 3]);
    expect(total()).toBe(9);
    server.on('GET /api/queue', []);
    await expect(verbs.decide(9, 'approved')).rejects.toThrow('This comment is no longer in the queue.');
  });
});

describe('the schedule', () => {
  it('moves a comment from one list to the other at its place', async () => {
    const { verbs, server, ids } = aQueue();
    const scheduled = item(2, { status: 'approved' }, { scheduledFor: '2026-11-30T09:00:00.000Z' });
    server.on('PATCH /api/queue/:id', scheduled);
    await verbs.schedule(scheduled, new Date(scheduled.scheduledFor ?? ''));
    expect(ids()).toEqual([1, 3]);
    expect(ids(onSchedule)).toEqual([2, 4]);
    server.on('PATCH /api/queue/:id', () => problem(409, 'being_posted', 'It is being posted.'));
    await expect(verbs.unschedule(scheduled)).rejects.toThrow('It is being posted.');
    expect(ids()).toEqual([1, 3]);
    expect(ids(onSchedule)).toEqual([2, 4]);
    server.on('PATCH /api/queue/:id', item(2, { status: 'approved' }));
    await verbs.unschedule(scheduled);
    expect(ids()).toEqual([1, 2, 3]);
    expect(ids(onSchedule)).toEqual([4]);
  });
});

describe('a comment that is posted now', () => {
  it('is marked as being posted, then leaves both lists and shows the outcome', async () => {
    const { verbs, server, row, ids, history: shown } = aQueue();
    const answer = held(aComment({ id: 2, videoId: 2, content: 'As posted', status: 'posted' }));
    server.on('POST /api/comments/:id/post', answer.answer);
    const posted = verbs.post(2);
    await expect.poll(() => row(2)?.posting?.state).toBe('sending');
    answer.release();
    await posted;
    expect(ids()).toEqual([1, 3]);
    expect(shown()[1]).toMatchObject({ content: 'As posted', inQueue: false });
  });

  it('is unchanged when the server refuses', async () => {
    const { verbs, server, row } = aQueue();
    server.on('POST /api/comments/:id/post', () => problem(429, 'quota_spent', 'None left.'));
    await expect(verbs.post(2)).rejects.toThrow('429: None left.');
    expect(row(2)?.posting).toBeNull();
  });
});
