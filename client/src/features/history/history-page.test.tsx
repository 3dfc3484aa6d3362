import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { formatExact } from '../../lib/formats.ts';
import { aComment, anAnalysis, aQueueItem, aVideo } from '../../testing/factories.ts';
import { answerCommentList } from '../../testing/fake-history.ts';
import {
  brokenOff,
  type Call,
  createFakeServer,
  type FakeServer,
  held,
  json,
  problem,
} from '../../testing/fake-server.ts';
import { cardOf, drawn, expectLink, expectNotice, giveRowsHeight, scrollToRow } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { commentFilterOf, noFilter } from './history-filter.tsx';
import { HistoryPage } from './history-page.tsx';

let server: FakeServer;
let comments: Comment[];
beforeEach(() => {
  server = createFakeServer().on('GET /api/comments', (call) => answerCommentList(comments, call));
});

const asked = () => server.calls.filter(({ path }) => path === '/api/comments').map(({ query }) => query);
const titles = () => screen.queryAllByRole('article').map((row) => row.querySelector('h2')?.textContent);

const numbered = (id: number, over: Partial<Comment> = {}) =>
  aComment({ id, content: `Text number ${id}`, video: aVideo({ id, title: `Video number ${id}` }), ...over });

describe('history page', () => {
  const made = (id: number, day: number, over: Partial<Comment> = {}) =>
    numbered(id, { createdAt: `2026-11-${String(day).padStart(2, '0')}T09:00:00.000Z`, ...over });

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
      renderPage(<HistoryPage />, '/history');
      expect(screen.getByText('Loading the history')).toBeInTheDocument();
      expect(await screen.findByRole('heading', { name: 'No comments generated yet' })).toBeInTheDocument();
      expect(screen.getByRole('heading', { name: 'Comment History', level: 1 })).toBeInTheDocument();
      expectLink('Discover Videos', '/discover');
      expect(
        screen.getByText('Every comment you generate is kept here, with what became of it.'),
      ).toBeInTheDocument();
      expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
      const others = /^Showing|^Loading the history$|could not be loaded$/;
      expect(screen.queryByText(others)).not.toBeInTheDocument();
    });

    it('opens the comment in the address, and links back to all comments', async () => {
      const { user } = renderPage(<HistoryPage />, '/history?comment=3');
      expect(await screen.findByText('Text number 3')).toBeInTheDocument();
      expect(titles()).toEqual(['Video number 3']);
      await user.click(screen.getByRole('button', { name: 'Show All Comments' }));
      expect(await screen.findByText('Showing 3 of 3 comments')).toBeInTheDocument();
      expect(window.location.search).toBe('');
    });

    it('sorts by newest or oldest first (rule 2.16)', async () => {
      comments.push(made(5, 12), made(4, 12));
      const { user } = renderPage(<HistoryPage />, '/history');
      const posted = await cardOf('Video number 1');
      expect(screen.getByRole('list', { name: 'Comments' })).toBeInTheDocument();
      expect(titles()).toEqual([2, 5, 4, 3, 1].map((id) => `Video number ${id}`));
      expect(screen.getByRole('link', { name: 'Comments 5', current: 'page' })).toBeInTheDocument();
      expect(screen.queryByText('No comments generated yet')).not.toBeInTheDocument();
      expect(screen.getByText('Showing 5 of 5 comments')).toBeInTheDocument();
      expect(posted.getByText('Text number 1')).toBeInTheDocument();
      expect(posted.getByTitle(formatExact('2026-11-11T10:30:00.000Z'))).toBeInTheDocument();
      const sort = screen.getByRole('combobox', { name: 'Sort' });
      expect(optionsOf(sort)).toEqual(['Newest first', 'Oldest first']);
      const statuses = optionsOf(screen.getByRole('combobox', { name: 'Status' }));
      expect(statuses).toEqual(['All Status', 'Pending', 'Approved', 'Posted', 'Failed']);
      await user.selectOptions(sort, 'Oldest first');
      await waitFor(() => expect(titles()[0]).toBe('Video number 1'));
      expect(titles()).toEqual([1, 3, 4, 5, 2].map((id) => `Video number ${id}`));
    });
  });

  describe('an open row', () => {
    it('shows the comment, its counts, times and links (rules 2.16, 3.2)', async () => {
      const { user } = renderPage(<HistoryPage />, '/history');
      const posted = await cardOf('Video number 1');
      await user.click(posted.getByRole('button', { name: 'Video number 1' }));
      expect(posted.getByText('Quality 8.2/10')).toBeInTheDocument();
      expect(posted.getByText('Insightful & Technical')).toBeInTheDocument();
      const steps = within(posted.getByRole('list', { name: 'What became of it' })).getAllByRole('listitem');
      expect(steps.map(({ textContent }) => textContent)).toEqual([
        'Nov 10, 2025 at 9:00 AMCreated',
        'Nov 11 at 10:30 AMPosted as Ada on Systems',
        'Nov 12 at 8:00 AM3 likes, 1 reply',
      ]);
      expect(posted.getByText('Nov 10, 2026').parentElement).toHaveTextContent(/^Published/);
      expect(posted.getByText('Cluster Notes')).toBeInTheDocument();
      expect(posted.getByText('12.3K views')).toBeInTheDocument();
      expect(posted.getByText(/^Rolling updates, probes/)).toBeInTheDocument();
      expect(posted.getByRole('presentation')).toHaveAttribute('src', 'https://thumbnails.test/1.jpg');
      expect(posted.getByText('Text number 1')).toHaveAttribute('dir', 'auto');
      const analysis = posted.getByRole('heading', { name: 'AI Analysis' }).parentElement;
      expect(analysis).toHaveTextContent(
        'AI AnalysisPassed: Length 180 charactersEngagement potentialHighTechnical accuracySoundToneFriendlyPlatform complianceAll checks passed',
      );
      expect(posted.queryByText('This video is no longer available.')).not.toBeInTheDocument();
      expectLink('Open Comment on YouTube', 'https://www.youtube.com/watch?v=video-1&lc=abc', posted);
      expectLink('Watch on YouTube', 'https://www.youtube.com/watch?v=video-1', posted);
      await user.click(posted.getByRole('button', { name: 'Video number 1' }));
      expect(posted.queryByText('Quality 8.2/10')).not.toBeInTheDocument();
    });

    it('is in the address, so that a reload keeps open rows and filters (rule 2.16)', async () => {
      const first = renderPage(<HistoryPage />, '/history?sort=oldest');
      for (const id of [1, 3])
        await first.user.click(await screen.findByRole('button', { name: `Video number ${id}` }));
      const { search } = window.location;
      expect(new URLSearchParams(search).get('sort')).toBe('oldest');
      first.unmount();
      const { user } = renderPage(<HistoryPage />, `/history${search}`);
      const isOpen = () =>
        [1, 2, 3].map((id) =>
          screen.getByRole('button', { name: `Video number ${id}` }).getAttribute('aria-expanded'),
        );
      await screen.findByRole('button', { name: 'Video number 1' });
      expect(isOpen()).toEqual(['true', 'false', 'true']);
      await user.click(screen.getByRole('button', { name: 'Video number 1' }));
      await user.click(screen.getByRole('button', { name: 'Video number 3' }));
      expect(isOpen()).toEqual(['false', 'false', 'false']);
      expect(window.location.search).toBe('?sort=oldest');
    });

    it('shows why posting failed, and an analysis that is plain text (rule 2.16)', async () => {
      comments.push(made(4, 9, { status: 'failed', failureReason: null }));
      const { user } = renderPage(<HistoryPage />, '/history');
      const failed = await cardOf('Video number 3');
      const wordless = await cardOf('Video number 4');
      expect(wordless.getByText('Posting failed, and YouTube gave no reason.')).toBeInTheDocument();
      expect(failed.getByText('Comments are turned off for this video.')).toBeInTheDocument();
      expect(failed.getByText('Failed')).toBeInTheDocument();
      await user.click(failed.getByRole('button', { name: 'Video number 3' }));
      expect(failed.getByText('A short analysis in words.')).toBeInTheDocument();
      expect(failed.queryByText(/^Posted/)).not.toBeInTheDocument();
      expect(failed.queryByText('Open Comment on YouTube')).not.toBeInTheDocument();
    });

    it('shows failed checks, and that the video is no longer available', async () => {
      const checks = (
        ['length', 'links', 'profile_text', 'avoided_words', 'repetition', 'empty_praise'] as const
      ).map((name) => ({ name, passed: name !== 'links', detail: `(${name})` }));
      const video = aVideo({ title: 'Video number 1', available: false });
      comments = [
        made(1, 10, { analysis: anAnalysis({ checks }), video }),
        made(2, 9, { analysis: '' }),
        made(3, 8, { analysis: null }),
      ];
      const { user } = renderPage(<HistoryPage />, '/history');
      await user.click(await screen.findByRole('button', { name: 'Video number 1' }));
      const shown = checks.map(({ detail }) => screen.getByText(detail).parentElement?.textContent);
      expect(shown).toEqual([
        'Passed: Length (length)',
        'Not passed: Links (links)',
        'Passed: Profile text (profile_text)',
        'Passed: Avoided words (avoided_words)',
        'Passed: Earlier comments (repetition)',
        'Passed: Substance (empty_praise)',
      ]);
      expect(screen.getByText('This video is no longer available.')).toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: 'Video number 2' }));
      await user.click(screen.getByRole('button', { name: 'Video number 3' }));
      expect(screen.getAllByRole('heading', { name: 'AI Analysis' })).toHaveLength(1);
    });

    it('links from a failed comment to its place in the review queue (rule 7.20)', async () => {
      const { user } = renderPage(<HistoryPage />, '/history');
      const failed = await cardOf('Video number 3');
      await user.click(failed.getByRole('button', { name: 'Video number 3' }));
      expectLink('Review It', '/queue?comment=3', failed);
    });

    it('offers no review of a failed comment that is not in the queue', async () => {
      comments = [made(3, 12, { status: 'failed', inQueue: false })];
      const { user } = renderPage(<HistoryPage />, '/history');
      const failed = await cardOf('Video number 3');
      await user.click(failed.getByRole('button', { name: 'Video number 3' }));
      expect(await failed.findByRole('button', { name: 'Add to Queue' })).toBeInTheDocument();
      expect(failed.queryByRole('link', { name: 'Review It' })).not.toBeInTheDocument();
    });

    it('discards a pending draft outside the queue after a confirmation (rule 2.22)', async () => {
      server.on('DELETE /api/comments/:id', () => {
        comments = comments.filter(({ id }) => id !== 2);
        return new Response(null, { status: 204 });
      });
      const { user } = renderPage(<HistoryPage />, '/history');
      const loose = await cardOf('Video number 2');
      await user.click(loose.getByRole('button', { name: 'Video number 2' }));
      await user.click(await loose.findByRole('button', { name: 'Discard' }));
      const question = within(await screen.findByRole('alertdialog', { name: 'Discard Draft' }));
      expect(await question.findByText('Text number 2')).toBeInTheDocument();
      await user.click(question.getByRole('button', { name: 'Discard' }));
      await waitFor(() => expect(titles()).toEqual(['Video number 3', 'Video number 1']));
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
      const { user } = renderPage(<HistoryPage />, '/history');
      const rejected = await cardOf('Video number 2');
      await user.click(rejected.getByRole('button', { name: 'Video number 2' }));
      await user.click(await rejected.findByRole('button', { name: 'Re-review' }));
      await expectNotice('Comment Updated', 'Comment has been marked as pending.');
      expect(server.sent('PATCH /api/comments/:id')).toEqual([{ status: 'pending', revision: 4 }]);
      await waitFor(() => expect(rejected.queryByRole('button', { name: 'Re-review' })).toBeNull());
    });

    it('offers to queue a comment that is not in the queue', async () => {
      server.on('POST /api/queue', brokenOff);
      const { user } = renderPage(<HistoryPage />, '/history');
      const queued = await cardOf('Video number 3');
      await user.click(queued.getByRole('button', { name: 'Video number 3' }));
      expect(queued.queryByRole('button', { name: 'Add to Queue' })).not.toBeInTheDocument();
      const loose = await cardOf('Video number 2');
      await user.click(loose.getByRole('button', { name: 'Video number 2' }));
      await user.click(await loose.findByRole('button', { name: 'Add to Queue' }));
      await expectNotice('Error', 'Failed to add to queue');
      const answer = held(aQueueItem({ comment: made(2, 14) }), 201);
      server.on('POST /api/queue', answer.answer);
      await user.click(loose.getByRole('button', { name: 'Add to Queue' }));
      expect(loose.getByRole('button', { name: 'Add to Queue' })).toBeDisabled();
      answer.release();
      await expectNotice('Added to Queue', 'Comment has been added to your review queue.');
      expect(server.sent('POST /api/queue')[1]).toEqual({ commentId: 2, priority: 0, autoPost: false });
      await user.click(screen.getByRole('button', { name: 'Video number 1' }));
      const posted = await cardOf('Video number 1');
      expect(posted.queryByRole('button', { name: 'Add to Queue' })).not.toBeInTheDocument();
      for (const id of [1, 2, 3]) {
        const title = screen.getByRole('button', { name: `Video number ${id}` });
        expect(title).toHaveAttribute('aria-expanded', 'true');
      }
    });
  });
});

describe('history filters', () => {
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
  });

  const field = (name: string) => screen.getByLabelText(name);
  const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });

  async function openHistory() {
    const page = renderPage(<HistoryPage />, '/history');
    await screen.findByText('Showing 2 of 2 comments');
    return page;
  }

  it('sends every filter to the server, and names them in the footer', async () => {
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
    // The total is known from the unfiltered list, so it is not requested again.
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
    // In Cairo, this day has no midnight because of daylight saving time, but the next day has one.
    vi.stubEnv('TZ', 'Africa/Cairo');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(commentFilterOf({ ...noFilter, to: '2026-04-24' }).to).toBe('2026-04-24T21:00:00.000Z');
  });

  it('waits for a pause in typing, and clears at once', async () => {
    await openHistory();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
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
    type('Search comments', '');
    await pass(10);
    expect(titles()).toHaveLength(2);
  });

  it('keeps the old rows until the new ones have loaded', async () => {
    const { user } = await openHistory();
    const answer = held((call: Call) => answerCommentList(comments, call));
    server.once('GET /api/comments', answer.answer);
    await user.selectOptions(field('Style'), 'supportive');
    expect(screen.getByText('Searching…')).toBeInTheDocument();
    expect(titles()).toHaveLength(2);
    expect(screen.getByRole('list', { name: 'Comments' }).parentElement).toHaveAttribute('aria-busy', 'true');
    answer.release();
    await waitFor(() => expect(titles()).toEqual(['Probes in depth']));
  });

  it('keeps the filters when their request fails, and Show All clears them', async () => {
    const { user } = await openHistory();
    server.once('GET /api/comments', problem(503, 'database_unavailable', 'The database is away.'));
    type('Search comments', 'nothing has these words');
    await screen.findByText('The database is away.');
    expect(field('Search comments')).toHaveValue('nothing has these words');
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'No comment matches' })).toBeInTheDocument();
    expect(screen.getByText('Showing 0 of 2 comments (filtered by words)')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show All' }));
    expect(await screen.findByText('Showing 2 of 2 comments')).toBeInTheDocument();
    expect(field('Search comments')).toHaveValue('');
  });

  it('explains that answers to replies are listed here but not counted in Analytics (rule 2.16)', async () => {
    server.on('GET /api/replies/counts', {
      new: 0,
      read: 0,
      answered: 1,
      dismissed: 0,
      questions: 0,
      byCreator: 0,
      scheduled: 0,
    });
    await openHistory();
    expect(await screen.findByText(/^Your answers to replies are listed here too\./)).toBeInTheDocument();
  });

  it('refetches the total number of comments when a comment changes while a filter is set', async () => {
    const { user, client } = await openHistory();
    await user.selectOptions(field('Style'), 'supportive');
    await screen.findByText('Showing 1 of 2 comments (filtered by style)');
    comments.push(aComment({ id: 3, style: 'questioning', video: aVideo({ id: 3 }) }));
    await act(() => client.invalidateQueries({ queryKey: ['comments', 'total'] }));
    expect(await screen.findByText('Showing 1 of 3 comments (filtered by style)')).toBeInTheDocument();
    expect(asked().at(-1)).toEqual({ limit: '1', fields: 'ids' });
  });

  it('keeps the filters in the address (rule 2.16)', async () => {
    const { user, unmount } = await openHistory();
    type('Search comments', 'depth');
    await user.selectOptions(field('Sort'), 'Oldest first');
    await user.selectOptions(field('Style'), 'insightful');
    const kept = Object.fromEntries(new URLSearchParams(window.location.search));
    expect(kept).toEqual({ q: 'depth', sort: 'oldest', style: 'insightful' });
    unmount();
    renderPage(<HistoryPage />, '/history?status=nonsense&style=supportive&q=depth&to=tomorrow');
    expect(await screen.findByText('Showing 1 of 2 comments (filtered by words, style)')).toBeInTheDocument();
    expect(titles()).toEqual(['Probes in depth']);
    expect(field('Search comments')).toHaveValue('depth');
    expect(field('Status')).toHaveDisplayValue('All Status');
  });
});

describe('long history', () => {
  const pagesAsked = () => asked().map(({ cursor = '0', limit }) => `${cursor}+${limit}`);

  beforeEach(() => {
    giveRowsHeight();
    comments = Array.from({ length: 150 }, (_, index) => numbered(index + 1));
  });

  async function openHistory() {
    const page = renderPage(<HistoryPage />, '/history');
    await screen.findByRole('article', { name: 'Video number 150' });
    return page;
  }

  it('loads fifty rows at first, and fifty more near the end', async () => {
    await openHistory();
    await drawn();
    expect(asked()).toEqual([{ sort: 'newest', fields: 'row', limit: '50' }]);
    expect(screen.getByRole('link', { name: 'Comments 150' })).toBeInTheDocument();
    expect(screen.getByText('Showing 150 of 150 comments')).toBeInTheDocument();
    expect(screen.getAllByRole('listitem')[0]).toHaveAttribute('aria-setsize', '150');
    scrollToRow(20);
    await drawn();
    expect(pagesAsked()).toEqual(['0+50']);
    for (const [last, row] of [
      [100, 40],
      [50, 90],
    ] as const) {
      scrollToRow(row);
      await waitFor(() => expect(pagesAsked()).toContain(`${150 - last}+50`));
      await screen.findByRole('article', { name: `Video number ${150 - row}` });
    }
    await drawn();
    expect(pagesAsked()).toEqual(['0+50', '50+50', '100+50']);
    scrollToRow(140);
    expect(await screen.findByRole('article', { name: 'Video number 1' })).toBeInTheDocument();
    await drawn();
    expect(pagesAsked()).toHaveLength(3);
  });

  it('says that the next page could not be loaded, and waits for the user to retry', async () => {
    const { user } = await openHistory();
    server.once('GET /api/comments', problem(503, 'database_unavailable', 'The database is away.'));
    scrollToRow(38);
    expect(await screen.findByText('The next ones could not be loaded.')).toBeInTheDocument();
    scrollToRow(40);
    await drawn();
    expect(pagesAsked()).toEqual(['0+50', '50+50']);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    scrollToRow(60);
    expect(await screen.findByRole('article', { name: 'Video number 90' })).toBeInTheDocument();
    expect(screen.queryByText('The next ones could not be loaded.')).not.toBeInTheDocument();
    expect(pagesAsked()).toEqual(['0+50', '50+50', '50+50']);
  });

  it('shows what the list knows of an open row when the rest could not be loaded, and retries', async () => {
    const { user } = await openHistory();
    server.once('GET /api/comments', problem(503, 'database_unavailable', 'The database is away.'));
    const row = await cardOf('Video number 149');
    await user.click(row.getByRole('button', { name: 'Video number 149' }));
    expect(await row.findByText('The database is away.')).toBeInTheDocument();
    expect(row.getByText('Text number 149')).toBeInTheDocument();
    await user.click(row.getByRole('button', { name: 'Try Again' }));
    expect(await row.findByRole('heading', { name: 'AI Analysis' })).toBeInTheDocument();
  });
});
