import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openResults } from '../../testing/discover-screen.tsx';
import {
  aComment,
  aCommentState,
  aFoundVideo,
  aQueueItem,
  aSearchAnswer,
  someQuota,
} from '../../testing/factories.ts';
import { createFrameServer } from '../../testing/fake-frame.ts';
import { brokenOff, type FakeServer, json, problem } from '../../testing/fake-server.ts';
import { catchDownloads, expectNotice, press, select } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { DiscoverPage } from './discover-page.tsx';

let server: FakeServer;

const openDiscover = () => renderPage(<DiscoverPage />);

beforeEach(() => {
  server = createFrameServer()
    .on('GET /api/comments', [])
    .on('GET /api/videos/search', aSearchAnswer([aFoundVideo()]));
});

const field = () => screen.getByRole('searchbox', { name: 'Search for videos' });
const searched = () => openResults('kubernetes');
const searches = () => server.calls.filter(({ path }) => path === '/api/videos/search');

describe('searching', () => {
  it('invites the user to search, with the field focused (rule 2.7)', () => {
    renderPage(<DiscoverPage />, '/');
    expect(
      screen.getByRole('heading', { name: 'Search for Videos' }),
    ).toBeInTheDocument();
    expect(field()).toHaveFocus();
    expect(
      screen.queryByRole('button', { name: 'Clear Results' }),
    ).not.toBeInTheDocument();
  });

  it('says how many searches are left', async () => {
    renderPage(<DiscoverPage />, '/');
    expect(await screen.findByTitle(/^Resets/)).toHaveTextContent(
      '97 searches left today',
    );
  });

  it('offers every filter, each off at first (rule 2.6)', () => {
    openDiscover();
    const offered = screen.getAllByRole<HTMLSelectElement>('combobox').map((filter) => {
      expect(filter).toHaveValue('');
      const options = [...filter.options].map(({ text, value }) =>
        value ? `${text} (${value})` : text,
      );
      return `${filter.labels[0]?.textContent}: ${options.join(', ')}`;
    });
    expect(offered).toEqual([
      'Upload Date: Any, Last 24 hours (day), Last week (week), Last month (month), Last year (year)',
      'View Count: Any, 1K - 10K views (1k-10k), 10K - 100K views (10k-100k), 100K+ views (100k+)',
      'Relevance: Any, Most relevant (relevance), Most recent (date), Most viewed (views)',
      'Language: Any',
    ]);
  });

  it('offers the intelligent mode, which is not announced before it is used', () => {
    openDiscover();
    expect(
      screen.getByRole('switch', { name: /Intelligent Discovery Mode/ }),
    ).toHaveAccessibleDescription(
      'AI-powered engagement scoring, content analysis and recommendations',
    );
    expect(screen.queryByText('AI Enhanced')).not.toBeInTheDocument();
  });

  it('does not search for an empty query (rule 5.1)', async () => {
    const { user } = openDiscover();
    await user.type(field(), '   {Enter}');
    expect(searches()).toEqual([]);
    expect(screen.getByRole('button', { name: 'Search Videos' })).toBeDisabled();
  });

  it('says when nothing was found (rule 2.7)', async () => {
    server.on('GET /api/videos/search', aSearchAnswer([]));
    searched();
    expect(
      await screen.findByRole('heading', { name: 'No Videos Found' }),
    ).toBeInTheDocument();
    expect(
      screen.getByText('Try adjusting your search query or filters'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Results' })).not.toBeInTheDocument();
  });

  it('shows why a search failed (rule 2.7)', async () => {
    server.on(
      'GET /api/videos/search',
      problem(429, 'quota_spent', 'No searches are left today.'),
    );
    searched();
    expect(
      await screen.findByRole('heading', { name: 'Search Error' }),
    ).toBeInTheDocument();
    expect(screen.getByText('No searches are left today.')).toBeInTheDocument();
  });

  it('says that a search failed when the server gives no reason', async () => {
    // A response of 400 is not retried.
    server.on(
      'GET /api/videos/search',
      () => new Response(brokenOff().body, { status: 400 }),
    );
    searched();
    expect(await screen.findByText('Failed to search videos')).toBeInTheDocument();
  });

  it('searches again on Try Again', async () => {
    server.once(
      'GET /api/videos/search',
      problem(429, 'quota_spent', 'No searches are left today.'),
    );
    searched();
    await press('Try Again');
    expect(await screen.findByText('Found 1 video for "kubernetes"')).toBeInTheDocument();
  });

  it('retries a search without an answer three times, then shows an error (rule 9.1)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    server.on(
      'GET /api/videos/search',
      problem(503, 'youtube_unavailable', 'YouTube is away.'),
    );
    searched();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.getByText('YouTube is away.')).toBeInTheDocument();
    expect(searches()).toHaveLength(4);
  });

  it('says when a failed search can be retried (rule 9.2)', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T09:59:00.000Z') });
    const nextTryAt = '2026-11-22T10:01:05.000Z';
    const away = problem(409, 'youtube_unavailable', 'YouTube is away.', { nextTryAt });
    server.on('GET /api/videos/search', away);
    searched();
    expect(await screen.findByText('YouTube is away.')).toBeInTheDocument();
    expect(screen.getByText(/^You can retry this search/)).toHaveTextContent(
      'today at 10:01 AM.',
    );
  });

  const blockedUntil = '2026-11-22T09:30:00.000Z';

  it.each([
    [
      'all searches are used',
      { search: { used: 100 } },
      /^No searches left today\. Searching works again on .* 8:00 AM\.$/,
    ],
    [
      'Google says so',
      { search: { blockedUntil } },
      /^No searches left today\..* 9:30 AM\.$/,
    ],
    [
      'the units are used',
      { shared: { used: 10_000, reserved: 100 } },
      /^Today’s YouTube quota is used up\..* 8:00 AM\.$/,
    ],
    [
      'the units are blocked',
      { shared: { blockedUntil } },
      /^Today’s YouTube quota is used up\..* 9:30 AM\.$/,
    ],
    [
      'the rest is kept for scheduled comments',
      { shared: { used: 9_900, reserved: 100 } },
      /quota is kept for your scheduled comments\..* 8:00 AM\.$/,
    ],
  ])('says in advance that no search is left: %s', async (_, spent, sentence) => {
    server.on('GET /api/quota', someQuota(spent));
    renderPage(<DiscoverPage />, '/discover');
    expect(await screen.findByText(/Searching works again on/)).toHaveTextContent(
      sentence,
    );
  });

  it('removes a filter with its chip (rule 2.6)', async () => {
    openDiscover();
    await select('Relevance', 'Most recent');
    await press('Remove filter: Most recent');
    expect(screen.getByRole('combobox', { name: 'Relevance' })).toHaveValue('');
  });

  it('removes all filters with Reset filters', async () => {
    openDiscover();
    await select('View Count', '100K+ views');
    await select('Upload Date', 'Last month');
    await press('Reset filters');
    for (const filter of screen.getAllByRole('combobox')) expect(filter).toHaveValue('');
  });
});

it('shows a fallback when a thumbnail fails (rule 2.9)', async () => {
  server.on('GET /api/videos/search', aSearchAnswer([aFoundVideo({ title: 'Broken' })]));
  const { container } = searched();
  await screen.findByRole('heading', { name: 'Broken' });
  container.querySelector('img')?.dispatchEvent(new Event('error'));
  await waitFor(() => expect(container.querySelector('img')).toBeNull());
});

describe('a ready comment', () => {
  const video = aFoundVideo({ title: 'Ready', generatedComment: { id: 11 } });

  async function openReady() {
    server.on('GET /api/videos/search', aSearchAnswer([video]));
    searched();
    return within(await screen.findByRole('listitem', { name: 'Ready' }));
  }

  it('is queued (rules 2.9, 4.3)', async () => {
    const item = aQueueItem({ comment: aComment({ video }) });
    server.on('POST /api/queue', () => {
      server.on('GET /api/videos/comment-states', [aCommentState(item.comment, item)]);
      return json(item, 201);
    });
    const ready = await openReady();
    await press('Add to Queue', ready);
    expect(await ready.findByText('In Queue')).toBeInTheDocument();
    expect(ready.queryByRole('button', { name: 'Add to Queue' })).not.toBeInTheDocument();
    await expectNotice('Added to Queue', 'Comment has been added to your review queue.');
    expect(server.sent('POST /api/queue')).toEqual([
      { commentId: 11, priority: 0, autoPost: false },
    ]);
  });

  it('says why it cannot be queued', async () => {
    server.on('POST /api/queue', problem(503, 'database_unavailable', 'It is away.'));
    const ready = await openReady();
    await press('Add to Queue', ready);
    await expectNotice('Error', 'It is away.');
  });
});

describe('Export Queue', () => {
  async function exportQueue() {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 0, 5, 0, 30) });
    const files = catchDownloads();
    openDiscover();
    await press('Export Queue');
    return files;
  }

  it('downloads the queue to a file named after the day (rule 2.6)', async () => {
    server.on(
      'GET /api/queue/export',
      ({ query }) => new Response(`the queue as ${query['format']}`),
    );
    const files = await exportQueue();
    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]).toMatchObject({
      name: 'chime-in-queue-2026-01-05.csv',
      type: 'text/csv;charset=utf-8',
    });
    expect(await files[0]?.text()).toBe('the queue as csv');
  });

  it('says that the queue could not be loaded', async () => {
    server.on('GET /api/queue/export', brokenOff);
    await exportQueue();
    await expectNotice('Export Failed', 'Failed to load the queue');
  });
});
