import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { createQueryClient } from '../../api/auth.ts';
import { startLiveUpdates } from '../../api/live.ts';
import { openResults } from '../../testing/discover-screen.tsx';
import {
  aComment,
  aCommentState,
  aFoundVideo,
  aQueueItem,
  aSearchAnswer,
  someInsights,
  someQuota,
} from '../../testing/factories.ts';
import { createFrameServer } from '../../testing/fake-frame.ts';
import {
  brokenOff,
  FakeEventSource,
  type FakeServer,
  held,
  installFakeEventSource,
  json,
  problem,
} from '../../testing/fake-server.ts';
import { catchDownloads, expectNotice } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { DiscoverPage } from './discover-page.tsx';

let server: FakeServer;

beforeEach(() => {
  server = createFrameServer()
    .on('GET /api/comments', [])
    .on('GET /api/videos/search', aSearchAnswer([aFoundVideo()]));
});

const field = () => screen.getByRole('searchbox', { name: 'Search for videos' });
const searched = () => openResults('kubernetes');
const searches = () => server.calls.filter(({ path }) => path === '/api/videos/search');

describe('searching', () => {
  it('invites the user to search, with the field focused (rule 2.7)', async () => {
    renderPage(<DiscoverPage />, '/');
    expect(screen.getByRole('heading', { name: 'Search for Videos' })).toBeInTheDocument();
    expect(field()).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Clear Results' })).not.toBeInTheDocument();
    expect(await screen.findByTitle(/^Resets/)).toHaveTextContent('97 searches left today');
  });

  it('offers every filter, each off at first (rule 2.6)', () => {
    renderPage(<DiscoverPage />);
    const offered = screen.getAllByRole<HTMLSelectElement>('combobox').map((filter) => {
      expect(filter).toHaveValue('');
      const options = [...filter.options].map(({ text, value }) => (value ? `${text} (${value})` : text));
      return `${filter.labels[0]?.textContent}: ${options.join(', ')}`;
    });
    expect(offered).toEqual([
      'Upload Date: Any, Last 24 hours (day), Last week (week), Last month (month), Last year (year)',
      'View Count: Any, 1K - 10K views (1k-10k), 10K - 100K views (10k-100k), 100K+ views (100k+)',
      'Relevance: Any, Most relevant (relevance), Most recent (date), Most viewed (views)',
      'Language: Any',
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
    expect(searches()).toEqual([]);
    expect(screen.getByRole('button', { name: 'Search Videos' })).toBeDisabled();
  });

  it('says when nothing was found (rule 2.7)', async () => {
    server.on('GET /api/videos/search', aSearchAnswer([]));
    searched();
    expect(await screen.findByRole('heading', { name: 'No Videos Found' })).toBeInTheDocument();
    expect(screen.getByText('Try adjusting your search query or filters')).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Results' })).not.toBeInTheDocument();
  });

  it('shows why a search failed and retries it (rule 2.7)', async () => {
    server.on('GET /api/videos/search', problem(429, 'quota_spent', 'No searches are left today.'));
    const { user } = searched();
    expect(await screen.findByRole('heading', { name: 'Search Error' })).toBeInTheDocument();
    expect(screen.getByText('No searches are left today.')).toBeInTheDocument();
    // A response of 400 is not retried.
    server.on('GET /api/videos/search', () => new Response(brokenOff().body, { status: 400 }));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Failed to search videos')).toBeInTheDocument();
    server.on('GET /api/videos/search', aSearchAnswer([aFoundVideo()]));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Found 1 video for "kubernetes"')).toBeInTheDocument();
  });

  it('retries a search without an answer three times, then shows an error (rule 9.1)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    server.on('GET /api/videos/search', problem(503, 'youtube_unavailable', 'YouTube is away.'));
    searched();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.getByText('YouTube is away.')).toBeInTheDocument();
    expect(searches()).toHaveLength(4);
  });

  const blockedUntil = '2026-11-22T09:30:00.000Z';

  it.each([
    [
      'all searches are used',
      { search: { used: 100 } },
      /^No searches left today\. Searching works again on .* 8:00 AM\.$/,
    ],
    ['Google says so', { search: { blockedUntil } }, /^No searches left today\..* 9:30 AM\.$/],
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
    expect(await screen.findByText(/Searching works again on/)).toHaveTextContent(sentence);
  });

  it('shows active filters as chips and resets them (rule 2.6)', async () => {
    const { user } = renderPage(<DiscoverPage />);
    await user.selectOptions(screen.getByRole('combobox', { name: 'View Count' }), '100K+ views');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Relevance' }), 'Most recent');
    await user.click(screen.getByRole('button', { name: 'Remove filter: Most recent' }));
    expect(screen.getByRole('combobox', { name: 'Relevance' })).toHaveValue('');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Upload Date' }), 'Last month');
    await user.click(screen.getByRole('button', { name: 'Reset filters' }));
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

it('queues a ready comment, or says why it cannot (rules 2.9, 4.3)', async () => {
  const video = aFoundVideo({ title: 'Ready', generatedComment: { id: 11 } });
  server
    .on('GET /api/videos/search', aSearchAnswer([video]))
    .on('POST /api/queue', problem(503, 'database_unavailable', 'It is away.'));
  const { user } = searched();
  const ready = within(await screen.findByRole('listitem', { name: 'Ready' }));
  await user.click(ready.getByRole('button', { name: 'Add to Queue' }));
  await expectNotice('Error', 'It is away.');
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

it('exports the queue to a file named after the day, or says why it cannot (rule 2.6)', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 0, 5, 0, 30) });
  server.on('GET /api/queue/export', brokenOff);
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

const kept = 'GET /api/videos/search/kept';
const keptLooks = () => server.calls.filter(({ path }) => path === '/api/videos/search/kept');
const titles = () =>
  within(screen.getByRole('region', { name: 'Results' }))
    .getAllByRole('heading')
    .map(({ textContent }) => textContent);

describe('an address (rule 9.1)', () => {
  const path = '/discover?q=helm&uploadDate=week&relevance=views&intelligent=true';

  it('fills in the search without running it', async () => {
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

  it('shows the kept results of its search', async () => {
    server.on(kept, aSearchAnswer([aFoundVideo({ title: 'Kept' })], { cached: true }));
    renderPage(<DiscoverPage />, path);
    expect(await screen.findByText('Found 1 video for "helm" (cached results)')).toBeInTheDocument();
    expect(searches()).toEqual([]);
  });

  it('ignores unknown parameters', async () => {
    renderPage(<DiscoverPage />, '/discover?q=helm&uploadDate=decade&sort=luck');
    await waitFor(() =>
      expect(keptLooks().map((call) => call.query)).toEqual([{ q: 'helm', intelligent: 'false' }]),
    );
    expect(screen.getByRole('combobox', { name: 'Upload Date' })).toHaveValue('');
  });

  it('replaces the search words when it changes, and clears the selection', async () => {
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
  expect(field()).toHaveValue('');
  expect(screen.queryByRole('button', { name: /^Generate 1 Comment$|^Clear Results$/ })).toBeNull();
  expect(screen.getByRole('heading', { name: 'Search for Videos' })).toBeInTheDocument();
  expect(searches()).toHaveLength(1);
});

it.each([
  ['?url=https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ&title=Never', 'https://youtu.be/dQw4w9WgXcQ'],
  ['?text=Look%3A%20https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ%3Fsi%3Dx', 'https://youtu.be/dQw4w9WgXcQ?si=x'],
  ['?title=Argo%20CD', 'Argo CD'],
])('is filled into the search field: %s', async (query, shared) => {
  const { user } = renderPage(<DiscoverPage />, `/discover${query}`);
  expect(field()).toHaveValue(shared);
  expect(screen.getByText(`Press Search Videos to look for "${shared}".`)).toBeInTheDocument();
  expect(window.location.search).toBe('');
  expect(searches()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Search Videos' }));
  await screen.findByText(/^Found 1 video/);
  expect(searches().map((call) => call.query['q'])).toEqual([shared]);
});

describe('loading more', () => {
  const pageOf = (count: number, over: object = {}) =>
    aSearchAnswer(
      Array.from({ length: count }, (_, index) =>
        aFoundVideo({ id: index + 1, title: `Video ${index + 1}` }),
      ),
      { totalResults: 900, more: true, ...over },
    );

  it('shows its cost, adds the next page and keeps the selection (rule 9.2)', async () => {
    server.on('GET /api/videos/search', pageOf(1));
    const { user } = openResults('helm');
    await user.click(await screen.findByRole('checkbox', { name: 'Select Video 1' }));
    server.on('GET /api/videos/search', pageOf(2, { pages: 2, more: false }));
    await user.click(screen.getByRole('button', { name: 'Load more (1 of 97 searches left today)' }));
    expect(await screen.findByText('Showing 1-2 of 900 results')).toBeInTheDocument();
    expect(screen.getByText('by YouTube’s count')).toBeInTheDocument();
    expect(searches().map((call) => call.query['pages'])).toEqual([undefined, '2']);
    expect(screen.getByText('1 selected')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Load more/ })).not.toBeInTheDocument();
  });

  it('says when a page has no new videos, and keeps the rows after a failure', async () => {
    server.on('GET /api/videos/search', pageOf(1));
    const { user } = openResults('helm');
    server.on('GET /api/videos/search', pageOf(1, { pages: 2 }));
    await user.click(await screen.findByRole('button', { name: /^Load more/ }));
    await screen.findByText('The next page had no videos that pass your filters.');
    const detail = 'These results are more than half an hour old.';
    server.on('GET /api/videos/search', problem(409, 'search_expired', detail));
    await user.click(screen.getByRole('button', { name: /^Load more/ }));
    expect(await screen.findByText(detail)).toBeInTheDocument();
    expect(searches().map((call) => call.query['pages'])).toEqual([undefined, '2', '3']);
    expect(titles()).toEqual(['Video 1']);
  });
});

describe('search again', () => {
  const two = [aFoundVideo({ id: 1, title: 'One' }), aFoundVideo({ id: 2, title: 'Two' })];
  const asked = () => searches().length;

  beforeEach(() => {
    server.on('GET /api/videos/search', aSearchAnswer(two, { totalResults: 1_240 }));
  });

  it('says when the rows belong to an older search, and repeats a search from the cache', async () => {
    const { user } = searched();
    expect(await screen.findByText('Found 2 videos for "kubernetes"')).toBeInTheDocument();
    const results = within(screen.getByRole('region', { name: 'Results' }));
    expect(results.getByText('Showing 1-2 of 1,240 results')).toBeInTheDocument();
    const apply = 'Found 2 videos for "kubernetes". Press Search Videos to apply what you changed.';
    expect(screen.queryByText(apply)).not.toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Upload Date' }), 'Last week');
    expect(screen.getByText(apply)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Remove filter: Last week' }));
    expect(screen.queryByText(apply)).not.toBeInTheDocument();
    // Changing the mode changes the search; a trailing space does not.
    const intelligent = screen.getByRole('switch', { name: /Intelligent Discovery Mode/ });
    await user.click(intelligent);
    expect(screen.getByText(apply)).toBeInTheDocument();
    await user.click(intelligent);
    await user.type(field(), ' ');
    expect(screen.queryByText(apply)).not.toBeInTheDocument();
    await user.type(field(), '{Enter}');
    expect(await screen.findByText('Found 2 videos for "kubernetes" (cached results)')).toBeInTheDocument();
    expect(asked()).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Clear Results' }));
    await user.type(field(), 'kubernetes{Enter}');
    expect(await screen.findByText('Found 2 videos for "kubernetes"')).toBeInTheDocument();
    expect(asked()).toBe(2);
  });

  it('says when the AI did not answer (rule 8.6)', async () => {
    const noAi = 'The AI did not answer. These scores are estimated without it.';
    server.on('GET /api/videos/search', aSearchAnswer(two, { missing: 2 })).on('GET /api/quota', brokenOff);
    const { user } = searched();
    expect(await screen.findByText('Found 2 videos for "kubernetes"')).toBeInTheDocument();
    expect(screen.queryByText(noAi)).not.toBeInTheDocument();
    await user.click(screen.getByRole('switch', { name: /Intelligent Discovery Mode/ }));
    await user.type(field(), '{Enter}');
    expect(await screen.findByText(noAi)).toBeInTheDocument();
    expect(screen.queryByTitle(/^Resets/)).not.toBeInTheDocument();
  });

  it('restores the search of the tab from the kept results only (rule 9.1)', async () => {
    const { unmount } = searched();
    expect(await screen.findByText('Found 2 videos for "kubernetes"')).toBeInTheDocument();
    unmount();
    server.on('GET /api/videos/search/kept', aSearchAnswer(two, { cached: true }));
    const soon = renderPage(<DiscoverPage />);
    expect(await screen.findByText('Found 2 videos for "kubernetes" (cached results)')).toBeInTheDocument();
    soon.unmount();
    server.on('GET /api/videos/search/kept', () => json(null));
    renderPage(<DiscoverPage />);
    expect(field()).toHaveValue('kubernetes');
    const waiting = await screen.findByRole('heading', { name: 'Search for Videos' });
    expect(waiting.nextSibling).toHaveTextContent('Press Search Videos to look for "kubernetes".');
    expect(asked()).toBe(1);
  });

  it('runs the same search again only after half an hour (rule 9.1)', async () => {
    const start = Date.now();
    const { user } = searched();
    expect(await screen.findByText('Found 2 videos for "kubernetes"')).toBeInTheDocument();
    vi.useFakeTimers({ toFake: ['Date'], now: start + 29 * 60_000 });
    await user.type(field(), '{Enter}');
    expect(await screen.findByText('Found 2 videos for "kubernetes" (cached results)')).toBeInTheDocument();
    expect(asked()).toBe(1);

    vi.setSystemTime(start + 31 * 60_000);
    const answer = held(aSearchAnswer([aFoundVideo({ id: 3, title: 'Three' })]));
    server.on('GET /api/videos/search', answer.answer);
    await user.type(field(), '{Enter}');
    expect(await screen.findByText('Searching for videos...')).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Results' })).toHaveAttribute('aria-busy', 'true');
    answer.release();
    expect(await screen.findByText('Found 1 video for "kubernetes"')).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'One' })).not.toBeInTheDocument();
    expect(asked()).toBe(2);
  });

  it('repeats a search whose results the server had cached', async () => {
    server.on('GET /api/videos/search', aSearchAnswer(two, { cached: true }));
    const { user } = searched();
    expect(await screen.findByText('Found 2 videos for "kubernetes" (cached results)')).toBeInTheDocument();
    await user.type(field(), '{Enter}');
    await waitFor(() => expect(asked()).toBe(2));
    await user.type(field(), '!{Enter}');
    expect(await screen.findByText('Found 2 videos for "kubernetes!" (cached results)')).toBeInTheDocument();
    await user.type(field(), '{Backspace}{Enter}');
    await waitFor(() => expect(asked()).toBe(4));
  });

  it('disables rows that are being replaced, and clears their selection (rule 4.9)', async () => {
    const { user } = searched();
    const region = await screen.findByRole('region', { name: 'Results' });
    await user.click(screen.getByRole('checkbox', { name: 'Select All' }));
    expect(region.querySelector('[inert]')).toBeNull();
    const answer = held(aSearchAnswer(two));
    server.on('GET /api/videos/search', answer.answer);
    await user.type(field(), '!{Enter}');
    expect(await screen.findByText('Searching for videos...')).toBeInTheDocument();
    const controls = within(region).getAllByRole('checkbox').concat(within(region).getAllByRole('button'));
    expect(controls).toHaveLength(9);
    expect(screen.queryByText(/\d selected/)).not.toBeInTheDocument();
    for (const control of controls) expect(control.closest('[inert]')).not.toBeNull();
    answer.release();
    expect(await screen.findByText('Found 2 videos for "kubernetes!"')).toBeInTheDocument();
    expect(region.querySelector('[inert]')).toBeNull();
  });

  function live() {
    installFakeEventSource();
    server.on('GET /api/videos/search/kept', () => json(null));
    const client = createQueryClient();
    const page = renderPage(<DiscoverPage />, '/discover', { client });
    onTestFinished(startLiveUpdates(client));
    return page;
  }

  it('adds scores that arrive after the search, without another search (rule 8.6)', async () => {
    const scored = (score: number) =>
      two.map((video) => ({ ...video, engagementScore: score, contentInsights: someInsights() }));
    const partly = aSearchAnswer(scored(50), { enhanced: true, assessing: true, missing: 1 });
    server.on('GET /api/videos/search', partly);
    const { user } = live();
    await user.click(screen.getByRole('switch', { name: /Intelligent Discovery Mode/ }));
    await user.type(field(), 'kubernetes{Enter}');
    await screen.findByText('The AI has scored 1 of 2 videos; the others follow as it gets to them.');
    expect(screen.queryByRole('button', { name: 'Ask the AI again' })).not.toBeInTheDocument();
    const searches = asked();
    server.on('GET /api/videos/search/kept', aSearchAnswer(scored(91), { cached: true, enhanced: true }));
    FakeEventSource.opened.at(-1)?.refresh('assessments');
    await waitFor(() => expect(screen.queryByText(/The AI has scored/)).not.toBeInTheDocument());
    expect(asked()).toBe(searches);
  });

  it('updates the match after the voice changed without a search, unless nothing is kept (rule 8.21)', async () => {
    const { user } = live();
    await user.type(field(), 'kubernetes{Enter}');
    await screen.findByText('Found 2 videos for "kubernetes"');
    const fits = two.map((video) => ({ ...video, matchScore: 12 }));
    server.on('GET /api/videos/search/kept', aSearchAnswer(fits, { cached: true }));
    FakeEventSource.opened.at(-1)?.refresh('voice-profiles');
    expect(await screen.findAllByText('12% Match')).toHaveLength(2);
    expect(asked()).toBe(1);
    server.on('GET /api/videos/search/kept', () => json(null));
    FakeEventSource.opened.at(-1)?.refresh('user-settings');
    await screen.findByText('Found 2 videos for "kubernetes" (cached results)');
    await user.type(field(), '{Enter}');
    await waitFor(() => expect(asked()).toBe(2));
  });

  it('asks the AI only for the missing scores (rule 8.6)', async () => {
    const partly = two.map((video, at) => ({
      ...video,
      engagementScore: 50,
      contentInsights: someInsights({ videoType: at === 0 ? 'Talk' : 'Video' }),
    }));
    server.on('GET /api/videos/search', aSearchAnswer(partly, { enhanced: true, missing: 1 }));
    const { user } = renderPage(<DiscoverPage />, '/discover');
    await user.click(screen.getByRole('switch', { name: /Intelligent Discovery Mode/ }));
    await user.type(field(), 'kubernetes{Enter}');
    expect(await screen.findByText('Found 2 videos for "kubernetes" (AI Enhanced)')).toBeInTheDocument();
    expect(screen.getByText('AI Enhanced')).toBeInTheDocument();
    expect(
      screen.getByText('The AI scored 1 of 2 videos. The other scores are estimated without AI.'),
    ).toBeInTheDocument();

    server.on('GET /api/videos/search', problem(503, 'database_unavailable', 'It is away.'));
    await user.click(screen.getByRole('button', { name: 'Ask the AI again' }));
    await expectNotice('Failed to ask the AI', 'It is away.');
    expect(screen.getByRole('heading', { name: 'One' })).toBeInTheDocument();

    const whole = partly.map((video) => ({ ...video, engagementScore: 90 }));
    const answer = held(aSearchAnswer(whole, { cached: true, enhanced: true }));
    server.on('GET /api/videos/search', answer.answer);
    await user.click(screen.getByRole('button', { name: 'Ask the AI again' }));
    expect(screen.getByRole('button', { name: 'Asking the AI...' })).toBeDisabled();
    // The rows stay usable.
    expect(screen.getByRole('checkbox', { name: 'Select One' }).closest('[inert]')).toBeNull();
    answer.release();
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Ask the AI again' })).not.toBeInTheDocument(),
    );
    await user.click(screen.getAllByRole('button', { name: 'Why this match' })[0] as HTMLElement);
    expect(await screen.findByText('90/100')).toBeInTheDocument();
    expect(screen.getByText('Found 2 videos for "kubernetes" (AI Enhanced)')).toBeInTheDocument();
    expect(searches().map(({ query }) => query['askMissing'])).toEqual([undefined, 'true', 'true']);
  });

  it('says when a failed search can be retried (rule 9.2)', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T09:59:00.000Z') });
    const nextTryAt = '2026-11-22T10:01:05.000Z';
    const away = problem(409, 'youtube_unavailable', 'YouTube is away.', { nextTryAt });
    server.on('GET /api/videos/search', away);
    searched();
    expect(await screen.findByText('YouTube is away.')).toBeInTheDocument();
    expect(screen.getByText(/^You can retry this search/)).toHaveTextContent('today at 10:01 AM.');
  });
});
