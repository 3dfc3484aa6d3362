import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Comment } from '#shared/contracts/comments.ts';
import { cardOf } from '../../testing/cards.ts';
import { aComment, aQueueItem, aVideo, someStats } from '../../testing/factories.ts';
import { createFakeServer, type FakeServer, json, problem } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render.tsx';
import { HistoryPage } from './history-page.tsx';

let server: FakeServer;
let comments: Comment[];

const made = (id: number, day: number, over: Partial<Comment> = {}) =>
  aComment({
    id,
    createdAt: `2026-11-${String(day).padStart(2, '0')}T09:00:00.000Z`,
    content: `Text number ${id}`,
    video: aVideo({ id, title: `Video number ${id}` }),
    ...over,
  });

beforeEach(() => {
  comments = [
    made(1, 10, {
      status: 'posted',
      postedAt: '2026-11-11T10:30:00.000Z',
      youtubeCommentId: 'abc',
      youtubeUrl: 'https://www.youtube.com/watch?v=video-1&lc=abc',
      likeCount: 3,
      replyCount: 1,
    }),
    made(2, 14),
    made(3, 12, {
      status: 'failed',
      failureCode: 'comments_off',
      failureReason: 'Comments are turned off for this video.',
      analysis: 'A short analysis in words.',
    }),
  ];
  server = createFakeServer()
    .on('GET /api/comments', () => json(comments))
    .on('GET /api/stats', someStats())
    .on('GET /api/queue', [aQueueItem({ comment: made(3, 12) })]);
});

const titles = () => screen.getAllByRole('article').map((row) => row.querySelector('h2')?.textContent);
describe('the list', () => {
  it('says that there is nothing yet', async () => {
    comments = [];
    renderPage(<HistoryPage />, '/history');
    expect(await screen.findByRole('heading', { name: 'No comments generated yet' })).toBeInTheDocument();
  });

  it('shows the newest first, and the oldest when asked', async () => {
    const { user } = renderPage(<HistoryPage />, '/history');
    await cardOf('Video number 1');
    expect(titles()).toEqual(['Video number 2', 'Video number 3', 'Video number 1']);
    expect(screen.getByText('Showing 3 of 3 comments')).toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Oldest first');
    expect(titles()).toEqual(['Video number 1', 'Video number 3', 'Video number 2']);
  });

  it('filters by status, and says so', async () => {
    const { user } = renderPage(<HistoryPage />, '/history');
    await cardOf('Video number 1');
    const filter = screen.getByRole('combobox', { name: 'Status' });
    expect(
      within(filter)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['All Status', 'Pending', 'Approved', 'Posted', 'Failed']);
    await user.selectOptions(filter, 'Posted');
    expect(titles()).toEqual(['Video number 1']);
    expect(screen.getByText('Showing 1 of 3 comments (filtered by status)')).toBeInTheDocument();
    await user.selectOptions(filter, 'Approved');
    await user.click(screen.getByRole('button', { name: 'Show All' }));
    expect(titles()).toHaveLength(3);
  });

  it('says in words what went wrong', async () => {
    renderPage(<HistoryPage />, '/history');
    const failed = await cardOf('Video number 3');
    expect(failed.getByText('Comments are turned off for this video.')).toBeInTheDocument();
    expect(failed.getByText('Failed')).toBeInTheDocument();
  });

  it('says what happened when it cannot be loaded', async () => {
    server.on('GET /api/comments', () => problem(503, 'database_unavailable', 'The database is away.'));
    renderPage(<HistoryPage />, '/history');
    expect(await screen.findByText(/The database is away\./)).toBeInTheDocument();
  });
});

describe('an open row', () => {
  it('shows the comment, its figures, its times and its links', async () => {
    const { user } = renderPage(<HistoryPage />, '/history');
    const posted = await cardOf('Video number 1');
    await user.click(posted.getByRole('button', { name: 'Video number 1' }));
    expect(posted.getByText('Quality 8.2/10')).toBeInTheDocument();
    expect(posted.getByText('Insightful & Technical')).toBeInTheDocument();
    expect(posted.getByText('Nov 11, 2026, 10:30 AM')).toBeInTheDocument();
    expect(posted.getByText('Engagement potential')).toBeInTheDocument();
    expect(posted.getByText('3 likes, 1 reply')).toBeInTheDocument();
    expect(posted.getByRole('link', { name: 'Open Comment on YouTube' })).toHaveAttribute(
      'href',
      'https://www.youtube.com/watch?v=video-1&lc=abc',
    );
    expect(posted.getByRole('link', { name: 'Watch on YouTube' })).toHaveAttribute(
      'href',
      'https://www.youtube.com/watch?v=video-1',
    );
    await user.click(posted.getByRole('button', { name: 'Video number 1' }));
    expect(posted.queryByText('Quality 8.2/10')).not.toBeInTheDocument();
  });

  it('shows an analysis that is a text', async () => {
    const { user } = renderPage(<HistoryPage />, '/history');
    const failed = await cardOf('Video number 3');
    await user.click(failed.getByRole('button', { name: 'Video number 3' }));
    expect(failed.getByText('A short analysis in words.')).toBeInTheDocument();
  });

  it('offers the queue to a comment that is not in it', async () => {
    server.on('POST /api/queue', () => json(aQueueItem({ comment: made(2, 14) }), 201));
    const { user } = renderPage(<HistoryPage />, '/history');
    const queued = await cardOf('Video number 3');
    await user.click(queued.getByRole('button', { name: 'Video number 3' }));
    expect(queued.queryByRole('button', { name: 'Add to Queue' })).not.toBeInTheDocument();
    const loose = await cardOf('Video number 2');
    await user.click(loose.getByRole('button', { name: 'Video number 2' }));
    await user.click(await loose.findByRole('button', { name: 'Add to Queue' }));
    expect(await screen.findByText('Comment has been added to your review queue.')).toBeInTheDocument();
    expect(server.sent('POST /api/queue')).toEqual([{ commentId: 2, priority: 0, autoPost: false }]);
  });
});
