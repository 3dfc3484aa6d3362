import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { refreshChanged } from '../../api/live.ts';
import { aComment, aVideo } from '../../testing/factories.ts';
import { answerCommentList } from '../../testing/fake-lists.ts';
import { createFakeServer, type FakeServer, problem } from '../../testing/fake-server.ts';
import { cardOf, drawn, giveRowsHeight, scrollToRow } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { HistoryPage } from './history-page.tsx';

const numbered = (id: number, over: Partial<Comment> = {}) =>
  aComment({
    id,
    content: `Text number ${id}`,
    video: aVideo({ id, title: `Video number ${id}` }),
    ...over,
  });
const upTo = (count: number) => Array.from({ length: count }, (_, index) => numbered(index + 1));

const asked = () => server.calls.filter(({ path }) => path === '/api/comments').map(({ query }) => query);
const pagesAsked = () => asked().map(({ cursor = '0', limit }) => `${cursor}+${limit}`);
const titles = () => screen.getAllByRole('article').map((row) => row.querySelector('h2')?.textContent);

let server: FakeServer;
let comments: Comment[];

/** Changes or adds a comment as from another tab. */
function change(id: number, over: Partial<Comment> = {}) {
  const before = comments.find((comment) => comment.id === id) ?? numbered(id);
  comments = [...comments.filter((comment) => comment.id !== id), { ...before, ...over }];
}

beforeEach(() => {
  giveRowsHeight();
  comments = upTo(150);
  server = createFakeServer().on('GET /api/comments', (call) => answerCommentList(comments, call));
});

async function openHistory() {
  const page = renderPage(<HistoryPage />, '/history');
  await screen.findByRole('article', { name: `Video number ${comments.length}` });
  /** As the event of another tab's change. */
  const tell = (...ids: number[]) =>
    act(() => refreshChanged(page.client, { comments: new Set(ids), videos: new Set() }));
  return { ...page, tell };
}

async function loadAll() {
  for (const [last, row] of [
    [100, 40],
    [50, 90],
  ] as const) {
    scrollToRow(row);
    await waitFor(() => expect(pagesAsked()).toContain(`${150 - last}+50`));
    await screen.findByRole('article', { name: `Video number ${150 - row}` });
  }
  await drawn();
}
it('asks for fifty rows at first, and for fifty more near the end', async () => {
  await openHistory();
  await drawn();
  expect(asked()).toEqual([{ sort: 'newest', fields: 'row', limit: '50' }]);
  expect(screen.getByRole('link', { name: 'Comments 150' })).toBeInTheDocument();
  expect(screen.getByText('Showing 150 of 150 comments')).toBeInTheDocument();
  expect(screen.getAllByRole('listitem')[0]).toHaveAttribute('aria-setsize', '150');
  scrollToRow(20);
  await drawn();
  expect(pagesAsked()).toEqual(['0+50']);
  await loadAll();
  expect(pagesAsked()).toEqual(['0+50', '50+50', '100+50']);
  scrollToRow(140);
  expect(await screen.findByRole('article', { name: 'Video number 1' })).toBeInTheDocument();
  await drawn();
  expect(pagesAsked()).toHaveLength(3);
});

it('says that the next page could not be loaded, and waits for the person', async () => {
  const { user } = await openHistory();
  server.once('GET /api/comments', () => problem(503, 'database_unavailable', 'The database is away.'));
  scrollToRow(38);
  expect(await screen.findByText('The next comments could not be loaded.')).toBeInTheDocument();
  scrollToRow(40);
  await drawn();
  expect(pagesAsked()).toEqual(['0+50', '50+50']);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  scrollToRow(60);
  expect(await screen.findByRole('article', { name: 'Video number 90' })).toBeInTheDocument();
  expect(screen.queryByText('The next comments could not be loaded.')).not.toBeInTheDocument();
  expect(pagesAsked()).toEqual(['0+50', '50+50', '50+50']);
});

it('shows a change of a comment on the second page, asking for that comment alone', async () => {
  const { tell } = await openHistory();
  await loadAll();
  const before = asked().length;
  change(75, { content: 'Edited elsewhere' });
  tell(75);
  scrollToRow(75);
  expect(await screen.findByText('Edited elsewhere')).toBeInTheDocument();
  await drawn();
  expect(asked().slice(before)).toEqual([{ sort: 'newest', fields: 'row', ids: '75', limit: '200' }]);
});

it('shows a new comment on top without loading the list again', async () => {
  const { tell } = await openHistory();
  change(151);
  tell(151);
  expect(await screen.findByText('Showing 151 of 151 comments')).toBeInTheDocument();
  expect(titles().slice(0, 2)).toEqual(['Video number 151', 'Video number 150']);
  expect(asked().map(({ ids }) => ids)).toEqual([undefined, '151']);
});

it('takes a comment out that the filter no longer lets through', async () => {
  change(7, { status: 'failed' });
  change(9, { status: 'failed' });
  const { user, tell } = await openHistory();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Failed');
  await screen.findByText('Showing 2 of 150 comments (filtered by status)');
  change(9, { status: 'approved' });
  tell(9);
  expect(await screen.findByText('Showing 1 of 150 comments (filtered by status)')).toBeInTheDocument();
  expect(titles()).toEqual(['Video number 7']);
});

it('says that a search found more than was counted, until all are loaded (rule 10.6)', async () => {
  await openHistory();
  fireEvent.change(screen.getByLabelText('Search comments'), { target: { value: 'text' } });
  await screen.findByText('Showing 100+ of 150 comments (filtered by words)');
  expect(screen.getAllByRole('listitem')[0]).toHaveAttribute('aria-setsize', '-1');
  await loadAll();
  expect(screen.getByText('Showing 150 of 150 comments (filtered by words)')).toBeInTheDocument();
  expect(screen.getAllByRole('listitem')[0]).toHaveAttribute('aria-setsize', '150');
});

it('asks for the rest of a comment once, when its row opens', async () => {
  const { user } = await openHistory();
  const row = await cardOf('Video number 149');
  const toggle = row.getByRole('button', { name: 'Video number 149' });
  await user.click(toggle);
  expect(await row.findByRole('heading', { name: 'AI Analysis' })).toBeInTheDocument();
  await user.click(toggle);
  await user.click(toggle);
  expect(row.getByRole('heading', { name: 'AI Analysis' })).toBeInTheDocument();
  expect(asked().slice(1)).toEqual([{ ids: '149' }]);
});

it('shows what it knows of an open row whose rest does not come, and tries again', async () => {
  const { user } = await openHistory();
  server.once('GET /api/comments', () => problem(503, 'database_unavailable', 'The database is away.'));
  const row = await cardOf('Video number 149');
  await user.click(row.getByRole('button', { name: 'Video number 149' }));
  expect(await row.findByText('The database is away.')).toBeInTheDocument();
  expect(row.getByText('Text number 149')).toBeInTheDocument();
  await user.click(row.getByRole('button', { name: 'Try Again' }));
  expect(await row.findByRole('heading', { name: 'AI Analysis' })).toBeInTheDocument();
});
