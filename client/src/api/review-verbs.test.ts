import { expect, it } from 'vitest';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { aComment, aQueueItem, noFilter } from '../testing/factories.ts';
import { createFakeServer, held, json } from '../testing/fake-server.ts';
import { createQueryClient } from './auth.ts';
import { commentList, inReview, queueList } from './comments.ts';
import { createReviewVerbs } from './review-verbs.ts';

const item = (id: number, comment: Partial<Comment> = {}) =>
  aQueueItem({ id: 100 + id, comment: aComment({ id, videoId: id, inQueue: true, ...comment }) });

/** Returns a loaded page of a longer list, so that a row can belong after the loaded rows. */
const page = <Row>(rows: Row[]) => ({
  pages: [{ rows, total: 9, next: '/api/queue?cursor=3', end: rows.at(-1) ?? null }],
  pageParams: ['/first'],
});

function aQueue() {
  const client = createQueryClient();
  const items = [1, 2, 3].map((id) => item(id));
  const [queueKey, historyKey] = [queueList.pages(inReview).queryKey, commentList.pages(noFilter).queryKey];
  client.setQueryData(queueKey, page(items));
  client.setQueryData(historyKey, page(items.map(({ comment }) => comment)));
  const server = createFakeServer().on('GET /api/queue', []).on('GET /api/comments', []);
  return {
    server,
    verbs: createReviewVerbs(client),
    row: (commentId: number) => queueList.find(client, commentId)?.comment,
    history: () => client.getQueryData(historyKey)?.pages.flatMap(({ rows }) => rows) ?? [],
  };
}

it('a removal says that the revision was seen that the step before it made (rule 12.13)', async () => {
  const { verbs, server } = aQueue();
  const approved = held(aComment({ id: 1, videoId: 1, status: 'approved', revision: 2 }));
  server
    .on('PATCH /api/comments/:id', approved.answer)
    .on('DELETE /api/queue/:id', new Response(null, { status: 204, headers: { 'X-Step': 'the-step' } }));
  const decided = verbs.decide(item(1).comment, 'approved');
  await expect.poll(() => server.sent('PATCH /api/comments/:id')).toHaveLength(1);
  const removed = verbs.remove(item(1));
  approved.release();
  await decided;
  expect(await removed).toBe('the-step');
  expect(server.calls.at(-1)).toMatchObject({ path: '/api/queue/101', query: { revision: '2' } });
});

it('steps of one comment go one after the other, and every list shows each answer', async () => {
  const { verbs, server, row, history: shown } = aQueue();
  const answer = held(aComment({ id: 1, videoId: 1, status: 'approved', revision: 2 }));
  server.once('PATCH /api/comments/:id', answer.answer);
  const steps = [verbs.decide(item(1).comment, 'approved'), verbs.decide(item(1).comment, 'pending')];
  await expect.poll(() => server.sent('PATCH /api/comments/:id')).toHaveLength(1);
  server.on('PATCH /api/comments/:id', () => json(aComment({ id: 1, videoId: 1, revision: 3 })));
  answer.release();
  await steps[0];
  expect(row(1)).toMatchObject({ status: 'approved', revision: 2 });
  await steps[1];
  expect(server.sent('PATCH /api/comments/:id')).toEqual([
    { status: 'approved', revision: 1 },
    { status: 'pending', revision: 2 },
  ]);
  expect(row(1)).toMatchObject({ status: 'pending', revision: 3 });
  expect(shown()[0]).toMatchObject({ status: 'pending', revision: 3 });
});
