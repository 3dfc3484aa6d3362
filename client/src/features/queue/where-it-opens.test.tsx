import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { refreshRows } from '../../api/live.ts';
import {
  aNumberedItem,
  createFakeQueue,
  type FakeQueue,
} from '../../testing/fake-queue.ts';
import { expectNotice, press } from '../../testing/page.ts';
import {
  opened,
  openQueue,
  openTitle,
  queryRow,
  renderQueue,
} from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
});

/** Creates comments with consecutive ids, of which only the last one is pending. */
const decidedBefore = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    aNumberedItem(at + 1, { status: at === count - 1 ? 'pending' : 'approved' }),
  );

async function approveAll() {
  await press('Approve All');
  await press(/^Approve \d+$/);
  await expectNotice('All Comments Approved');
}

const allPending = () => queue.items.every(({ comment }) => comment.status === 'pending');

describe('the review queue opens (rule 2.13)', () => {
  it('at the first pending comment, even if it lies behind the first page', async () => {
    queue.items = decidedBefore(120);
    renderQueue();
    expect(await opened('Video number 120')).toBeDefined();
  });

  it('at the first approved comment if none is pending on any page', async () => {
    queue.items = decidedBefore(120).slice(0, 119);
    await openQueue();
    expect(openTitle()).toBe('Video number 1');
  });

  it.each([
    ['without a filter', ''],
    ['under the filter of pending ones', '?filter=pending'],
    ['at a comment that the address names', '?filter=pending&comment=2'],
  ])('a comment again after Approve All and Undo, %s', async (_, query) => {
    const { user } = await openQueue({ query });
    await approveAll();
    await user.keyboard('u');
    await waitFor(() => expect(allPending()).toBe(true));
    await opened(query.includes('comment=2') ? undefined : 'Video number 1');
    expect(screen.getByRole('textbox', { name: 'Comment' })).toBeInTheDocument();
  });

  it.each([
    ['whose list was empty', []],
    ['whose last comment was decided elsewhere', [1]],
  ])('a new draft that arrives under a filter %s', async (_, ids) => {
    queue.items = ids.map((id) => aNumberedItem(id));
    const { client } = renderQueue({ query: '?filter=pending' });
    await screen.findByRole('searchbox', { name: 'Search the queue' });
    for (const id of ids) {
      await opened(`Video number ${id}`);
      queue.change(id, { status: 'approved', revision: 2 });
    }
    refreshRows(client, { comments: new Set(ids), videos: new Set() });
    await waitFor(() => expect(queryRow('Video number 1')).toBeNull());
    queue.items = [...queue.items, aNumberedItem(9)];
    refreshRows(client, { comments: new Set([9]), videos: new Set() });
    expect(await opened('Video number 9')).toBeDefined();
  });
});
