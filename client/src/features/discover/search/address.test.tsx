import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { openResults } from '../../../testing/discover-screen.tsx';
import { aFoundVideo, aSearchAnswer } from '../../../testing/factories.ts';
import { createFrameServer } from '../../../testing/fake-lists.ts';
import { type FakeServer, json } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render.tsx';
import { DiscoverPage } from '../discover-page.tsx';

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
