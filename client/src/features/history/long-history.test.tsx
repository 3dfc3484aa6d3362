import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Comment } from '#shared/contracts/comments.ts';
import { cardOf } from '../../testing/cards.ts';
import { aComment, aVideo, someStats } from '../../testing/factories.ts';
import {
  type Call,
  createFakeServer,
  type FakeServer,
  held,
  json,
  problem,
} from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render.tsx';
import { HistoryPage } from './history-page.tsx';

/** Newest first, as the server lists them. */
const numbered = (count: number): Comment[] =>
  Array.from({ length: count }, (_, index) =>
    aComment({ id: count - index, video: aVideo({ title: `Video number ${count - index}` }) }),
  );
const asked = () =>
  server.calls.filter(({ path }) => path === '/api/comments').map(({ query }) => query['limit'] ?? 'all');

let server: FakeServer;
let comments: Comment[];

const answerList = ({ query: { limit } }: Call) => json(comments.slice(0, Number(limit ?? comments.length)));

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(62);
  comments = numbered(60);
  server = createFakeServer()
    .on('GET /api/comments', answerList)
    .on('GET /api/stats', someStats())
    .on('GET /api/queue', []);
});

it('loads fewer than fifty at once', async () => {
  comments = numbered(49);
  renderPage(<HistoryPage />, '/history');
  expect(await screen.findByText('49 comments')).toBeInTheDocument();
  expect(asked()).toEqual(['50']);
});

it('shows the newest fifty while the rest loads', async () => {
  const whole = held(comments);
  server.on('GET /api/comments', (call) => (call.query['limit'] ? answerList(call) : whole.answer(call)));
  const { user } = renderPage(<HistoryPage />, '/history');
  const newest = await cardOf('Video number 60');
  expect(asked()).toEqual(['50', 'all']);
  expect(screen.queryByText('Loading the history')).not.toBeInTheDocument();
  // A part of the history can be read, but not counted, filtered or sorted.
  expect(screen.getByText('Loading the rest…')).toBeInTheDocument();
  expect(screen.queryByText(/^\d+ comments$|^Showing/)).not.toBeInTheDocument();
  for (const choice of screen.getAllByRole('combobox')) expect(choice).toBeDisabled();
  await user.click(newest.getByRole('button', { name: 'Video number 60' }));
  expect(newest.getByText('Quality 8.2/10')).toBeInTheDocument();
  whole.release();
  expect(await screen.findByText('60 comments')).toBeInTheDocument();
  expect(screen.getByText('Showing 60 of 60 comments')).toBeInTheDocument();
  expect(newest.getByText('Quality 8.2/10')).toBeInTheDocument();
  for (const choice of screen.getAllByRole('combobox')) expect(choice).toBeEnabled();
});

it('says that it could not be loaded when the rest fails', async () => {
  server.on('GET /api/comments', (call) =>
    call.query['limit'] ? answerList(call) : problem(503, 'unavailable', 'The database is away.'),
  );
  const { user } = renderPage(<HistoryPage />, '/history');
  expect(await screen.findByText('The history could not be loaded')).toBeInTheDocument();
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
  server.on('GET /api/comments', answerList);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('60 comments')).toBeInTheDocument();
});
