import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openResults } from '../../testing/discover-screen.tsx';
import { aFoundVideo, aSearchAnswer } from '../../testing/factories.ts';
import { createFrameServer } from '../../testing/fake-frame.ts';
import { type FakeServer, problem } from '../../testing/fake-server.ts';
import { click, press } from '../../testing/page.ts';

let server: FakeServer;

beforeEach(() => {
  server = createFrameServer()
    .on('GET /api/comments', [])
    .on('GET /api/videos/search', aSearchAnswer([aFoundVideo()]));
});

const searches = () => server.calls.filter(({ path }) => path === '/api/videos/search');

const titles = () =>
  within(screen.getByRole('region', { name: 'Results' }))
    .getAllByRole('heading')
    .map(({ textContent }) => textContent);

describe('loading more', () => {
  const pageOf = (count: number, over: object = {}) =>
    aSearchAnswer(
      Array.from({ length: count }, (_, index) =>
        aFoundVideo({ id: index + 1, title: `Video ${index + 1}` }),
      ),
      { totalResults: 900, more: true, ...over },
    );

  async function loadSecondPage() {
    server.on('GET /api/videos/search', pageOf(1));
    openResults('helm');
    await click('checkbox', 'Select Video 1');
    server.on('GET /api/videos/search', pageOf(2, { pages: 2, more: false }));
    await press(/^Load more/);
    await screen.findByText('Showing 1-2 of 900 results');
  }

  it('shows its cost (rule 9.2)', async () => {
    server.on('GET /api/videos/search', pageOf(1));
    openResults('helm');
    expect(
      await screen.findByRole('button', {
        name: 'Load more (1 of 97 searches left today)',
      }),
    ).toBeInTheDocument();
  });

  it('adds the next page, until there is none', async () => {
    await loadSecondPage();
    expect(screen.getByText('by YouTube’s count')).toBeInTheDocument();
    expect(searches().map((call) => call.query['pages'])).toEqual([undefined, '2']);
    expect(screen.queryByRole('button', { name: /^Load more/ })).not.toBeInTheDocument();
  });

  it('keeps the selection', async () => {
    await loadSecondPage();
    expect(screen.getByText('1 selected')).toBeInTheDocument();
  });

  it('says when a page has no new videos', async () => {
    server.on('GET /api/videos/search', pageOf(1));
    openResults('helm');
    server.on('GET /api/videos/search', pageOf(1, { pages: 2 }));
    await press(/^Load more/);
    expect(
      await screen.findByText('The next page had no videos that pass your filters.'),
    ).toBeInTheDocument();
  });

  it('keeps the rows after a failure, and says why', async () => {
    server.on('GET /api/videos/search', pageOf(1));
    const { user } = openResults('helm');
    const more = await screen.findByRole('button', { name: /^Load more/ });
    const detail = 'These results are more than half an hour old.';
    server.on('GET /api/videos/search', problem(409, 'search_expired', detail));
    await user.click(more);
    expect(await screen.findByText(detail)).toBeInTheDocument();
    expect(searches().map((call) => call.query['pages'])).toEqual([undefined, '2']);
    expect(titles()).toEqual(['Video 1']);
  });
});
