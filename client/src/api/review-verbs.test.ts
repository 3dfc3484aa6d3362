import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { aComment, aQueueItem, noFilter } from '../testing/factories.ts';
import { workEntryOf } from '../testing/fake-queue.ts';
import { createFakeServer, held, json, problem } from '../testing/fake-server.ts';
import { createQueryClient } from './auth.ts';
import { commentList } from './comments.ts';
import { rowQuery } from './load-rows.ts';
import { createReviewVerbs } from './review-verbs.ts';
import { rowKey } from './rows.ts';
import { workQuery } from './work.ts';

const item = (id: number, comment: Partial<Comment> = {}) =>
  aQueueItem({
    id: 100 + id,
    comment: aComment({ id, videoId: id, inQueue: true, ...comment }),
  });

/**
 * Loads three comments of the queue, as a page that shows them does, without a live
 * stream.
 */
function aQueue() {
  const client = createQueryClient();
  const items = [1, 2, 3].map((id) => item(id));
  const historyKey = commentList.pages(noFilter).queryKey;
  const rows = items.map(({ comment }) => comment);
  client.setQueryData(historyKey, {
    pages: [{ rows, total: 3, next: null, end: null }],
    pageParams: ['/first'],
  });
  client.setQueryData(workQuery.queryKey, items.map(workEntryOf));
  for (const each of items) client.setQueryData(rowKey(each.commentId), each);
  const server = createFakeServer().on('GET /api/queue/index', items.map(workEntryOf));
  return {
    client,
    server,
    verbs: createReviewVerbs(client),
    row: (id: number) => client.getQueryData<(typeof items)[number]>(rowKey(id))?.comment,
    entry: (id: number) =>
      client.getQueryData(workQuery.queryKey)?.find((each) => each.id === id),
    history: () =>
      client.getQueryData(historyKey)?.pages.flatMap((page) => page.rows) ?? [],
  };
}

it('a removal says that the revision was seen that the step before it made (rule 12.13)', async () => {
  const { verbs, server } = aQueue();
  const approved = held(aComment({ id: 1, videoId: 1, status: 'approved', revision: 2 }));
  server
    .on('PATCH /api/comments/:id', approved.answer)
    .on(
      'DELETE /api/queue/:id',
      new Response(null, { status: 204, headers: { 'X-Step': 'the-step' } }),
    );
  const decided = verbs.decide(item(1).comment, 'approved');
  await expect.poll(() => server.sent('PATCH /api/comments/:id')).toHaveLength(1);
  const removed = verbs.remove(item(1));
  approved.release();
  await decided;
  expect(await removed).toBe('the-step');
  const removal = server.calls.find(({ method }) => method === 'DELETE');
  expect(removal).toMatchObject({ path: '/api/queue/101', query: { revision: '2' } });
});

it('steps of one comment go one after the other, each with the revision of the answer before', async () => {
  const { verbs, server } = aQueue();
  const answer = held(aComment({ id: 1, videoId: 1, status: 'approved', revision: 2 }));
  server.once('PATCH /api/comments/:id', answer.answer);
  const steps = [
    verbs.decide(item(1).comment, 'approved'),
    verbs.decide(item(1).comment, 'pending'),
  ];
  await expect.poll(() => server.sent('PATCH /api/comments/:id')).toHaveLength(1);
  server.on('PATCH /api/comments/:id', () =>
    json(aComment({ id: 1, videoId: 1, revision: 3 })),
  );
  answer.release();
  await Promise.all(steps);
  expect(server.sent('PATCH /api/comments/:id')).toEqual([
    { status: 'approved', revision: 1 },
    { status: 'pending', revision: 2 },
  ]);
});

it('an answer is shown at once in the index, in the row and in History', async () => {
  const { verbs, server, row, entry, history } = aQueue();
  const approved = { status: 'approved', revision: 2 } as const;
  server.on('PATCH /api/comments/:id', () =>
    json(aComment({ id: 1, videoId: 1, ...approved })),
  );
  await verbs.decide(item(1).comment, 'approved');
  expect(entry(1)).toMatchObject(approved);
  expect(row(1)).toMatchObject(approved);
  expect(history()[0]).toMatchObject(approved);
});

it('without a live stream, the entry of a changed comment is requested', async () => {
  const { verbs, server } = aQueue();
  server.on('PATCH /api/comments/:id', () =>
    json(aComment({ id: 1, videoId: 1, revision: 2 })),
  );
  await verbs.decide(item(1).comment, 'approved');
  await expect
    .poll(() =>
      server.calls
        .filter(({ path }) => path === '/api/queue/index')
        .map(({ query }) => query),
    )
    .toEqual([{ ids: '1' }]);
});

it('after a failed post, the row is loaded again as the server has it now', async () => {
  const { client, verbs, server, row } = aQueue();
  const stop = new QueryObserver(client, rowQuery(1)).subscribe(() => undefined);
  const waiting = {
    state: 'waiting',
    reason: 'YouTube is slow.',
    nextTryAt: null,
  } as const;
  server
    .on(
      'POST /api/comments/:id/post',
      problem(503, 'youtube_away', 'YouTube does not answer.'),
    )
    .on('GET /api/queue', [item(1, { posting: waiting })]);
  await expect(verbs.post(item(1).comment)).rejects.toThrow('YouTube does not answer.');
  await expect.poll(() => row(1)?.posting?.state).toBe('waiting');
  stop();
});
