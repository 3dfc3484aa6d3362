import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { formatExact } from '../../lib/formats.ts';
import { anAnalysis, aQueueItem, aVideo } from '../../testing/factories.ts';
import {
  createHistoryServer,
  numbered,
  shownTitles,
} from '../../testing/fake-history.ts';
import { brokenOff, type FakeServer, held, json } from '../../testing/fake-server.ts';
import {
  cardOf,
  commentSteps,
  expectLink,
  expectNotice,
  findQuestion,
  press,
  select,
} from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { HistoryPage } from './history-page.tsx';

let server: FakeServer;
let comments: Comment[];
const openHistory = () => renderPage(<HistoryPage />, '/history');

beforeEach(() => {
  server = createHistoryServer(() => comments);
});

describe('history page', () => {
  const made = (id: number, day: number, over: Partial<Comment> = {}) =>
    numbered(id, {
      createdAt: `2026-11-${String(day).padStart(2, '0')}T09:00:00.000Z`,
      ...over,
    });

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00.000Z') });
    comments = [
      made(1, 10, {
        status: 'posted',
        createdAt: '2025-11-10T09:00:00.000Z',
        postedAt: '2026-11-11T10:30:00.000Z',
        youtubeCommentId: 'abc',
        youtubeUrl: 'https://www.youtube.com/watch?v=video-1&lc=abc',
        likeCount: 3,
        replyCount: 1,
        outcomesCheckedAt: '2026-11-12T08:00:00.000Z',
        visibility: 'public',
      }),
      made(2, 14),
      made(3, 12, {
        status: 'failed',
        failureCode: 'comments_off',
        failureReason: 'Comments are turned off for this video.',
        analysis: 'A short analysis in words.',
        inQueue: true,
      }),
    ];
  });

  const optionsOf = (select: HTMLElement) =>
    within(select)
      .getAllByRole('option')
      .map((option) => option.textContent);
  describe('the list', () => {
    it('says when there are no comments yet (rule 2.16)', async () => {
      comments = [];
      openHistory();
      expect(
        await screen.findByRole('heading', { name: 'No comments generated yet' }),
      ).toBeInTheDocument();
      expectLink('Discover Videos', '/discover');
      expect(
        screen.getByText(
          'Every comment you generate is kept here, with what became of it.',
        ),
      ).toBeInTheDocument();
      expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
      const others = /^Showing|^Loading the history$|could not be loaded$/;
      expect(screen.queryByText(others)).not.toBeInTheDocument();
    });

    it('shows only the comment in the address', async () => {
      renderPage(<HistoryPage />, '/history?comment=3');
      expect(await screen.findByText('Text number 3')).toBeInTheDocument();
      expect(shownTitles()).toEqual(['Video number 3']);
    });

    it('returns from one comment to all of them', async () => {
      renderPage(<HistoryPage />, '/history?comment=3');
      await press('Show All Comments');
      expect(await screen.findByText('Showing 3 of 3 comments')).toBeInTheDocument();
      expect(window.location.search).toBe('');
    });

    it('counts the comments', async () => {
      openHistory();
      expect(await screen.findByText('Showing 3 of 3 comments')).toBeInTheDocument();
      expect(
        screen.getByRole('link', { name: 'Comments 3', current: 'page' }),
      ).toBeInTheDocument();
      expect(screen.queryByText('No comments generated yet')).not.toBeInTheDocument();
    });

    it('shows the text of a comment and when it was posted', async () => {
      openHistory();
      const posted = await cardOf('Video number 1');
      expect(posted.getByText('Text number 1')).toBeInTheDocument();
      expect(
        posted.getByTitle(formatExact('2026-11-11T10:30:00.000Z')),
      ).toBeInTheDocument();
    });

    it('offers two orders and every status but rejected', async () => {
      openHistory();
      const sort = await screen.findByRole('combobox', { name: 'Sort' });
      expect(optionsOf(sort)).toEqual(['Newest first', 'Oldest first']);
      const statuses = optionsOf(screen.getByRole('combobox', { name: 'Status' }));
      expect(statuses).toEqual(['All Status', 'Pending', 'Approved', 'Posted', 'Failed']);
    });

    it('sorts by newest or oldest first (rule 2.16)', async () => {
      comments.push(made(5, 12), made(4, 12));
      openHistory();
      await cardOf('Video number 1');
      expect(shownTitles()).toEqual([2, 5, 4, 3, 1].map((id) => `Video number ${id}`));
      await select('Sort', 'Oldest first');
      await waitFor(() => expect(shownTitles()[0]).toBe('Video number 1'));
      expect(shownTitles()).toEqual([1, 3, 4, 5, 2].map((id) => `Video number ${id}`));
    });
  });

  describe('an open row', () => {
    /** Returns the ids of the open rows. */
    const openRows = () =>
      [1, 2, 3].filter(
        (id) =>
          screen.queryByRole('button', { name: `Video number ${id}`, expanded: true }) !==
          null,
      );

    /** Opens the row of a comment. */
    async function openRow(id: number) {
      const page = openHistory();
      const row = await cardOf(`Video number ${id}`);
      await press(`Video number ${id}`, row);
      return { ...page, row };
    }

    it('shows the comment with its score and style (rules 2.16, 3.2)', async () => {
      const { row } = await openRow(1);
      expect(row.getByText('Text number 1')).toHaveAttribute('dir', 'auto');
      expect(row.getByText('Quality 8.2/10')).toBeInTheDocument();
      expect(row.getByText('Insightful & Technical')).toBeInTheDocument();
    });

    it('shows what became of the comment, with times', async () => {
      await openRow(1);
      expect(commentSteps()).toEqual([
        ['Nov 10, 2025 at 9:00 AM', 'Created'],
        ['Nov 11 at 10:30 AM', 'Posted as Ada on Systems'],
        ['Nov 12 at 8:00 AM', '3 likes, 1 reply'],
      ]);
    });

    it('shows the video', async () => {
      const { row } = await openRow(1);
      expect(row.getByText('Cluster Notes')).toBeInTheDocument();
      expect(row.getByText('12.3K views')).toBeInTheDocument();
      expect((await row.findByText('Nov 10, 2026')).parentElement).toHaveTextContent(
        /^Published/,
      );
      expect(row.getByText(/^Rolling updates, probes/)).toBeInTheDocument();
      expect(row.getByRole('presentation')).toHaveAttribute(
        'src',
        'https://thumbnails.test/1.jpg',
      );
      expect(
        row.queryByText('This video is no longer available.'),
      ).not.toBeInTheDocument();
    });

    it('links to the comment and the video on YouTube', async () => {
      const { row } = await openRow(1);
      expectLink(
        'Open Comment on YouTube',
        'https://www.youtube.com/watch?v=video-1&lc=abc',
        row,
      );
      expectLink('Watch on YouTube', 'https://www.youtube.com/watch?v=video-1', row);
    });

    it('is closed by another press on its title', async () => {
      const { row } = await openRow(1);
      await press('Video number 1', row);
      expect(row.queryByText('Quality 8.2/10')).not.toBeInTheDocument();
    });

    it('is in the address, so that a reload keeps open rows and filters (rule 2.16)', async () => {
      const { unmount } = renderPage(<HistoryPage />, '/history?sort=oldest');
      for (const id of [1, 3]) await press(`Video number ${id}`);
      const { search } = window.location;
      unmount();
      renderPage(<HistoryPage />, `/history${search}`);
      await screen.findByRole('button', { name: 'Video number 1' });
      expect(openRows()).toEqual([1, 3]);
      expect(new URLSearchParams(search).get('sort')).toBe('oldest');
    });

    it('leaves the address when it is closed', async () => {
      const { row } = await openRow(1);
      await select('Sort', 'Oldest first');
      await press('Video number 1', row);
      expect(openRows()).toEqual([]);
      expect(window.location.search).toBe('?sort=oldest');
    });

    it('shows why posting failed (rule 2.16)', async () => {
      const { row } = await openRow(3);
      expect(row.getByText('Failed')).toBeInTheDocument();
      expect(
        row.getByText('Comments are turned off for this video.'),
      ).toBeInTheDocument();
      expect(row.queryByText(/^Posted/)).not.toBeInTheDocument();
      expect(row.queryByText('Open Comment on YouTube')).not.toBeInTheDocument();
    });

    it('says when YouTube gave no reason', async () => {
      comments = [made(4, 9, { status: 'failed', failureReason: null })];
      openHistory();
      const row = await cardOf('Video number 4');
      expect(
        row.getByText('Posting failed, and YouTube gave no reason.'),
      ).toBeInTheDocument();
    });

    it('shows an analysis that is plain text', async () => {
      const { row } = await openRow(3);
      expect(await row.findByText('A short analysis in words.')).toBeInTheDocument();
    });

    it.each([
      ['length', true, 'Passed: Length (length)'],
      ['links', false, 'Not passed: Links (links)'],
      ['profile_text', true, 'Passed: Profile text (profile_text)'],
      ['avoided_words', true, 'Passed: Avoided words (avoided_words)'],
      ['repetition', true, 'Passed: Earlier comments (repetition)'],
      ['empty_praise', true, 'Passed: Substance (empty_praise)'],
    ] as const)('shows whether a check passed: %s', async (name, passed, words) => {
      comments = [
        made(1, 10, {
          analysis: anAnalysis({ checks: [{ name, passed, detail: `(${name})` }] }),
        }),
      ];
      const { row } = await openRow(1);
      expect((await row.findByText(`(${name})`)).parentElement).toHaveTextContent(words);
    });

    it('says that the video is no longer available', async () => {
      comments = [
        made(1, 10, { video: aVideo({ title: 'Video number 1', available: false }) }),
      ];
      const { row } = await openRow(1);
      expect(
        await row.findByText('This video is no longer available.'),
      ).toBeInTheDocument();
    });

    it.each(['', null])('shows no analysis when there is none: %j', async (analysis) => {
      comments = [made(1, 10, { analysis })];
      const { row } = await openRow(1);
      await row.findByText(/^Rolling updates, probes/);
      expect(row.queryByRole('heading', { name: 'AI Analysis' })).not.toBeInTheDocument();
    });

    it('links from a failed comment to its place in the review queue (rule 7.20)', async () => {
      const { row } = await openRow(3);
      expectLink('Review It', '/queue?comment=3', row);
    });

    it('offers no review of a failed comment that is not in the queue', async () => {
      comments = [made(3, 12, { status: 'failed', inQueue: false })];
      const { row } = await openRow(3);
      expect(
        await row.findByRole('button', { name: 'Add to Queue' }),
      ).toBeInTheDocument();
      expect(row.queryByRole('link', { name: 'Review It' })).not.toBeInTheDocument();
    });

    it('discards a pending draft outside the queue after a confirmation (rule 2.22)', async () => {
      server.on('DELETE /api/comments/:id', () => {
        comments = comments.filter(({ id }) => id !== 2);
        return new Response(null, { status: 204 });
      });
      const { row } = await openRow(2);
      await press('Discard', row);
      const question = await findQuestion('Discard Draft');
      expect(await question.findByText('Text number 2')).toBeInTheDocument();
      await press('Discard', question);
      await waitFor(() =>
        expect(shownTitles()).toEqual(['Video number 3', 'Video number 1']),
      );
      const deletions = server.calls.filter(({ method }) => method === 'DELETE');
      expect(deletions.map(({ path, query }) => ({ path, query }))).toEqual([
        { path: '/api/comments/2', query: { revision: String(made(2, 14).revision) } },
      ]);
    });

    it('sends a rejected comment back to review (rule 4.12)', async () => {
      comments = [made(2, 14, { status: 'rejected', inQueue: true, revision: 4 })];
      server.on('PATCH /api/comments/:id', () => {
        comments = [made(2, 14, { status: 'pending', inQueue: true, revision: 5 })];
        return json(comments[0]);
      });
      const { row } = await openRow(2);
      await press('Re-review', row);
      await expectNotice('Comment Updated', 'Comment has been marked as pending.');
      expect(server.sent('PATCH /api/comments/:id')).toEqual([
        { status: 'pending', revision: 4 },
      ]);
      await waitFor(() =>
        expect(row.queryByRole('button', { name: 'Re-review' })).toBeNull(),
      );
    });

    it('adds a comment to the queue', async () => {
      server.on('POST /api/queue', json(aQueueItem({ comment: made(2, 14) }), 201));
      const { row } = await openRow(2);
      await press('Add to Queue', row);
      await expectNotice(
        'Added to Queue',
        'Comment has been added to your review queue.',
      );
      expect(server.sent('POST /api/queue')).toEqual([
        { commentId: 2, priority: 0, autoPost: false },
      ]);
    });

    it('stays open after its comment was added to the queue', async () => {
      server.on('POST /api/queue', json(aQueueItem({ comment: made(2, 14) }), 201));
      const { row } = await openRow(2);
      await press('Add to Queue', row);
      await expectNotice('Added to Queue');
      expect(openRows()).toEqual([2]);
    });

    it('disables Add to Queue while the comment is added', async () => {
      const answer = held(aQueueItem({ comment: made(2, 14) }), 201);
      server.on('POST /api/queue', answer.answer);
      const { row } = await openRow(2);
      await press('Add to Queue', row);
      expect(row.getByRole('button', { name: 'Add to Queue' })).toBeDisabled();
      answer.release();
      await expectNotice('Added to Queue');
    });

    it('says that a comment could not be added to the queue', async () => {
      server.on('POST /api/queue', brokenOff);
      const { row } = await openRow(2);
      await press('Add to Queue', row);
      await expectNotice('Error', 'Failed to add to queue');
    });

    it.each([
      ['is queued already', 3],
      ['was posted', 1],
    ])('offers no queue for a comment that %s', async (_, id) => {
      const { row } = await openRow(id);
      await row.findByRole('heading', { name: 'AI Analysis' });
      expect(row.queryByRole('button', { name: 'Add to Queue' })).not.toBeInTheDocument();
    });
  });
});
