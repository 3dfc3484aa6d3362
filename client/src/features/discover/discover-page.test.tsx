import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { openResults } from '../../testing/discover-screen.tsx';
import {
  aComment,
  aCommentState,
  aFoundVideo,
  aQueueItem,
  aSearchAnswer,
  someQuota,
} from '../../testing/factories.ts';
import { createFrameServer } from '../../testing/fake-lists.ts';
import { brokenOff, type FakeServer, held, json, problem } from '../../testing/fake-server.ts';
import { catchDownloads, expectNotice } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { DiscoverPage } from './discover-page.tsx';

describe('discover page', () => {
  let server: FakeServer;

  beforeEach(() => {
    server = createFrameServer().on('GET /api/comments', []);
  });

  const field = () => screen.getByRole('searchbox', { name: 'Search for videos' });

  const searched = () => openResults('kubernetes');

  const row = async (title: string) => {
    const heading = await screen.findByRole('heading', { name: title });
    const item = heading.closest('li');
    if (!item) throw new Error('not in a row');
    return within(item);
  };

  describe('searching', () => {
    it('invites to search, with the field focused (rule 2.7)', async () => {
      renderPage(<DiscoverPage />, '/');
      expect(screen.getByRole('heading', { name: 'Search for Videos' })).toBeInTheDocument();
      expect(field()).toHaveFocus();
      expect(screen.queryByRole('button', { name: 'Clear Results' })).not.toBeInTheDocument();
      expect(await screen.findByTitle(/^Resets/)).toHaveTextContent('97 searches left today');
    });

    it('sends the query with only the set filters on Enter (rule 2.6)', async () => {
      server.on('GET /api/videos/search', aSearchAnswer([aFoundVideo()]));
      const { user } = renderPage(<DiscoverPage />);
      await user.selectOptions(screen.getByRole('combobox', { name: 'Upload Date' }), 'Last week');
      await user.click(screen.getByRole('switch', { name: /Intelligent Discovery Mode/ }));
      await user.type(field(), '  kubernetes {Enter}');
      expect(await screen.findByText('Found 1 video for "kubernetes"')).toBeInTheDocument();
      const [call] = server.calls.filter(({ path }) => path === '/api/videos/search');
      expect(call?.query).toEqual({ q: 'kubernetes', uploadDate: 'week', intelligent: 'true' });
    });

    it('offers every filter, each off at first (rule 2.6)', () => {
      renderPage(<DiscoverPage />);
      const offered = screen.getAllByRole<HTMLSelectElement>('combobox').map((filter) => {
        expect(filter).toHaveValue('');
        const options = [...filter.options].map(({ text, value }) => (value ? `${text}: ${value}` : text));
        return [filter.labels[0]?.textContent, ...options];
      });
      expect(offered).toEqual([
        [
          'Upload Date',
          'Any time',
          'Last 24 hours: day',
          'Last week: week',
          'Last month: month',
          'Last year: year',
        ],
        [
          'View Count',
          'Any views',
          '1K - 10K views: 1k-10k',
          '10K - 100K views: 10k-100k',
          '100K+ views: 100k+',
        ],
        ['Relevance', 'Any order', 'Most relevant: relevance', 'Most recent: date', 'Most viewed: views'],
        ['Language', 'Any'],
      ]);
      expect(screen.getByRole('switch', { name: /Intelligent Discovery Mode/ })).toHaveAccessibleDescription(
        'AI-powered engagement scoring, content analysis and recommendations',
      );
      expect(screen.getByRole('heading', { level: 1, name: 'Discover Videos' })).toBeInTheDocument();
      expect(screen.queryByText('AI Enhanced')).not.toBeInTheDocument();
    });

    it('does not search for an empty query (rule 5.1)', async () => {
      const { user } = renderPage(<DiscoverPage />);
      await user.type(field(), '   {Enter}');
      expect(server.calls.some(({ path }) => path === '/api/videos/search')).toBe(false);
      expect(screen.getByRole('button', { name: 'Search Videos' })).toBeDisabled();
    });

    it('announces the search, then its results with AI and cache (rules 2.6, 2.7)', async () => {
      const answer = held(aSearchAnswer([aFoundVideo()], { cached: true, enhanced: true, totalResults: 40 }));
      server.on('GET /api/videos/search', answer.answer);
      const { user } = renderPage(<DiscoverPage />);
      await user.click(screen.getByRole('switch', { name: /Intelligent Discovery Mode/ }));
      expect(screen.getByText('AI Enhanced')).toBeInTheDocument();
      await user.type(field(), 'probes');
      await user.click(screen.getByRole('button', { name: 'Search Videos' }));
      expect(await screen.findByText('Searching for videos...')).toBeInTheDocument();
      answer.release();
      expect(
        await screen.findByText('Found 1 video for "probes" (AI Enhanced) (cached results)'),
      ).toBeInTheDocument();
      const results = within(screen.getByRole('region', { name: 'Results' }));
      expect(results.getByText('Showing 1-1 of 40 results')).toBeInTheDocument();
    });

    it('says that nothing was found (rule 2.7)', async () => {
      server.on('GET /api/videos/search', aSearchAnswer([]));
      searched();
      expect(await screen.findByRole('heading', { name: 'No Videos Found' })).toBeInTheDocument();
      expect(screen.getByText('Try adjusting your search query or filters')).toBeInTheDocument();
      expect(screen.queryByText(/^Found 0 videos/)).not.toBeInTheDocument();
      expect(screen.queryByRole('region', { name: 'Results' })).not.toBeInTheDocument();
    });

    it('says why a search failed and retries it (rule 2.7)', async () => {
      server.on('GET /api/videos/search', () => problem(429, 'quota_spent', 'No searches are left today.'));
      const { user } = searched();
      expect(await screen.findByRole('heading', { name: 'Search Error' })).toBeInTheDocument();
      expect(screen.getByText('No searches are left today.')).toBeInTheDocument();
      // 400 is not retried.
      server.on('GET /api/videos/search', () => new Response(brokenOff().body, { status: 400 }));
      await user.click(screen.getByRole('button', { name: 'Try Again' }));
      expect(await screen.findByText('Failed to search videos')).toBeInTheDocument();
      server.on('GET /api/videos/search', aSearchAnswer([aFoundVideo()]));
      await user.click(screen.getByRole('button', { name: 'Try Again' }));
      expect(await screen.findByText('Found 1 video for "kubernetes"')).toBeInTheDocument();
    });

    const blockedUntil = '2026-11-22T09:30:00.000Z';

    it.each([
      ['all searches are used', { search: { used: 100 } }, /They reset on Nov 22, 2026, 8:00 AM\.$/],
      ['Google says so', { search: { blockedUntil } }, /^No searches left today.* 9:30 AM\.$/],
      [
        'the units are used',
        { shared: { used: 10_000 } },
        /used up\. Searching works again on .* 8:00 AM\.$/,
      ],
      ['the units are blocked', { shared: { blockedUntil } }, /Searching works again on .* 9:30 AM\.$/],
      [
        'the rest is kept for scheduled comments',
        { shared: { used: 9_900, reserved: 100 } },
        /quota is kept for your scheduled comments/,
      ],
    ])('says before the search that none is left: %s', async (_, spent, sentence) => {
      server.on('GET /api/quota', someQuota(spent));
      renderPage(<DiscoverPage />, '/discover');
      expect(await screen.findByText(/^No searches left|^Today’s YouTube quota/)).toHaveTextContent(sentence);
    });

    it('clears results, query and selection together (rule 4.9)', async () => {
      server.on('GET /api/videos/search', aSearchAnswer([aFoundVideo()]));
      const { user, client } = searched();
      await user.click(await screen.findByRole('checkbox', { name: 'Select All' }));
      expect(screen.getByRole('button', { name: 'Generate 1 Comment' })).toBeInTheDocument();
      const quota = client.getQueryCache().find({ queryKey: ['quota'] });
      expect(quota).toBeDefined();
      // A narrow window has room for its icon alone.
      expect(screen.getByRole('button', { name: 'Clear Results' })).toHaveAttribute('title', 'Clear Results');
      await user.click(screen.getByRole('button', { name: 'Clear Results' }));
      // Other queries stay cached.
      expect(client.getQueryCache().find({ queryKey: ['quota'] })).toBe(quota);
      expect(field()).toHaveValue('');
      expect(screen.queryByRole('button', { name: /^Generate 1 Comment$|^Clear Results$/ })).toBeNull();
      expect(screen.getByRole('heading', { name: 'Search for Videos' })).toBeInTheDocument();
    });

    it('shows active filters as chips and resets them (rule 2.6)', async () => {
      const { user } = renderPage(<DiscoverPage />);
      await user.selectOptions(screen.getByRole('combobox', { name: 'View Count' }), '100K+ views');
      await user.selectOptions(screen.getByRole('combobox', { name: 'Relevance' }), 'Most recent');
      await user.click(screen.getByRole('button', { name: 'Remove filter: Most recent' }));
      expect(screen.getByRole('combobox', { name: 'Relevance' })).toHaveValue('');
      for (const [filter, option] of [
        ['Upload Date', 'Last month'],
        ['Relevance', 'Most viewed'],
      ] as const)
        await user.selectOptions(screen.getByRole('combobox', { name: filter }), option);
      await user.click(screen.getByRole('button', { name: 'Reset filters' }));
      for (const filter of screen.getAllByRole('combobox')) expect(filter).toHaveValue('');
    });
  });

  describe('a result', () => {
    it('shows its data, with our score labelled as ours (rules 2.9, 8.4)', async () => {
      server.on(
        'GET /api/videos/search',
        aSearchAnswer([aFoundVideo({ title: 'Plain', matchScore: null, viewCount: 1_234_000 })]),
      );
      searched();
      const plain = await row('Plain');
      expect(plain.getByText('85% Match').parentElement).toHaveTextContent(
        'Fit for you, our estimate85% Match',
      );
      expect(plain.getByText('1.2M views')).toBeInTheDocument();
      expect(plain.getByText('Kubernetes')).toBeInTheDocument();
      expect(plain.getByRole('button', { name: 'Generate Comment' })).toBeEnabled();
      expect(plain.queryByRole('button', { name: 'View Comment' })).not.toBeInTheDocument();
    });

    it('has a fallback when its thumbnail fails (rule 2.9)', async () => {
      server.on('GET /api/videos/search', aSearchAnswer([aFoundVideo({ title: 'Broken' })]));
      const { container } = searched();
      await screen.findByRole('heading', { name: 'Broken' });
      container.querySelector('img')?.dispatchEvent(new Event('error'));
      await waitFor(() => expect(container.querySelector('img')).toBeNull());
    });

    it('queues a ready comment, and takes that back when the server refuses (rules 2.9, 4.3)', async () => {
      const video = aFoundVideo({
        title: 'Ready',
        generatedComment: { id: 11 },
        commentStatus: {
          status: 'pending',
          postedAt: null,
          createdAt: '2026-11-20T09:00:00.000Z',
          isScheduled: false,
          scheduledFor: null,
        },
      });
      const refusal = { status: 503, title: 'Error', detail: 'It is away.', code: 'database_unavailable' };
      const refused = held(refusal, 503);
      server.on('GET /api/videos/search', aSearchAnswer([video])).on('POST /api/queue', refused.answer);
      const { user } = searched();
      const ready = await row('Ready');
      expect(ready.getByText('Comment generated (Nov 20, 2026) - needs review')).toBeInTheDocument();
      expect(ready.getByRole('button', { name: 'Generate Comment' })).toBeDisabled();
      await user.click(ready.getByRole('button', { name: 'Add to Queue' }));
      expect(ready.getByText('In Queue')).toBeInTheDocument();
      refused.release();
      await expectNotice('Error', 'It is away.');
      expect(ready.getByRole('button', { name: 'Add to Queue' })).toBeInTheDocument();
      server.on('POST /api/queue', brokenOff);
      await user.click(ready.getByRole('button', { name: 'Add to Queue' }));
      await expectNotice('Error', 'Failed to add to queue');

      const item = aQueueItem({ comment: aComment({ video }) });
      server.on('POST /api/queue', () => {
        server.on('GET /api/videos/comment-states', [aCommentState(item.comment, item)]);
        return json(item, 201);
      });
      await user.click(ready.getByRole('button', { name: 'Add to Queue' }));
      expect(await ready.findByText('In Queue')).toBeInTheDocument();
      expect(ready.queryByRole('button', { name: 'Add to Queue' })).not.toBeInTheDocument();
      await expectNotice('Added to Queue', 'Comment has been added to your review queue.');
      expect(server.sent('POST /api/queue').at(-1)).toEqual({ commentId: 11, priority: 0, autoPost: false });
    });
  });
});

it('exports the queue under the name of the day, or says why it cannot (rule 2.6)', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 0, 5, 0, 30) });
  const server = createFrameServer().on('GET /api/queue/export', brokenOff);
  const files = catchDownloads();
  const { user } = renderPage(<DiscoverPage />);
  const button = screen.getByRole('button', { name: 'Export Queue' });
  await user.click(button);
  await expectNotice('Export Failed', 'Failed to load the queue');
  server.on('GET /api/queue/export', ({ query }) => new Response(`the queue as ${query['format']}`));
  await user.click(button);
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]).toMatchObject({ name: 'chime-in-queue-2026-01-05.csv', type: 'text/csv;charset=utf-8' });
  expect(await files[0]?.text()).toBe('the queue as csv');
});

describe('address', () => {
  const kept = 'GET /api/videos/search/kept';
  let server: FakeServer;

  beforeEach(() => {
    server = createFrameServer().on('GET /api/videos/search', aSearchAnswer([aFoundVideo()]));
  });

  const field = () => screen.getByRole('searchbox', { name: 'Search for videos' });
  const searches = () => server.calls.filter(({ path }) => path === '/api/videos/search');
  const keptLooks = () => server.calls.filter(({ path }) => path === '/api/videos/search/kept');
  const titles = () =>
    within(screen.getByRole('region', { name: 'Results' }))
      .getAllByRole('heading')
      .map(({ textContent }) => textContent);

  describe('an address (rule 9.1)', () => {
    const path = '/discover?q=helm&uploadDate=week&relevance=views&intelligent=true';

    it('never searches: it fills in the search and waits for a press', async () => {
      const { user } = renderPage(<DiscoverPage />, path);
      expect(await screen.findByText('Press Search Videos to look for "helm".')).toBeInTheDocument();
      expect(field()).toHaveValue('helm');
      expect(screen.getByRole('combobox', { name: 'Upload Date' })).toHaveValue('week');
      expect(screen.getByRole('combobox', { name: 'Relevance' })).toHaveValue('views');
      expect(screen.getByRole('switch', { name: 'Intelligent Discovery Mode' })).toBeChecked();
      expect(searches()).toEqual([]);
      await user.click(screen.getByRole('button', { name: 'Search Videos' }));
      expect(await screen.findByText('Found 1 video for "helm"')).toBeInTheDocument();
      const query = { q: 'helm', uploadDate: 'week', relevance: 'views', intelligent: 'true' };
      expect(searches().map((call) => call.query)).toEqual([query]);
      expect(keptLooks().map((call) => call.query)).toEqual([query]);
    });

    it('shows what is kept of its search', async () => {
      server.on(kept, aSearchAnswer([aFoundVideo({ title: 'Kept' })], { cached: true }));
      renderPage(<DiscoverPage />, path);
      expect(await screen.findByText('Found 1 video for "helm" (cached results)')).toBeInTheDocument();
      expect(searches()).toEqual([]);
    });

    it('ignores what is no filter', async () => {
      renderPage(<DiscoverPage />, '/discover?q=helm&uploadDate=decade&sort=luck');
      await waitFor(() =>
        expect(keptLooks().map((call) => call.query)).toEqual([{ q: 'helm', intelligent: 'false' }]),
      );
      expect(screen.getByRole('combobox', { name: 'Upload Date' })).toHaveValue('');
    });

    it('brings its own words when it changes, and drops the selection', async () => {
      const { user } = openResults('kubernetes');
      await user.click(await screen.findByRole('checkbox', { name: 'Select All' }));
      server.on(kept, aSearchAnswer([aFoundVideo({ id: 2, title: 'Kept' })], { cached: true }));
      act(() => navigate('/discover?q=helm'));
      expect(await screen.findByText('Found 1 video for "helm" (cached results)')).toBeInTheDocument();
      expect(field()).toHaveValue('helm');
      expect(screen.queryByText(/selected$/)).not.toBeInTheDocument();
      act(() => navigate('/discover'));
      expect(window.location.search).toBe('?q=helm');
      expect(searches()).toHaveLength(1);
    });
  });

  it('keeps search, filters and sort in the address, and clears them together (rule 4.9)', async () => {
    const found = [
      aFoundVideo({ id: 1, title: 'Seen', matchScore: 20, viewCount: 9_000 }),
      aFoundVideo({ id: 2, title: 'Matching', matchScore: 90, viewCount: 10 }),
    ];
    server.on('GET /api/videos/search', aSearchAnswer(found));
    const { user } = renderPage(<DiscoverPage />, '/discover');
    await user.selectOptions(screen.getByRole('combobox', { name: 'View Count' }), '100K+ views');
    expect(window.location.search).toBe('');
    await user.type(field(), ' helm{Enter}');
    expect(await screen.findByText('Found 2 videos for "helm"')).toBeInTheDocument();
    expect(window.location.search).toBe('?q=helm&viewCount=100k%2B');
    expect(titles()).toEqual(['Matching', 'Seen']);
    await user.click(screen.getByRole('checkbox', { name: 'Select Seen' }));
    const sort = screen.getByRole('combobox', { name: 'Sort' });
    expect(within(sort).getByRole('option', { name: 'Best opportunity' })).toBeDisabled();
    await user.selectOptions(sort, 'Most views');
    expect(titles()).toEqual(['Seen', 'Matching']);
    expect(window.location.search).toBe('?q=helm&viewCount=100k%2B&sort=views');
    expect(screen.getByText('1 selected')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear Results' }));
    expect(window.location.search).toBe('');
    expect(searches()).toHaveLength(1);
  });

  describe('what another app shares', () => {
    it.each([
      ['?url=https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ&title=Never', 'https://youtu.be/dQw4w9WgXcQ'],
      ['?text=Look%3A%20https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ%3Fsi%3Dx', 'https://youtu.be/dQw4w9WgXcQ?si=x'],
      ['?title=Argo%20CD', 'Argo CD'],
    ])('stands in the field, one press from being found: %s', async (query, shared) => {
      const { user } = renderPage(<DiscoverPage />, `/discover${query}`);
      expect(field()).toHaveValue(shared);
      expect(screen.getByText(`Press Search Videos to look for "${shared}".`)).toBeInTheDocument();
      expect(window.location.search).toBe('');
      expect(searches()).toEqual([]);
      await user.click(screen.getByRole('button', { name: 'Search Videos' }));
      await screen.findByText(/^Found 1 video/);
      expect(searches().map((call) => call.query['q'])).toEqual([shared]);
    });
  });

  describe('loading more', () => {
    const pageOf = (count: number, over: object = {}) =>
      aSearchAnswer(
        Array.from({ length: count }, (_, index) =>
          aFoundVideo({ id: index + 1, title: `Video ${index + 1}` }),
        ),
        { totalResults: 900, more: true, ...over },
      );

    it('says what it costs, adds the next page and keeps the selection (rule 9.2)', async () => {
      server.on('GET /api/videos/search', pageOf(1));
      const { user } = openResults('helm');
      await user.click(await screen.findByRole('checkbox', { name: 'Select Video 1' }));
      server.on('GET /api/videos/search', pageOf(2, { pages: 2, more: false }));
      await user.click(screen.getByRole('button', { name: 'Load more (1 of 97 searches left today)' }));
      expect(await screen.findByText('Showing 1-2 of 900 results')).toBeInTheDocument();
      expect(searches().map((call) => call.query['pages'])).toEqual([undefined, '2']);
      expect(screen.getByText('1 selected')).toBeInTheDocument();
      expect(screen.queryByRole('button', { name: /^Load more/ })).not.toBeInTheDocument();
    });

    it('says that a page brought nothing, and keeps the rows when it fails', async () => {
      server.on('GET /api/videos/search', pageOf(1));
      const { user } = openResults('helm');
      server.on('GET /api/videos/search', pageOf(1, { pages: 2 }));
      await user.click(await screen.findByRole('button', { name: /^Load more/ }));
      expect(
        await screen.findByText('The next page had no videos that pass your filters.'),
      ).toBeInTheDocument();
      const detail = 'These results are more than half an hour old.';
      server.on('GET /api/videos/search', () =>
        json({ status: 409, title: 'Error', detail, code: 'search_expired' }, 409),
      );
      await user.click(screen.getByRole('button', { name: /^Load more/ }));
      expect(await screen.findByText(detail)).toBeInTheDocument();
      expect(searches().map((call) => call.query['pages'])).toEqual([undefined, '2', '3']);
      expect(titles()).toEqual(['Video 1']);
    });
  });
});
