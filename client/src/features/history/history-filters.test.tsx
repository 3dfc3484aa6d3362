import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { aComment, aVideo } from '../../testing/factories.ts';
import { answerCommentList } from '../../testing/fake-lists.ts';
import { createFakeServer, type FakeServer, held, problem } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render.tsx';
import { HistoryPage } from './history-page.tsx';

let server: FakeServer;
let comments: Comment[];

const two = (): Comment[] => [
  aComment({
    id: 1,
    content: 'The first text',
    style: 'supportive',
    createdAt: new Date(2026, 9, 25, 23, 30).toISOString(),
    video: aVideo({ id: 1, title: 'Probes in depth', channelTitle: 'Cluster Notes' }),
  }),
  aComment({
    id: 2,
    content: 'The second text',
    style: 'insightful',
    createdAt: new Date(2026, 9, 26, 0, 30).toISOString(),
    video: aVideo({ id: 2, title: 'Rollouts in depth', channelTitle: 'Weekly Rust' }),
  }),
];

beforeEach(() => {
  comments = two();
  server = createFakeServer().on('GET /api/comments', (call) => answerCommentList(comments, call));
});

const asked = () => server.calls.filter(({ path }) => path === '/api/comments').map(({ query }) => query);
const field = (name: string) => screen.getByLabelText(name);
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const titles = () => screen.queryAllByRole('article').map((row) => row.querySelector('h2')?.textContent);

async function openHistory() {
  const page = renderPage(<HistoryPage />, '/history');
  await screen.findByText('Showing 2 of 2 comments');
  return page;
}

it('asks the server for every filter, and names them in the footer', async () => {
  const { user } = await openHistory();
  type('Search comments', ' depth ');
  type('Channel', 'rust');
  type('From', '2026-10-25');
  type('To', '2026-10-26');
  await user.selectOptions(field('Style'), 'insightful');
  await user.selectOptions(field('Status'), 'Pending');
  await user.selectOptions(field('Sort'), 'Oldest first');
  const footer = 'Showing 1 of 2 comments (filtered by status, words, style, channel, dates)';
  expect(await screen.findByText(footer)).toBeInTheDocument();
  expect(titles()).toEqual(['Rollouts in depth']);
  // The count of all comments is known from the list without filters.
  expect(asked().filter(({ fields }) => fields !== 'row')).toEqual([]);
  expect(asked().at(-1)).toEqual({
    sort: 'oldest',
    status: 'pending',
    q: 'depth',
    channel: 'rust',
    style: 'insightful',
    from: new Date(2026, 9, 25).toISOString(),
    to: new Date(2026, 9, 27).toISOString(),
    fields: 'row',
    limit: '50',
  });
});

it("takes days as the viewer's own", async () => {
  await openHistory();
  type('To', '2026-10-25');
  expect(await screen.findByText('Showing 1 of 2 comments (filtered by dates)')).toBeInTheDocument();
  expect(titles()).toEqual(['Probes in depth']);
});

it('waits for a pause in typing, and clears at once on Escape', async () => {
  await openHistory();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  for (const text of ['p', 'pr', 'pro']) {
    type('Search comments', text);
    await pass(299);
  }
  expect(asked()).toHaveLength(1);
  await pass(1);
  expect(asked().slice(1)).toEqual([{ sort: 'newest', q: 'pro', fields: 'row', limit: '50' }]);
  await pass(10);
  expect(titles()).toEqual(['Probes in depth']);
  fireEvent.keyDown(field('Search comments'), { key: 'Escape' });
  expect(field('Search comments')).toHaveValue('');
  await pass(10);
  expect(titles()).toHaveLength(2);
});

it('keeps the old rows in place until the new ones come', async () => {
  const { user } = await openHistory();
  const answer = held([]);
  server.once('GET /api/comments', async (call) => {
    await answer.answer(call);
    return answerCommentList(comments, call);
  });
  await user.selectOptions(field('Style'), 'supportive');
  expect(screen.getByText('Searching…')).toBeInTheDocument();
  expect(titles()).toHaveLength(2);
  expect(screen.getByRole('list', { name: 'Comments' }).parentElement).toHaveAttribute('aria-busy', 'true');
  answer.release();
  await waitFor(() => expect(titles()).toEqual(['Probes in depth']));
});

it('keeps the filters when their answer fails, and shows all again', async () => {
  const { user } = await openHistory();
  server.once('GET /api/comments', () => problem(503, 'database_unavailable', 'The database is away.'));
  type('Search comments', 'nothing has these words');
  expect(await screen.findByRole('heading', { name: 'The history could not be loaded' })).toBeInTheDocument();
  expect(field('Search comments')).toHaveValue('nothing has these words');
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('heading', { name: 'No comment matches' })).toBeInTheDocument();
  expect(screen.getByText('Showing 0 of 2 comments (filtered by words)')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show All' }));
  expect(await screen.findByText('Showing 2 of 2 comments')).toBeInTheDocument();
  expect(field('Search comments')).toHaveValue('');
});

it('asks for the number of all comments again when a comment changes under a filter', async () => {
  const { user, client } = await openHistory();
  await user.selectOptions(field('Style'), 'supportive');
  await screen.findByText('Showing 1 of 2 comments (filtered by style)');
  comments.push(aComment({ id: 3, style: 'questioning', video: aVideo({ id: 3 }) }));
  await act(() => client.invalidateQueries({ queryKey: ['comments', 'total'] }));
  expect(await screen.findByText('Showing 1 of 3 comments (filtered by style)')).toBeInTheDocument();
  expect(asked().at(-1)).toEqual({ limit: '1', fields: 'ids' });
});

it('keeps the filters in the address, and takes them from it (rule 2.16)', async () => {
  const { user, unmount } = await openHistory();
  type('Search comments', 'depth');
  await user.selectOptions(field('Sort'), 'Oldest first');
  await user.selectOptions(field('Style'), 'insightful');
  expect(window.location.search).toBe('?sort=oldest&q=depth&style=insightful');
  unmount();
  renderPage(<HistoryPage />, '/history?status=nonsense&style=supportive&q=depth&to=tomorrow');
  expect(await screen.findByText('Showing 1 of 2 comments (filtered by words, style)')).toBeInTheDocument();
  expect(titles()).toEqual(['Probes in depth']);
  expect(field('Search comments')).toHaveValue('depth');
  expect(field('Status')).toHaveDisplayValue('All Status');
});
