import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { cardOf } from '../../testing/cards.ts';
import { aNumberedItem, createFakeQueue, type FakeQueue } from '../../testing/fake-queue.ts';
import { held, json, problem } from '../../testing/fake-server.ts';
import { editor, openQueue } from '../../testing/queue-screen.tsx';
import { renderPage } from '../../testing/render.tsx';
import { QueuePage } from './queue-page.tsx';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => aNumberedItem(index + 1));
const asked = ({ server }: FakeQueue) =>
  server.calls.filter(({ path }) => path === '/api/queue').map(({ query }) => query);

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
});

it('loads a queue of fewer than fifty in one request', async () => {
  queue.items = numbered(49);
  await openQueue();
  expect(await screen.findByText('49 comments')).toBeInTheDocument();
  expect(asked(queue)).toEqual([{ limit: '50' }]);
});

it('shows the first fifty while the rest loads, and keeps what is typed and decided', async () => {
  queue.items = numbered(60);
  const whole = held(null);
  queue.server.on('GET /api/queue', async (call) => {
    const answer = queue.answerList(call);
    if (!call.query['limit']) await whole.answer(call);
    return answer;
  });
  await openQueue();
  expect(asked(queue)).toEqual([{ limit: '50' }, {}]);
  expect(screen.queryByText('Loading the queue')).not.toBeInTheDocument();
  expect(screen.queryByText(/^\d+ comments$|left to review/)).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Export|All/ })).not.toBeInTheDocument();

  fireEvent.change(editor(), { target: { value: 'Draft number 1, and more' } });
  fireEvent.click((await cardOf('Video number 1')).getByRole('button', { name: 'Approve' }));
  expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([]);
  whole.release();
  expect(await screen.findByText('Comment Approved')).toBeInTheDocument();
  expect(await screen.findByText('60 comments')).toBeInTheDocument();
  expect(screen.getByText(/^59 left to review/)).toBeInTheDocument();
  expect(queue.server.sent('PATCH /api/comments/:id')).toMatchObject([
    { content: 'Draft number 1, and more' },
    { status: 'approved' },
  ]);
  expect(screen.getByRole('button', { name: 'Export Queue' })).toBeInTheDocument();
});

it('says that the queue could not be loaded if the rest does not come (rule 2.5)', async () => {
  queue.items = numbered(60);
  queue.server.on('GET /api/queue', ({ query }) =>
    query['limit'] ? json(queue.items.slice(0, 50)) : problem(503, 'unavailable', 'The database is away.'),
  );
  renderPage(<QueuePage />, '/queue');
  expect(await screen.findByText('The queue could not be loaded')).toBeInTheDocument();
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
  queue.server.on('GET /api/queue', queue.answerList);
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('60 comments')).toBeInTheDocument();
});
