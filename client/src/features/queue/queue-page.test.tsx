import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { formatDateTime } from '../../lib/formats.ts';
import { aVideo, noMaterial } from '../../testing/factories.ts';
import { aNumberedItem, createFakeQueue, type FakeQueue } from '../../testing/fake-queue.ts';
import { brokenOff, problem } from '../../testing/fake-server.ts';
import { catchDownloads, drawn, expectLink } from '../../testing/page.ts';
import {
  editor,
  listed,
  openComment,
  opened,
  openQueue,
  renderQueue,
  rowOf,
} from '../../testing/queue-screen.tsx';
import { renderPage } from '../../testing/render.tsx';
import { QueuePage } from './queue-page.tsx';

let queue: FakeQueue;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00.000Z') });
  queue = createFakeQueue();
});

describe('the review queue', () => {
  it('offers to discover videos while it is empty (rule 2.13)', async () => {
    queue.items = [];
    renderPage(<QueuePage />, '/queue');
    expect(screen.getByText('Loading the queue')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Queue is Empty' })).toBeInTheDocument();
    expect(screen.getByText(/^Comments you add to the queue wait here/)).toBeInTheDocument();
    expectLink('Discover Videos', '/discover');
    expect(screen.getByRole('heading', { name: 'Review Queue', level: 1 })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Export Queue' })).toBeInTheDocument();
    expect(screen.queryByRole('list', { name: 'Comments to review' })).not.toBeInTheDocument();
    expect(screen.queryByText(/^Loading the queue$|could not be loaded$/)).not.toBeInTheDocument();
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
    queue.items = [aNumberedItem(1, { status: 'approved' }, { scheduledFor: '2026-11-22T09:00:00.000Z' })];
    renderPage(<QueuePage />, '/queue');
    const onwards = await screen.findByRole('link', { name: 'Go to Scheduled (1)' });
    expect(
      screen.getByText('Nothing to review: the comment in your queue is scheduled.'),
    ).toBeInTheDocument();
    expect(onwards).toHaveAttribute('href', '/scheduled');
  });

  it('leaves out scheduled and posted comments, and opens the first of the rest (rules 3.2, 4.4)', async () => {
    queue.items = [
      aNumberedItem(1, { status: 'approved' }, { scheduledFor: '2026-11-22T09:00:00.000Z' }),
      aNumberedItem(2, { status: 'posted' }),
      aNumberedItem(3),
    ];
    await openQueue();
    const third = await opened('Video number 3');
    expect(listed()).toEqual(['Video number 3']);
    expect(screen.getByRole('list', { name: 'Comments to review' })).toBeInTheDocument();
    expect(screen.queryByText('Queue is Empty')).not.toBeInTheDocument();
    expect(third.queryByText(/is no longer available on YouTube|^Posting failed/)).not.toBeInTheDocument();
    expect(third.getByText('82/100 Quality')).toHaveAttribute(
      'title',
      'Chime In’s estimate of how likely you are to post this text unchanged. The model reads it a second time, and each of its claims is looked up.',
    );
    expect(third.getByText('12.3K views')).toBeInTheDocument();
    expect(third.getByText('Cluster Notes')).toBeInTheDocument();
    expect(await third.findByText(/^Rolling updates, probes/)).toBeInTheDocument();
    expect(third.getByRole('presentation')).toHaveAttribute('src', 'https://thumbnails.test/1.jpg');
    expect(third.getByText('Insightful & Technical')).toBeInTheDocument();
    expect(third.getByText('Nov 20, 2026, 9:00 AM')).toBeInTheDocument();
    expect(third.getByText(/^Created/)).toBeInTheDocument();
    expectLink('Watch on YouTube', 'https://www.youtube.com/watch?v=video-3', third);
    expect(third.queryByText('Auto-post enabled')).not.toBeInTheDocument();
    expect(third.getByText('Pending')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Approve All' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: / Approved / })).not.toBeInTheDocument();
    expect(editor()).toHaveValue('Draft number 3');
    expect(screen.getByText('14/2000')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: '1 to review, about 1 minute' })).toBeInTheDocument();
  });

  it('shows a load error, and Try Again loads the queue (rule 2.5)', async () => {
    queue.server.on('GET /api/queue/index', problem(503, 'database_unavailable', 'The database is away.'));
    const { user, client } = renderPage(<QueuePage />, '/queue');
    const words = 'The database is away. What you typed is kept on this browser.';
    expect(await screen.findByText(words)).toBeInTheDocument();
    queue.server.on('GET /api/queue/index', queue.answerIndex);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('article', { name: 'Video number 1' })).toBeInTheDocument();
    queue.server.on('GET /api/queue/index', brokenOff);
    await client.invalidateQueries({ queryKey: ['work'] });
    await drawn();
    expect(screen.getByRole('article', { name: 'Video number 1' })).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'The queue could not be loaded' })).not.toBeInTheDocument();
  });

  it('offers the actions of each status (rule 2.13)', async () => {
    const failed = (id: number, failureCode: string, failureReason: string | null) =>
      aNumberedItem(id, { status: 'failed', failureCode, failureReason });
    queue.items = [
      aNumberedItem(1),
      aNumberedItem(2, { status: 'approved' }),
      aNumberedItem(3, { status: 'rejected' }),
      failed(4, 'processing_failure', 'It did not work.'),
      { ...failed(5, 'comments_off', null), heldDetail: 'It was held back.' },
      failed(6, 'text_too_long', 'The text is too long.'),
    ];
    const { user } = await openQueue();
    const names = async (title: string) =>
      (await openComment(user, title))
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label') ?? button.firstChild?.textContent)
        .filter((name) => name !== 'Show top comments')
        .slice(2);
    expect(await names('Video number 1')).toEqual(['Approve', 'Reject', 'Edit', 'Next']);
    expect(await names('Video number 2')).toEqual(['Edit', 'Next', 'Back to Review', 'Schedule', 'Post Now']);
    expect(await names('Video number 3')).toEqual(['Edit', 'Next', 'Re-review']);
    expect(await names('Video number 4')).toEqual(['Retry', 'Edit', 'Next', 'Schedule', 'Post Now']);
    expect(await names('Video number 5')).toEqual(['Retry', 'Edit', 'Next', 'Remove']);
    expect(await names('Video number 6')).toEqual(['Retry', 'Edit', 'Next', 'Edit Text']);
    expect((await openComment(user, 'Video number 4')).getByText('It did not work.')).toBeInTheDocument();
    for (const name of ['Approve All', 'Schedule Approved (1)', 'Post Approved Now (1)']) {
      expect(screen.getByRole('button', { name })).toBeInTheDocument();
    }
    await openComment(user, 'Video number 5');
    expect(screen.getByText('Posting failed, and YouTube gave no reason.')).toBeInTheDocument();
    expect(screen.queryByText('It was held back.')).not.toBeInTheDocument();
    await openComment(user, 'Video number 6');
    await user.click(screen.getByRole('button', { name: 'Edit Text' }));
    expect(editor()).toHaveFocus();
    expect(editor()).toHaveValue('Draft number 6');
    await openComment(user, 'Video number 5');
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() =>
      expect(queue.server.calls.map(({ method, path }) => `${method} ${path}`)).toContain(
        'DELETE /api/queue/105',
      ),
    );
    await user.click((await openComment(user, 'Video number 4')).getByRole('button', { name: 'Retry' }));
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([{ status: 'approved', revision: 1 }]);
  });

  it('folds the video’s topics and description into one line on a phone (rule 2.13)', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) => Object.assign(new EventTarget(), { matches: true, media }) as unknown as MediaQueryList,
    );
    queue.items = [
      aNumberedItem(1, { video: aVideo({ description: 'All about probes.', tags: ['DevOps'] }) }),
    ];
    const { user } = await openQueue();
    const about = await screen.findByText('About the video');
    expect(await screen.findByText('All about probes.')).not.toBeVisible();
    await user.click(about);
    expect(screen.getByText('All about probes.')).toBeVisible();
    expect(screen.getByText('DevOps')).toBeVisible();
  });

  it('loads the first three comments of others only on a press (rule 2.13)', async () => {
    const texts = ['How do you notice a slow shard?', 'It cost us a namespace.', 'Same here.', 'A fourth.'];
    const comments = texts.map((text, likeCount) => ({ author: `@viewer-${likeCount}`, text, likeCount }));
    queue.server.on('GET /api/videos/:id/material', { ...noMaterial(), comments });
    const { user } = await openQueue();
    expect(queue.server.calls.some(({ path }) => path.endsWith('/material'))).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Show top comments' }));
    const first = await screen.findByText(/How do you notice a slow shard/);
    expect(within(first.closest('ul') ?? first).getAllByRole('listitem')[1]).toHaveTextContent(
      '“It cost us a namespace.” @viewer-1, 1 like',
    );
    expect(screen.queryByText(/A fourth/)).not.toBeInTheDocument();
  });

  it('says when a video is unavailable or has no description', async () => {
    const told = { description: ' ', thumbnailUrl: null, available: false };
    queue.items = [aNumberedItem(1, { video: aVideo({ title: 'Video number 1', ...told }) })];
    await openQueue();
    expect(await screen.findByText('This video has no description.')).toBeInTheDocument();
    expect(screen.getByText('This video is no longer available on YouTube.')).toBeInTheDocument();
    expect(screen.getByTestId('no-thumbnail')).toBeInTheDocument();
  });

  it('says when an auto-post comment will be posted (rule 4.5)', async () => {
    const dueAt = new Date(Date.now() + 5.5 * 3_600_000).toISOString();
    const held = { blockedReason: 'daily_cap', heldDetail: 'Your limit of today is reached.' } as const;
    queue.items = [aNumberedItem(1, { status: 'approved' }, { autoPost: true, dueAt, ...held })];
    const { client } = await openQueue();
    expect(screen.getByText('Auto-post enabled')).toBeInTheDocument();
    expect(screen.getByText(/^Will be posted/)).toHaveTextContent(
      `Will be posted in 5h, on ${formatDateTime(dueAt)}`,
    );
    expect(screen.getByText(/^Your limit of today is reached\./)).toBeInTheDocument();
    expectLink('Open Settings', '/settings');
    queue.items = [aNumberedItem(1, { status: 'approved' }, { dueAt: '2026-11-20T09:00:00.000Z' })];
    await client.invalidateQueries({ queryKey: ['work'] });
    expect(await screen.findByText(/Will be posted any moment/)).toBeInTheDocument();
    expect(screen.queryByText('Auto-post enabled')).not.toBeInTheDocument();
    // A pending comment shows no auto-post time, whatever dueAt says.
    const late = { blockedReason: 'overdue', heldDetail: 'It was more than a day late.' } as const;
    queue.items = [aNumberedItem(1, {}, { dueAt, ...late })];
    await client.invalidateQueries({ queryKey: ['work'] });
    const card = await opened();
    expect(await card.findByText('Pending')).toBeInTheDocument();
    expect(screen.getByText('It was more than a day late.')).toBeInTheDocument();
    // No setting can change this, so no link to Settings is shown.
    expect(screen.queryByRole('link', { name: 'Open Settings' })).not.toBeInTheDocument();
    expect(screen.queryByText(/Will be posted/)).not.toBeInTheDocument();
  });

  it('exports the queue as CSV or JSON, as written by the server (rule 2.13)', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T20:00:00.000Z') });
    const files = catchDownloads();
    queue.server.on('GET /api/queue/export', ({ query }) => new Response(`as ${query['format']}`));
    const { user } = await openQueue();
    for (const choice of ['As CSV, for a spreadsheet', 'As JSON, with everything']) {
      await user.click(screen.getByRole('button', { name: 'Export Queue' }));
      await user.click(await screen.findByRole('menuitem', { name: choice }));
    }
    await waitFor(() =>
      expect(files.map(({ name }) => name)).toEqual([
        'chime-in-queue-2026-11-21.csv',
        'chime-in-queue-2026-11-21.json',
      ]),
    );
    expect(await Promise.all(files.map((file) => file.text()))).toEqual(['as csv', 'as json']);
  });

  it('disables everything while a comment is being posted', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T20:00:00.000Z') });
    const nextTryAt = '2026-11-22T09:00:00.000Z';
    const posting = { state: 'confirming', reason: 'We are looking.', nextTryAt } as const;
    queue.items = [aNumberedItem(1, { status: 'approved', posting }, { heldDetail: 'It was held back.' })];
    const { client, user } = await openQueue();
    await user.keyboard('xp{Enter}r');
    expect(queue.server.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(screen.getByRole('article', { name: 'Video number 1' })).toBeInTheDocument();
    expect(screen.queryByText('It was held back.')).not.toBeInTheDocument();
    expect(screen.getByText(/^Sent\. Waiting for YouTube to confirm it\./)).toHaveTextContent(
      'We are looking. Next check Nov 22 at 9:00 AM.',
    );
    expect(screen.getByRole('button', { name: 'Post Now' })).toBeDisabled();
    expect(editor()).toHaveAttribute('readonly');
    expect(screen.queryByRole('button', { name: /Post Approved Now|Approve All/ })).not.toBeInTheDocument();
    expect(screen.getByText('Confirming')).toBeInTheDocument();
    expect(screen.queryByText(/ Failed$/)).not.toBeInTheDocument();
    const waiting = { state: 'waiting', reason: 'YouTube is slow.', nextTryAt } as const;
    queue.items = [1, 2].map((id) => aNumberedItem(id, { status: 'approved', posting: waiting }));
    await client.invalidateQueries({ queryKey: ['work'] });
    expect(await screen.findByText(/^Waiting to be posted\. YouTube is slow\./)).toHaveTextContent(
      'Next try Nov 22 at 9:00 AM.',
    );
    const open = await opened('Video number 1');
    expect(open.getByRole('button', { name: 'Post Now' })).toBeEnabled();
    expect(editor()).not.toHaveAttribute('readonly');
    // The open card shows a sentence, a row in the list only one word.
    expect(open.queryByText('Waiting')).not.toBeInTheDocument();
    expect(within(rowOf('Video number 2')).getByText('Waiting')).toBeInTheDocument();
  });
});

it('counts open work on other pages with links, and omits zeros (rule 13.23)', async () => {
  const queue = createFakeQueue();
  queue.items = [
    aNumberedItem(1),
    aNumberedItem(2, { status: 'failed' }),
    aNumberedItem(3, { status: 'failed' }),
  ];
  queue.server
    .on('GET /api/replies/counts', {
      new: 3,
      read: 5,
      answered: 0,
      dismissed: 0,
      questions: 0,
      byCreator: 0,
      scheduled: 0,
    })
    .on('GET /api/outcomes/summary', { hiddenThisWeek: 1, newReplies: 3 });
  const { client } = await openQueue();
  const work = within(await screen.findByRole('list', { name: 'Open work' }));
  const links = () => work.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  await waitFor(() =>
    expect(links()).toEqual([
      ['1 to review, about 1 minute', '/queue?filter=pending'],
      ['3 new replies', '/history?tab=replies'],
      ['1 hidden comment', '/history?visibility=only_you'],
      ['2 failed', '/queue?filter=failed'],
    ]),
  );
  queue.server
    .on('GET /api/replies/counts', {
      new: 1,
      read: 0,
      answered: 0,
      dismissed: 0,
      questions: 0,
      byCreator: 0,
      scheduled: 0,
    })
    .on('GET /api/outcomes/summary', { hiddenThisWeek: 0, newReplies: 1 });
  await client.invalidateQueries();
  await waitFor(() =>
    expect(links().map(([words]) => words)).toEqual([
      '1 to review, about 1 minute',
      '1 new reply',
      '2 failed',
    ]),
  );
});
