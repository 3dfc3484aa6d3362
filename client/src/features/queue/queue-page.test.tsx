import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { replyCounts } from '../../testing/factories.ts';
import {
  aNumberedItem,
  createFakeQueue,
  type FakeQueue,
} from '../../testing/fake-queue.ts';
import { brokenOff, databaseAway } from '../../testing/fake-server.ts';
import { catchDownloads, click, drawn, expectLink, press } from '../../testing/page.ts';
import { editor, opened, openQueue, renderQueue } from '../../testing/queue-screen.tsx';
import { renderPage } from '../../testing/render.tsx';
import { QueuePage } from './queue-page.tsx';

let queue: FakeQueue;

const openQueuePage = () => renderPage(<QueuePage />, '/queue');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00.000Z') });
  queue = createFakeQueue();
});

describe('the review queue', () => {
  it('offers to discover videos while it is empty (rule 2.13)', async () => {
    queue.items = [];
    openQueuePage();
    expect(
      await screen.findByRole('heading', { name: 'Queue is Empty' }),
    ).toBeInTheDocument();
    expect(
      screen.getByText(/^Comments you add to the queue wait here/),
    ).toBeInTheDocument();
    expectLink('Discover Videos', '/discover');
    expect(
      screen.queryByText(/^Loading the queue$|could not be loaded$/),
    ).not.toBeInTheDocument();
  });

  it('offers only the export while it is empty', async () => {
    queue.items = [];
    openQueuePage();
    await screen.findByRole('heading', { name: 'Queue is Empty' });
    expect(screen.getByRole('button', { name: 'Export Queue' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument();
    expect(
      screen.queryByRole('list', { name: 'Comments to review' }),
    ).not.toBeInTheDocument();
  });

  it('opens the first comment that arrives while it is empty (rule 2.13)', async () => {
    queue.items = [];
    const { client } = renderQueue();
    await screen.findByRole('heading', { name: 'Queue is Empty' });
    queue.items = [aNumberedItem(1)];
    await act(() => client.invalidateQueries());
    await opened('Video number 1');
    expect(editor()).toHaveValue('Draft number 1');
  });

  it('links to the scheduled comments once all are reviewed', async () => {
    queue.items = [
      aNumberedItem(
        1,
        { status: 'approved' },
        { scheduledFor: '2026-11-22T09:00:00.000Z' },
      ),
    ];
    openQueuePage();
    const onwards = await screen.findByRole('link', { name: 'Go to Scheduled (1)' });
    expect(
      screen.getByText('Nothing to review: the comment in your queue is scheduled.'),
    ).toBeInTheDocument();
    expect(onwards).toHaveAttribute('href', '/scheduled');
  });

  it('offers the bulk actions of a pending comment', async () => {
    queue.items = [aNumberedItem(1)];
    await openQueue();
    expect(
      await screen.findByRole('button', { name: 'Approve All' }),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: / Approved / })).not.toBeInTheDocument();
  });

  it('offers the bulk actions of an approved comment', async () => {
    queue.items = [aNumberedItem(1), aNumberedItem(2, { status: 'approved' })];
    await openQueue();
    for (const name of ['Approve All', 'Schedule Approved (1)', 'Post Approved Now (1)'])
      expect(await screen.findByRole('button', { name })).toBeInTheDocument();
  });

  it('shows why it could not be loaded (rule 2.5)', async () => {
    queue.server.on('GET /api/queue/index', databaseAway());
    openQueuePage();
    const words = 'The database is away. What you typed is kept on this browser.';
    expect(await screen.findByText(words)).toBeInTheDocument();
  });

  it('stays when it cannot be loaded again', async () => {
    const { client } = await openQueue();
    queue.server.on('GET /api/queue/index', brokenOff);
    await client.invalidateQueries({ queryKey: ['work'] });
    await drawn();
    expect(screen.getByRole('article', { name: 'Video number 1' })).toBeInTheDocument();
    expect(
      screen.queryByRole('heading', { name: 'The queue could not be loaded' }),
    ).not.toBeInTheDocument();
  });

  it.each([
    ['As CSV, for a spreadsheet', 'csv'],
    ['As JSON, with everything', 'json'],
  ])(
    'exports the queue as written by the server (rule 2.13): %s',
    async (choice, format) => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T20:00:00.000Z') });
      const files = catchDownloads();
      queue.server.on(
        'GET /api/queue/export',
        ({ query }) => new Response(`as ${query['format']}`),
      );
      await openQueue();
      await press('Export Queue');
      await click('menuitem', choice);
      await waitFor(() => expect(files).toHaveLength(1));
      expect(files[0]?.name).toBe(`chime-in-queue-2026-11-21.${format}`);
      expect(await files[0]?.text()).toBe(`as ${format}`);
    },
  );
});

describe('the open work', () => {
  /** Opens the queue and returns the links to open work. */
  async function openWork() {
    await openQueue();
    const work = within(await screen.findByRole('list', { name: 'Open work' }));
    return () =>
      work
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]);
  }

  it('is counted with links to its pages (rule 13.23)', async () => {
    queue.items = [
      aNumberedItem(1),
      aNumberedItem(2, { status: 'failed' }),
      aNumberedItem(3, { status: 'failed' }),
    ];
    queue.server
      .on('GET /api/replies/counts', replyCounts({ new: 3, read: 5 }))
      .on('GET /api/outcomes/summary', { hiddenThisWeek: 1, newReplies: 3 });
    const links = await openWork();
    await waitFor(() =>
      expect(links()).toEqual([
        ['1 to review, about 1 minute', '/queue?filter=pending'],
        ['3 new replies', '/history?tab=replies'],
        ['1 hidden comment', '/history?visibility=only_you'],
        ['2 failed', '/queue?filter=failed'],
      ]),
    );
  });

  it('leaves out what is zero', async () => {
    queue.items = [aNumberedItem(1)];
    queue.server
      .on('GET /api/replies/counts', replyCounts({ new: 1 }))
      .on('GET /api/outcomes/summary', { hiddenThisWeek: 0, newReplies: 1 });
    const links = await openWork();
    await waitFor(() =>
      expect(links()).toEqual([
        ['1 to review, about 1 minute', '/queue?filter=pending'],
        ['1 new reply', '/history?tab=replies'],
      ]),
    );
  });
});
