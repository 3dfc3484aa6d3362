import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { aComment } from '../../testing/factories.ts';
import {
  aNumberedItem,
  createFakeQueue,
  type FakeQueue,
} from '../../testing/fake-queue.ts';
import { databaseAway, json } from '../../testing/fake-server.ts';
import { expectLink, expectNotice, press, select } from '../../testing/page.ts';
import {
  editor,
  listed,
  openComment,
  openEdited,
  openQueue,
  openTitle,
} from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
});

const titles = (...ids: number[]) => ids.map((id) => `Video number ${id}`);
const address = () => `${window.location.pathname}${window.location.search}`;
const filterButton = (name: string) => screen.findByRole('button', { name });

const numbered = (count: number, of: (id: number) => Partial<Comment> = () => ({})) =>
  Array.from({ length: count }, (_, index) => aNumberedItem(index + 1, of(index + 1)));

const fillQueue = () => {
  queue.items = numbered(120);
};

describe('the filters', () => {
  beforeEach(() => {
    queue.items = [
      aNumberedItem(1, { status: 'approved' }),
      aNumberedItem(2),
      aNumberedItem(3, { status: 'rejected' }),
      aNumberedItem(4, { status: 'failed' }),
      aNumberedItem(5),
    ];
  });

  it('open the first comment to review, and say how many are decided', async () => {
    await openQueue();
    expect(openTitle()).toBe('Video number 2');
    expect(await screen.findByText('3 of 5 decided')).toBeInTheDocument();
  });

  it.each([
    ['To review 2', [2, 5]],
    ['Approved 1', [1]],
    ['Rejected 1', [3]],
    ['Failed 1', [4]],
    ['All 5', [1, 2, 3, 4, 5]],
  ])('show a count, and list the comments of their status: %s', async (name, ids) => {
    const { user } = await openQueue();
    await user.click(await filterButton(name));
    await waitFor(() => expect(listed()).toEqual(titles(...ids)));
    expect(await filterButton(name)).toHaveAttribute('aria-pressed', 'true');
  });

  it('are kept in the address', async () => {
    const { user } = await openQueue();
    await user.click(await filterButton('Rejected 1'));
    await waitFor(() => expect(openTitle()).toBe('Video number 3'));
    expect(address()).toContain('filter=rejected');
  });

  it('stay visible when nothing matches', async () => {
    const { user } = await openQueue();
    await user.type(
      screen.getByRole('searchbox', { name: 'Search the queue' }),
      'nowhere',
    );
    expect(
      await screen.findByText('No comment in the queue matches.'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    expect(screen.queryByText('Queue is Empty')).not.toBeInTheDocument();
  });
});

it('searches titles, channels and texts with /, and keeps the words in the address', async () => {
  const { user } = await openQueue();
  await user.keyboard('/number 2');
  await waitFor(() => expect(listed()).toEqual(titles(2)));
  expect(openTitle()).toBe('Video number 2');
  expect(address()).toContain('q=number+2');
});

it('lists all comments again when the words are cleared', async () => {
  const { user } = await openQueue({ query: '?q=number+2' });
  await waitFor(() => expect(listed()).toEqual(titles(2)));
  await user.clear(screen.getByRole('searchbox'));
  await waitFor(() => expect(listed()).toEqual(titles(1, 2, 3)));
});

it('sorts, and keeps the order in the address', async () => {
  queue.items = [1, 2, 3].map((id) =>
    aNumberedItem(id, {}, { createdAt: `2026-11-2${id}T09:00:00.000Z` }),
  );
  await openQueue();
  await select('Sort', 'Newest first');
  await waitFor(() => expect(listed()).toEqual(titles(3, 2, 1)));
  expect(address()).toContain('sort=latest');
});

describe('the address of a comment', () => {
  describe('far down the list', () => {
    beforeEach(fillQueue);

    it('opens the comment', async () => {
      await openQueue({ query: '?comment=115' });
      expect(openTitle()).toBe('Video number 115');
      expect(listed()).toContain('Video number 1');
    });

    it('lets the comment be decided like any other', async () => {
      await openEdited({ query: '?comment=115' });
      await press('Approve');
      await expectNotice('Comment Approved');
      expect(queue.change(115, {})).toMatchObject({
        status: 'approved',
        content: 'Draft number 115, mended',
      });
      expect(openTitle()).toBe('Video number 116');
    });

    it('opens the comment again when its decision is undone', async () => {
      const { user } = await openQueue({ query: '?comment=115' });
      await press('Approve');
      await expectNotice('Comment Approved');
      await user.keyboard('u');
      await waitFor(() =>
        expect(screen.getByRole('article', { name: 'Video number 115' })).toHaveFocus(),
      );
      expect(queue.change(115, {}).status).toBe('pending');
    });
  });

  it('says that the comment is no longer in the queue, and links to History', async () => {
    queue.server.on('GET /api/comments', () =>
      json([aComment({ id: 9, status: 'posted' })]),
    );
    await openQueue({ query: '?comment=2' });
    act(() => navigate('/queue?comment=9'));
    const words = 'This comment is no longer in the review queue';
    expect(await screen.findByRole('heading', { name: words })).toBeInTheDocument();
    expectLink('Show It in History', '/history?comment=9');
  });

  it('says that the comment does not exist', async () => {
    queue.server.on('GET /api/comments', () => json([]));
    await openQueue({ query: '?comment=2' });
    act(() => navigate('/queue?comment=10'));
    expect(
      await screen.findByRole('heading', { name: 'This comment does not exist' }),
    ).toBeInTheDocument();
  });

  it('follows the comment that is opened', async () => {
    await openQueue({ query: '?comment=2' });
    await openComment('Video number 3');
    await waitFor(() => expect(address()).toBe('/queue?comment=3'));
  });

  describe('of a comment that could not be loaded', () => {
    async function openBroken() {
      fillQueue();
      const { user } = await openQueue({ query: '?comment=2' });
      queue.server.once('GET /api/queue', databaseAway());
      act(() => navigate('/queue?comment=115'));
      expect(
        await screen.findByRole('heading', { name: 'The comment could not be loaded' }),
      ).toBeVisible();
      return user;
    }

    it('says why', async () => {
      await openBroken();
      expect(screen.getByText('The database is away.')).toBeInTheDocument();
      expect(screen.queryByRole('article')).not.toBeInTheDocument();
      expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
    });

    it('lets no key act on the previous comment (rule 12.7)', async () => {
      const user = await openBroken();
      await user.keyboard('arxspe');
      expect(address()).toBe('/queue?comment=115');
      expect(queue.server.calls.every(({ method }) => method === 'GET')).toBe(true);
    });

    it('opens it on Try Again', async () => {
      await openBroken();
      await press('Try Again');
      expect(
        await screen.findByRole('article', { name: 'Video number 115' }),
      ).toBeInTheDocument();
    });
  });

  it('opens the first comment to review if the address is invalid', async () => {
    await openQueue({ query: '?comment=0&filter=x&sort=y' });
    expect(openTitle()).toBe('Video number 1');
    expect(listed()).toEqual(titles(1, 2, 3));
  });
});

it('a swipe that starts while the text is being edited decides nothing', async () => {
  const { user } = await openQueue();
  await user.click(editor());
  const card = screen.getByText(/^Created/).closest('.touch-pan-y') as HTMLElement;
  const at = (clientX: number) => ({
    pointerType: 'touch',
    isPrimary: true,
    pointerId: 1,
    clientX,
    clientY: 400,
  });
  fireEvent.pointerDown(card, at(200));
  fireEvent.pointerMove(card, at(350));
  fireEvent.pointerUp(card, at(400));
  expect(queue.server.calls.every(({ method }) => method === 'GET')).toBe(true);
});

describe('a long queue', () => {
  beforeEach(fillQueue);

  async function decideOneOfTwo() {
    queue.items = numbered(120, (id) =>
      id === 1 || id === 110 ? {} : { status: 'rejected' },
    );
    const { user } = await openQueue();
    await screen.findByText(/^2 to review/);
    await user.keyboard('a');
    await waitFor(() => expect(openTitle()).toBe('Video number 110'));
    return user;
  }

  it('opens the next pending comment, even far down the list', async () => {
    await decideOneOfTwo();
    expect(screen.getByRole('article', { name: 'Video number 110' })).toHaveFocus();
  });

  it('opens the end of the list when nothing else is known to be pending', async () => {
    const user = await decideOneOfTwo();
    await expectNotice('Comment Approved');
    // This change in another tab is not loaded yet.
    queue.change(1, { status: 'pending', revision: 5 });
    await user.keyboard('a');
    expect(
      await screen.findByRole('region', { name: 'That was the last one' }),
    ).toHaveFocus();
  });

  it('keeps a comment with typed text open when new rows push it out of the loaded pages (rule 2.20)', async () => {
    const { client } = await openEdited();
    queue.items = [
      ...Array.from({ length: 60 }, (_, index) =>
        aNumberedItem(200 + index, {}, { priority: 1 }),
      ),
      ...queue.items,
    ];
    await client.invalidateQueries();
    expect(await screen.findByRole('button', { name: 'All 180' })).toBeInTheDocument();
    await waitFor(() => expect(editor()).toHaveValue('Draft number 1, mended'));
    await waitFor(() => expect(editor()).toHaveFocus());
  });
});
