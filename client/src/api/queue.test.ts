import { expect, it } from 'vitest';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { aComment, aQueueItem } from '../testing/factories.ts';
import { createFakeServer, held } from '../testing/fake-server.ts';
import { createQueryClient } from './query-client.ts';
import { queueQuery, removeQueueItem } from './queue.ts';

const three = () =>
  [1, 2, 3].map((id) => aQueueItem({ id, comment: aComment({ id: 10 + id, content: `Comment ${id}` }) }));

function aList(items?: QueueItem[]) {
  const client = createQueryClient();
  if (items) client.setQueryData(queueQuery.queryKey, items);
  return {
    client,
    shown: () => client.getQueryData(queueQuery.queryKey)?.map(({ id }) => id),
    /** The answer waits for `release`. */
    remove(id: number, status: number) {
      const answer = held({}, status);
      createFakeServer().on('DELETE /api/queue/:id', answer.answer);
      return { done: removeQueueItem(client, id), release: answer.release };
    },
  };
}

it('removes an item from the list at once', async () => {
  const list = aList(three());
  const { done, release } = list.remove(2, 200);
  expect(list.shown()).toEqual([1, 3]);
  release();
  await done;
  expect(list.shown()).toEqual([1, 3]);
});

it('puts back only the item that the server did not remove', async () => {
  const list = aList(three());
  const refused = list.remove(2, 409);
  const removed = list.remove(3, 200);
  removed.release();
  await removed.done;
  refused.release();
  await expect(refused.done).rejects.toThrow('409');
  expect(list.shown()).toEqual([1, 2]);
});

it('shows a refused removal once when the list was refreshed meanwhile', async () => {
  const list = aList(three());
  const { done, release } = list.remove(2, 409);
  list.client.setQueryData(queueQuery.queryKey, three());
  release();
  await expect(done).rejects.toThrow('409');
  expect(list.shown()).toEqual([1, 2, 3]);
});

it('removes an item before the list is loaded', async () => {
  const list = aList();
  const { done, release } = list.remove(2, 409);
  release();
  await expect(done).rejects.toThrow('409');
  expect(list.shown()).toBeUndefined();
});
