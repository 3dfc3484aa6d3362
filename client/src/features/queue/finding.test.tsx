import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { aComment } from '../../testing/factories.ts';
import { aNumberedItem, createFakeQueue, type FakeQueue } from '../../testing/fake-lists.ts';
import { json, problem } from '../../testing/fake-server.ts';
import { expectNotice } from '../../testing/page.ts';
import { editor, listed, openComment, openQueue, openTitle } from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
});

const titles = (...ids: number[]) => ids.map((id) => `Video number ${id}`);
const address = () => `${window.location.pathname}${window.location.search}`;
const filterButton = (name: string) => screen.findByRole('button', { name });

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

  it('count each status, and are kept in the address', async () => {
    const { user } = await openQueue();
    expect(openTitle()).toBe('Video number 2');
    expect(await screen.findByText('3 of 5 decided')).toBeInTheDocument();
    for (const [name, ids] of [
      ['To review 2', [2, 5]],
      ['Approved 1', [1]],
      ['Rejected 1', [3]],
      ['Failed 1', [4]],
      ['All 5', [1, 2, 3, 4, 5]],
    ] as const) {
      await user.click(await filterButton(name));
      await waitFor(() => expect(listed()).toEqual(titles(...ids)));
      expect(await filterButton(name)).toHaveAttribute('aria-pressed', 'true');
    }
    await user.click(await filterButton('Rejected 1'));
    await waitFor(() => expect(openTitle()).toBe('Video number 3'));
    expect(address()).toContain('filter=rejected');
  });

  it('say that nothing matches, and stay', async () => {
    const { user } = await openQueue();
    await user.type(screen.getByRole('searchbox', { name: 'Search the queue' }), 'nowhere');
    expect(await screen.findByText('No comment in the queue matches.')).toBeInTheDocument();
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    expect(screen.queryByText('Queue is Empty')).not.toBeInTheDocument();
  });
});

it('searches titles, channels and words by /, and sorts, both kept in the address', async () => {
  queue.items = [1, 2, 3].map((id) => aNumberedItem(id, {}, { createdAt: `2026-11-2${id}T09:00:00.000Z` }));
  const { user } = await openQueue();
  await user.keyboard('/number 2');
  await waitFor(() => expect(listed()).toEqual(titles(2)));
  expect(openTitle()).toBe('Video number 2');
  expect(address()).toContain('q=number+2');
  await user.clear(screen.getByRole('searchbox'));
  await waitFor(() => expect(listed()).toEqual(titles(1, 2, 3)));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Newest first');
  await waitFor(() => expect(listed()).toEqual(titles(3, 2, 1)));
  expect(address()).toContain('sort=latest');
});

describe('the address of a comment', () => {
  it('opens it, and follows what is opened (rule 12.7)', async () => {
    const { user } = await openQueue({ query: '?comment=3' });
    expect(openTitle()).toBe('Video number 3');
    await openComment(user, 'Video number 2');
    await waitFor(() => expect(address()).toBe('/queue?comment=2'));
    act(() => navigate('/queue?comment=1'));
    await waitFor(() => expect(openTitle()).toBe('Video number 1'));
    expect(queue.server.calls.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('opens one behind the loaded pages, where it is decided like any other', async () => {
    queue.items = Array.from({ length: 120 }, (_, index) => aNumberedItem(index + 1));
    const { user } = await openQueue({ query: '?comment=115' });
    expect(openTitle()).toBe('Video number 115');
    expect(listed()).toContain('Video number 1');
    await user.type(editor(), ', mended');
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    await expectNotice('Comment Approved');
    expect(queue.change(115, {})).toMatchObject({ status: 'approved', content: 'Draft number 115, mended' });
    expect(openTitle()).toBe('Video number 1');
    await user.keyboard('u');
    await waitFor(() => expect(screen.getByRole('article', { name: 'Video number 115' })).toHaveFocus());
    expect(queue.change(115, {}).status).toBe('pending');
  });

  it('says that it is not in the queue any more, and leads to the history', async () => {
    queue.server.on('GET /api/comments', () => json([aComment({ id: 9, status: 'posted' })]));
    const { user } = await openQueue({ query: '?comment=2' });
    act(() => navigate('/queue?comment=9'));
    const words = 'This comment is no longer in the review queue';
    expect(await screen.findByRole('heading', { name: words })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Show It in History' })).toHaveAttribute(
      'href',
      '/history?comment=9',
    );
    queue.server.on('GET /api/comments', () => json([]));
    act(() => navigate('/queue?comment=10'));
    expect(await screen.findByRole('heading', { name: 'This comment does not exist' })).toBeInTheDocument();
    await openComment(user, 'Video number 3');
    await waitFor(() => expect(address()).toBe('/queue?comment=3'));
  });

  it('says that it could not be looked up, and tries again', async () => {
    queue.server.on('GET /api/comments', () => problem(503, 'database_unavailable', 'The database is away.'));
    const { user } = await openQueue({ query: '?comment=2' });
    act(() => navigate('/queue?comment=9'));
    expect(await screen.findByText('The database is away.')).toBeInTheDocument();
    expect(screen.queryByText('This comment does not exist')).not.toBeInTheDocument();
    queue.server.on('GET /api/comments', () => json([]));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'This comment does not exist' })).toBeInTheDocument();
  });

  it('that cannot be loaded says so, and no key decides the comment before (rule 12.7)', async () => {
    queue.items = Array.from({ length: 120 }, (_, index) => aNumberedItem(index + 1));
    const { user } = await openQueue({ query: '?comment=2' });
    queue.server.once('GET /api/queue', () => problem(503, 'database_unavailable', 'The database is away.'));
    act(() => navigate('/queue?comment=115'));
    expect(await screen.findByRole('heading', { name: 'The comment could not be loaded' })).toBeVisible();
    expect(screen.getByText('The database is away.')).toBeInTheDocument();
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
    await user.keyboard('arxspe');
    expect(address()).toBe('/queue?comment=115');
    expect(queue.server.calls.every(({ method }) => method === 'GET')).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('article', { name: 'Video number 115' })).toBeInTheDocument();
  });

  it('that makes no sense opens the first to review', async () => {
    await openQueue({ query: '?comment=0&filter=x&sort=y' });
    expect(openTitle()).toBe('Video number 1');
    expect(listed()).toEqual(titles(1, 2, 3));
  });
});

describe('a swipe', () => {
  const finger = { pointerType: 'touch', isPrimary: true, pointerId: 1 };
  const card = () => screen.getByText(/^Created/).closest('.touch-pan-y') as HTMLElement;
  function swipe(dx: number, dy = 0) {
    const at = (share: number) => ({ ...finger, clientX: 200 + dx * share, clientY: 400 + dy * share });
    fireEvent.pointerDown(card(), at(0));
    for (const share of [0.3, 0.6, 1]) fireEvent.pointerMove(card(), at(share));
    fireEvent.pointerUp(card(), at(1));
  }
  const statuses = () => queue.items.map(({ comment }) => comment.status);

  it('to the right approves, to the left rejects, and opens the next', async () => {
    await openQueue();
    swipe(140);
    await waitFor(() => expect(statuses()).toEqual(['approved', 'pending', 'pending']));
    expect(openTitle()).toBe('Video number 2');
    swipe(-140);
    await waitFor(() => expect(statuses()).toEqual(['approved', 'rejected', 'pending']));
    expect(openTitle()).toBe('Video number 3');
  });

  it('that is short, goes up or down, or begins while the text is edited decides nothing', async () => {
    const { user } = await openQueue();
    swipe(80);
    swipe(200, 120);
    fireEvent.pointerDown(card(), { ...finger, clientX: 200, clientY: 400 });
    fireEvent.pointerCancel(card(), finger);
    fireEvent.pointerUp(card(), { ...finger, clientX: 400, clientY: 400 });
    await user.click(editor());
    swipe(200);
    expect(queue.server.calls.every(({ method }) => method === 'GET')).toBe(true);
  });
});
