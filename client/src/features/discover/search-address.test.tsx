import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { openResults } from '../../testing/discover-screen.tsx';
import { aFoundVideo, aSearchAnswer } from '../../testing/factories.ts';
import { createFrameServer } from '../../testing/fake-frame.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { click, press, select } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { DiscoverPage } from './discover-page.tsx';

let server: FakeServer;

beforeEach(() => {
  server = createFrameServer()
    .on('GET /api/comments', [])
    .on('GET /api/videos/search', aSearchAnswer([aFoundVideo()]));
});

const field = () => screen.getByRole('searchbox', { name: 'Search for videos' });
const searches = () => server.calls.filter(({ path }) => path === '/api/videos/search');

const kept = 'GET /api/videos/search/kept';
const keptLooks = () =>
  server.calls.filter(({ path }) => path === '/api/videos/search/kept');
const titles = () =>
  within(screen.getByRole('region', { name: 'Results' }))
    .getAllByRole('heading')
    .map(({ textContent }) => textContent);

describe('an address (rule 9.1)', () => {
  const path = '/discover?q=helm&uploadDate=week&relevance=views&intelligent=true';

  it('fills in the search without running it', async () => {
    renderPage(<DiscoverPage />, path);
    expect(
      await screen.findByText('Press Search Videos to look for "helm".'),
    ).toBeInTheDocument();
    expect(field()).toHaveValue('helm');
    expect(screen.getByRole('combobox', { name: 'Upload Date' })).toHaveValue('week');
    expect(screen.getByRole('combobox', { name: 'Relevance' })).toHaveValue('views');
    expect(
      screen.getByRole('switch', { name: 'Intelligent Discovery Mode' }),
    ).toBeChecked();
    expect(searches()).toEqual([]);
  });

  it('runs the search on a press', async () => {
    renderPage(<DiscoverPage />, path);
    await screen.findByText('Press Search Videos to look for "helm".');
    await press('Search Videos');
    expect(await screen.findByText('Found 1 video for "helm"')).toBeInTheDocument();
    const query = {
      q: 'helm',
      uploadDate: 'week',
      relevance: 'views',
      intelligent: 'true',
    };
    expect(searches().map((call) => call.query)).toEqual([query]);
    expect(keptLooks().map((call) => call.query)).toEqual([query]);
  });

  it('shows the kept results of its search', async () => {
    server.on(kept, aSearchAnswer([aFoundVideo({ title: 'Kept' })], { cached: true }));
    renderPage(<DiscoverPage />, path);
    expect(
      await screen.findByText('Found 1 video for "helm" (cached results)'),
    ).toBeInTheDocument();
    expect(searches()).toEqual([]);
  });

  it('ignores unknown parameters', async () => {
    renderPage(<DiscoverPage />, '/discover?q=helm&uploadDate=decade&sort=luck');
    await waitFor(() =>
      expect(keptLooks().map((call) => call.query)).toEqual([
        { q: 'helm', intelligent: 'false' },
      ]),
    );
    expect(screen.getByRole('combobox', { name: 'Upload Date' })).toHaveValue('');
  });

  it('replaces the search and clears the selection when it changes', async () => {
    openResults('kubernetes');
    await click('checkbox', 'Select All');
    server.on(
      kept,
      aSearchAnswer([aFoundVideo({ id: 2, title: 'Kept' })], { cached: true }),
    );
    act(() => navigate('/discover?q=helm'));
    expect(
      await screen.findByText('Found 1 video for "helm" (cached results)'),
    ).toBeInTheDocument();
    expect(field()).toHaveValue('helm');
    expect(screen.queryByText(/selected$/)).not.toBeInTheDocument();
  });

  it('returns to the search when it is left without one', async () => {
    openResults('helm');
    await screen.findByText('Found 1 video for "helm"');
    act(() => navigate('/discover'));
    expect(window.location.search).toBe('?q=helm');
    expect(searches()).toHaveLength(1);
  });
});

describe('the results in the address', () => {
  const found = [
    aFoundVideo({ id: 1, title: 'Seen', matchScore: 20, viewCount: 9_000 }),
    aFoundVideo({ id: 2, title: 'Matching', matchScore: 90, viewCount: 10 }),
  ];

  async function searchFiltered() {
    server.on('GET /api/videos/search', aSearchAnswer(found));
    const { user } = renderPage(<DiscoverPage />, '/discover');
    await select('View Count', '100K+ views');
    expect(window.location.search).toBe('');
    await user.type(field(), ' helm{Enter}');
    expect(await screen.findByText('Found 2 videos for "helm"')).toBeInTheDocument();
    return user;
  }

  it('are those of the search and its filters (rule 4.9)', async () => {
    await searchFiltered();
    expect(window.location.search).toBe('?q=helm&viewCount=100k%2B');
  });

  it('are sorted as chosen, and stay selected', async () => {
    await searchFiltered();
    expect(titles()).toEqual(['Matching', 'Seen']);
    await click('checkbox', 'Select Seen');
    await select('Sort', 'Most views');
    expect(titles()).toEqual(['Seen', 'Matching']);
    expect(window.location.search).toBe('?q=helm&viewCount=100k%2B&sort=views');
    expect(screen.getByText('1 selected')).toBeInTheDocument();
  });

  it('cannot be sorted by opportunity without scores', async () => {
    await searchFiltered();
    const sort = screen.getByRole('combobox', { name: 'Sort' });
    expect(within(sort).getByRole('option', { name: 'Best opportunity' })).toBeDisabled();
  });

  it('are cleared together with the search and the selection (rule 4.9)', async () => {
    await searchFiltered();
    await click('checkbox', 'Select Seen');
    await press('Clear Results');
    expect(window.location.search).toBe('');
    expect(field()).toHaveValue('');
    expect(
      screen.queryByRole('button', { name: /^Generate 1 Comment$|^Clear Results$/ }),
    ).toBeNull();
    expect(
      screen.getByRole('heading', { name: 'Search for Videos' }),
    ).toBeInTheDocument();
    expect(searches()).toHaveLength(1);
  });
});

describe.each([
  [
    '?url=https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ&title=Never',
    'https://youtu.be/dQw4w9WgXcQ',
  ],
  [
    '?text=Look%3A%20https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ%3Fsi%3Dx',
    'https://youtu.be/dQw4w9WgXcQ?si=x',
  ],
  ['?title=Argo%20CD', 'Argo CD'],
])('what another app shares: %s', (query, shared) => {
  it('is filled into the search field', () => {
    renderPage(<DiscoverPage />, `/discover${query}`);
    expect(field()).toHaveValue(shared);
    expect(
      screen.getByText(`Press Search Videos to look for "${shared}".`),
    ).toBeInTheDocument();
    expect(window.location.search).toBe('');
    expect(searches()).toEqual([]);
  });

  it('is searched on a press', async () => {
    renderPage(<DiscoverPage />, `/discover${query}`);
    await press('Search Videos');
    await screen.findByText(/^Found 1 video/);
    expect(searches().map((call) => call.query['q'])).toEqual([shared]);
  });
});
