import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createQueryClient } from '../../api/auth.ts';
import { startLiveUpdates } from '../../api/live.ts';
import { openResults } from '../../testing/discover-screen.tsx';
import { aFoundVideo, aSearchAnswer, someInsights } from '../../testing/factories.ts';
import { createFrameServer } from '../../testing/fake-frame.ts';
import {
  brokenOff,
  eventStream,
  type FakeServer,
  held,
  installFakeEventSource,
  json,
  problem,
} from '../../testing/fake-server.ts';
import { click, expectNotice, press, select } from '../../testing/page.ts';
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

describe('search again', () => {
  const two = [
    aFoundVideo({ id: 1, title: 'One' }),
    aFoundVideo({ id: 2, title: 'Two' }),
  ];
  const asked = () => searches().length;

  beforeEach(() => {
    server.on('GET /api/videos/search', aSearchAnswer(two, { totalResults: 1_240 }));
  });

  /** Searches, and waits for the two videos. */
  async function searchedPage() {
    const { user } = searched();
    await screen.findByText('Found 2 videos for "kubernetes"');
    return user;
  }

  it('says how many of how many results are shown', async () => {
    searched();
    const results = within(await screen.findByRole('region', { name: 'Results' }));
    expect(await results.findByText('Showing 1-2 of 1,240 results')).toBeInTheDocument();
  });

  describe('once something has changed', () => {
    const apply =
      'Found 2 videos for "kubernetes". Press Search Videos to apply what you changed.';

    it('says that a filter is not applied yet, until it is removed', async () => {
      await searchedPage();
      await select('Upload Date', 'Last week');
      expect(screen.getByText(apply)).toBeInTheDocument();
      await press('Remove filter: Last week');
      expect(screen.queryByText(apply)).not.toBeInTheDocument();
    });

    it('says that the intelligent mode is not applied yet', async () => {
      await searchedPage();
      await click('switch', /Intelligent Discovery Mode/);
      expect(screen.getByText(apply)).toBeInTheDocument();
    });

    it('says nothing about a trailing space', async () => {
      const user = await searchedPage();
      await user.type(field(), ' ');
      expect(screen.queryByText(apply)).not.toBeInTheDocument();
    });
  });

  it('shows the cached results of the same search', async () => {
    const user = await searchedPage();
    await user.type(field(), '{Enter}');
    expect(
      await screen.findByText('Found 2 videos for "kubernetes" (cached results)'),
    ).toBeInTheDocument();
    expect(asked()).toBe(1);
  });

  it('searches anew once the results were cleared', async () => {
    const user = await searchedPage();
    await press('Clear Results');
    await user.type(field(), 'kubernetes{Enter}');
    expect(
      await screen.findByText('Found 2 videos for "kubernetes"'),
    ).toBeInTheDocument();
    expect(asked()).toBe(2);
  });

  it('says when the AI did not answer, if it was asked (rule 8.6)', async () => {
    const noAi = 'The AI did not answer. These scores are estimated without it.';
    server.on('GET /api/videos/search', aSearchAnswer(two, { missing: 2 }));
    const user = await searchedPage();
    expect(screen.queryByText(noAi)).not.toBeInTheDocument();
    await click('switch', /Intelligent Discovery Mode/);
    await user.type(field(), '{Enter}');
    expect(await screen.findByText(noAi)).toBeInTheDocument();
  });

  it('says nothing about searches that are left when the quota could not be loaded', async () => {
    server.on('GET /api/quota', brokenOff);
    searched();
    await screen.findByText('Found 2 videos for "kubernetes"');
    expect(screen.queryByTitle(/^Resets/)).not.toBeInTheDocument();
  });

  describe('after a reload', () => {
    async function reload() {
      const { unmount } = searched();
      await screen.findByText('Found 2 videos for "kubernetes"');
      unmount();
      renderPage(<DiscoverPage />);
    }

    it('restores the search of the tab from the kept results (rule 9.1)', async () => {
      server.on('GET /api/videos/search/kept', aSearchAnswer(two, { cached: true }));
      await reload();
      expect(
        await screen.findByText('Found 2 videos for "kubernetes" (cached results)'),
      ).toBeInTheDocument();
      expect(asked()).toBe(1);
    });

    it('only fills in the search when no results are kept (rule 9.1)', async () => {
      await reload();
      expect(field()).toHaveValue('kubernetes');
      const waiting = await screen.findByRole('heading', { name: 'Search for Videos' });
      expect(waiting.nextSibling).toHaveTextContent(
        'Press Search Videos to look for "kubernetes".',
      );
      expect(asked()).toBe(1);
    });
  });

  describe('later', () => {
    async function searchAgainAfter(minutes: number) {
      const start = Date.now();
      const user = await searchedPage();
      vi.useFakeTimers({ toFake: ['Date'], now: start + minutes * 60_000 });
      await user.type(field(), '{Enter}');
    }

    it('does not run the same search again within half an hour (rule 9.1)', async () => {
      await searchAgainAfter(29);
      expect(
        await screen.findByText('Found 2 videos for "kubernetes" (cached results)'),
      ).toBeInTheDocument();
      expect(asked()).toBe(1);
    });

    it('runs the same search again after half an hour (rule 9.1)', async () => {
      await searchAgainAfter(31);
      await waitFor(() => expect(asked()).toBe(2));
      expect(
        await screen.findByText('Found 2 videos for "kubernetes"'),
      ).toBeInTheDocument();
    });
  });

  it('shows that it searches, and then the new results', async () => {
    const user = await searchedPage();
    const answer = held(aSearchAnswer([aFoundVideo({ id: 3, title: 'Three' })]));
    server.on('GET /api/videos/search', answer.answer);
    await user.type(field(), '!{Enter}');
    expect(await screen.findByText('Searching for videos...')).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Results' })).toHaveAttribute(
      'aria-busy',
      'true',
    );
    answer.release();
    expect(
      await screen.findByText('Found 1 video for "kubernetes!"'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'One' })).not.toBeInTheDocument();
  });

  it('repeats a search whose results the server had cached', async () => {
    server.on('GET /api/videos/search', aSearchAnswer(two, { cached: true }));
    const { user } = searched();
    expect(
      await screen.findByText('Found 2 videos for "kubernetes" (cached results)'),
    ).toBeInTheDocument();
    await user.type(field(), '{Enter}');
    await waitFor(() => expect(asked()).toBe(2));
  });

  it('repeats such a search after another one too', async () => {
    server.on('GET /api/videos/search', aSearchAnswer(two, { cached: true }));
    const { user } = searched();
    await screen.findByText('Found 2 videos for "kubernetes" (cached results)');
    await user.type(field(), '!{Enter}');
    expect(
      await screen.findByText('Found 2 videos for "kubernetes!" (cached results)'),
    ).toBeInTheDocument();
    await user.type(field(), '{Backspace}{Enter}');
    await waitFor(() => expect(asked()).toBe(3));
  });

  describe('rows that are being replaced', () => {
    async function replaceRows() {
      const { user } = searched();
      const region = await screen.findByRole('region', { name: 'Results' });
      await click('checkbox', 'Select All');
      const answer = held(aSearchAnswer(two));
      server.on('GET /api/videos/search', answer.answer);
      await user.type(field(), '!{Enter}');
      expect(await screen.findByText('Searching for videos...')).toBeInTheDocument();
      return { region, release: answer.release };
    }

    it('are disabled until the new ones have loaded (rule 4.9)', async () => {
      const { region, release } = await replaceRows();
      const controls = within(region)
        .getAllByRole('checkbox')
        .concat(within(region).getAllByRole('button'));
      expect(controls).toHaveLength(9);
      for (const control of controls) expect(control.closest('[inert]')).not.toBeNull();
      release();
      expect(
        await screen.findByText('Found 2 videos for "kubernetes!"'),
      ).toBeInTheDocument();
      expect(region.querySelector('[inert]')).toBeNull();
    });

    it('are not selected any more (rule 4.9)', async () => {
      await replaceRows();
      expect(screen.queryByText(/\d selected/)).not.toBeInTheDocument();
    });
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
      two.map((video) => ({
        ...video,
        engagementScore: score,
        contentInsights: someInsights(),
      }));
    const partly = aSearchAnswer(scored(50), {
      enhanced: true,
      assessing: true,
      missing: 1,
    });
    server.on('GET /api/videos/search', partly);
    const { user } = live();
    await click('switch', /Intelligent Discovery Mode/);
    await user.type(field(), 'kubernetes{Enter}');
    await screen.findByText(
      'The AI has scored 1 of 2 videos; the others follow as it gets to them.',
    );
    expect(
      screen.queryByRole('button', { name: 'Ask the AI again' }),
    ).not.toBeInTheDocument();
    const searches = asked();
    server.on(
      'GET /api/videos/search/kept',
      aSearchAnswer(scored(91), { cached: true, enhanced: true }),
    );
    eventStream()?.refresh('assessments');
    await waitFor(() =>
      expect(screen.queryByText(/The AI has scored/)).not.toBeInTheDocument(),
    );
    expect(asked()).toBe(searches);
  });

  describe('after the voice changed', () => {
    async function searchLive() {
      const { user } = live();
      await user.type(field(), 'kubernetes{Enter}');
      await screen.findByText('Found 2 videos for "kubernetes"');
      return user;
    }

    it('updates the match without a search (rule 8.21)', async () => {
      await searchLive();
      const fits = two.map((video) => ({ ...video, matchScore: 12 }));
      server.on('GET /api/videos/search/kept', aSearchAnswer(fits, { cached: true }));
      eventStream()?.refresh('voice-profiles');
      expect(await screen.findAllByText('12% Match')).toHaveLength(2);
      expect(asked()).toBe(1);
    });

    it('searches again on a press when nothing is kept (rule 8.21)', async () => {
      const user = await searchLive();
      eventStream()?.refresh('user-settings');
      await screen.findByText('Found 2 videos for "kubernetes" (cached results)');
      await user.type(field(), '{Enter}');
      await waitFor(() => expect(asked()).toBe(2));
    });
  });

  describe('with missing scores', () => {
    const partly = two.map((video, at) => ({
      ...video,
      engagementScore: 50,
      contentInsights: someInsights({ videoType: at === 0 ? 'Talk' : 'Video' }),
    }));
    const askAgain = () => screen.getByRole('button', { name: 'Ask the AI again' });

    async function searchIntelligently() {
      server.on(
        'GET /api/videos/search',
        aSearchAnswer(partly, { enhanced: true, missing: 1 }),
      );
      const { user } = renderPage(<DiscoverPage />, '/discover');
      await click('switch', /Intelligent Discovery Mode/);
      await user.type(field(), 'kubernetes{Enter}');
      expect(
        await screen.findByText('Found 2 videos for "kubernetes" (AI Enhanced)'),
      ).toBeInTheDocument();
      return user;
    }

    it('says how many videos the AI scored', async () => {
      await searchIntelligently();
      expect(screen.getByText('AI Enhanced')).toBeInTheDocument();
      expect(
        screen.getByText(
          'The AI scored 1 of 2 videos. The other scores are estimated without AI.',
        ),
      ).toBeInTheDocument();
    });

    it('asks the AI only for those (rule 8.6)', async () => {
      const user = await searchIntelligently();
      const whole = partly.map((video) => ({ ...video, engagementScore: 90 }));
      server.on(
        'GET /api/videos/search',
        aSearchAnswer(whole, { cached: true, enhanced: true }),
      );
      await user.click(askAgain());
      await waitFor(() =>
        expect(
          screen.queryByRole('button', { name: 'Ask the AI again' }),
        ).not.toBeInTheDocument(),
      );
      expect(searches().map(({ query }) => query['askMissing'])).toEqual([
        undefined,
        'true',
      ]);
      await user.click(
        screen.getAllByRole('button', { name: 'Why this match' })[0] as HTMLElement,
      );
      expect(await screen.findByText('90/100')).toBeInTheDocument();
      expect(
        screen.getByText('Found 2 videos for "kubernetes" (AI Enhanced)'),
      ).toBeInTheDocument();
    });

    it('keeps the rows usable while the AI is asked', async () => {
      const user = await searchIntelligently();
      server.on('GET /api/videos/search', held(aSearchAnswer(partly)).answer);
      await user.click(askAgain());
      expect(screen.getByRole('button', { name: 'Asking the AI...' })).toBeDisabled();
      expect(
        screen.getByRole('checkbox', { name: 'Select One' }).closest('[inert]'),
      ).toBeNull();
    });

    it('keeps the rows when the AI could not be asked, and says why', async () => {
      const user = await searchIntelligently();
      server.on(
        'GET /api/videos/search',
        problem(503, 'database_unavailable', 'It is away.'),
      );
      await user.click(askAgain());
      await expectNotice('Failed to ask the AI', 'It is away.');
      expect(screen.getByRole('heading', { name: 'One' })).toBeInTheDocument();
    });
  });
});
