import './bulk-dialog.tsx';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Comment, QueueItem } from '#shared/contracts/comment-detail.ts';
import { createQueryClient } from '../../api/auth.ts';
import { refreshComment, startLiveUpdates } from '../../api/live.ts';
import { openResults } from '../../testing/discover-screen.tsx';
import {
  aComment,
  aCommentState,
  aFoundVideo,
  aQueueItem,
  aSearchAnswer,
  noCommentState,
  someInsights,
} from '../../testing/factories.ts';
import { createFrameServer } from '../../testing/fake-lists.ts';
import {
  brokenOff,
  FakeEventSource,
  type FakeServer,
  held,
  installFakeEventSource,
  json,
  problem,
} from '../../testing/fake-server.ts';
import { expectNotice } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { DiscoverPage } from './discover-page.tsx';
import { defaultSort, type Sort, sorted } from './discover-search.ts';

describe('search again', () => {
  const two = [aFoundVideo({ id: 1, title: 'One' }), aFoundVideo({ id: 2, title: 'Two' })];
  let server: FakeServer;

  beforeEach(() => {
    server = createFrameServer()
      .on('GET /api/comments', [])
      .on('GET /api/videos/search', aSearchAnswer(two, { totalResults: 1_240 }));
  });

  const field = () => screen.getByRole('searchbox');
  const asked = () => server.calls.filter(({ path }) => path === '/api/videos/search').length;

  const searched = () => openResults('kubernetes');

  it('says when the rows are of an older search, and repeats a search from the cache', async () => {
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
    // The mode makes another search, a trailing space does not.
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

  it('keeps the selection until another search (rule 4.9)', async () => {
    const { user } = searched();
    const all = await screen.findByRole('checkbox', { name: 'Select All' });
    expect(screen.queryByRole('button', { name: /^Clear \(/ })).not.toBeInTheDocument();
    expect(all).not.toBeChecked();
    await user.click(screen.getByRole('checkbox', { name: 'Select One' }));
    expect(all).toBePartiallyChecked();
    await user.clear(field());
    await user.type(field(), '{Enter}');
    expect(screen.getByText('1 selected')).toBeInTheDocument();
    await user.click(all);
    expect(all).toBeChecked();
    await user.click(all);
    expect(all).not.toBeChecked();
    await user.click(screen.getByRole('checkbox', { name: 'Select Two' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Two' }));
    expect(screen.queryByText(/\d selected/)).not.toBeInTheDocument();
  });

  it('retries a failed search on Enter, and says when the AI had no part (rule 8.6)', async () => {
    server
      .on('GET /api/videos/search', () => problem(429, 'quota_spent', 'No searches are left today.'))
      .on('GET /api/quota', brokenOff);
    const { user } = searched();
    expect(await screen.findByText('Search Error')).toBeInTheDocument();
    await user.type(field(), '!{Enter}');
    await waitFor(() => expect(asked()).toBe(2));
    expect(await screen.findByText('Search Error')).toBeInTheDocument();
    const noAi = 'The AI did not answer. These scores come from plain rules.';
    server.on('GET /api/videos/search', aSearchAnswer(two, { missing: 2 }));
    await user.type(field(), '{Enter}');
    expect(await screen.findByText('Found 2 videos for "kubernetes!"')).toBeInTheDocument();
    expect(asked()).toBe(3);
    expect(screen.queryByText(noAi)).not.toBeInTheDocument();
    await user.click(screen.getByRole('switch', { name: /Intelligent Discovery Mode/ }));
    await user.type(field(), '{Enter}');
    expect(await screen.findByText(noAi)).toBeInTheDocument();
    expect(screen.queryByTitle(/^Resets/)).not.toBeInTheDocument();
  });

  it('restores the search of the tab, and asks only for what is kept (rule 9.1)', async () => {
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

  it('disables rows that are being replaced, and chooses none of them (rule 4.9)', async () => {
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

  it('brings in the scores that come after the search, without another one (rule 8.6)', async () => {
    installFakeEventSource();
    const scored = (score: number) =>
      two.map((video) => ({ ...video, engagementScore: score, contentInsights: someInsights() }));
    server
      .on(
        'GET /api/videos/search',
        aSearchAnswer(scored(50), { enhanced: true, assessing: true, missing: 1 }),
      )
      .on('GET /api/videos/search/kept', () => json(null));
    const client = createQueryClient();
    const { user } = renderPage(<DiscoverPage />, '/discover', { client });
    onTestFinished(startLiveUpdates(client));
    await user.click(screen.getByRole('switch', { name: /Intelligent Discovery Mode/ }));
    await user.type(field(), 'kubernetes{Enter}');
    expect(
      await screen.findByText('The AI has scored 1 of 2 videos; the others follow as it gets to them.'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Ask the AI again' })).not.toBeInTheDocument();
    const searches = asked();
    server.on('GET /api/videos/search/kept', aSearchAnswer(scored(91), { cached: true, enhanced: true }));
    FakeEventSource.opened.at(-1)?.refresh('assessments');
    await waitFor(() => expect(screen.queryByText(/The AI has scored/)).not.toBeInTheDocument());
    expect(asked()).toBe(searches);
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
    expect(
      screen.getByText('The AI scored 1 of 2 videos. The other scores come from plain rules.'),
    ).toBeInTheDocument();

    const away = { status: 503, title: 'Error', detail: 'It is away.', code: 'database_unavailable' };
    server.on('GET /api/videos/search', () => json(away, 503));
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
    const calls = server.calls.filter(({ path }) => path === '/api/videos/search');
    expect(calls.map(({ query }) => query['askMissing'])).toEqual([undefined, 'true', 'true']);
  });

  it.each([
    ['2026-11-22T09:59:00.000Z', 'You can retry this search at 10:01:05 AM.'],
    ['2026-11-21T23:59:00.000Z', 'You can retry this search on Nov 22, 2026, 10:01 AM.'],
  ])(
    'says when a failed search can be retried, with the day unless it is today: %s (rule 9.2)',
    async (now, sentence) => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
      const nextTryAt = '2026-11-22T10:01:05.000Z';
      const failure = {
        status: 409,
        title: 'Error',
        detail: 'YouTube is away.',
        code: 'youtube_unavailable',
      };
      server.on('GET /api/videos/search', () => json({ ...failure, nextTryAt }, 409));
      searched();
      expect(await screen.findByText('YouTube is away.')).toBeInTheDocument();
      expect(screen.getByText(/^You can retry this search/)).toHaveTextContent(sentence);
    },
  );
});

describe('found comments', () => {
  const video = aFoundVideo({ id: 7, title: 'Followed' });
  const pending = aComment({ id: 70, video });
  const queued = (over: Partial<Comment> = {}, item: Partial<QueueItem> = {}) =>
    aQueueItem({ comment: { ...pending, ...over }, ...item });
  let server: FakeServer;

  beforeEach(() => {
    server = createFrameServer()
      .on('GET /api/videos/search', aSearchAnswer([video]))
      .on('GET /api/videos/comment-states', [noCommentState(video.id)]);
  });

  function onServer(comment: Comment, item: QueueItem | null = null) {
    server.on('GET /api/videos/comment-states', [aCommentState(comment, item)]);
  }

  async function searched() {
    const page = openResults();
    const row = (await screen.findByRole('heading', { name: 'Followed' })).closest('li');
    if (!row) throw new Error('not in a row');
    return { ...page, row: within(row) };
  }

  const spent = () => server.calls.filter(({ path }) => path === '/api/videos/search').length;

  describe('a found video’s comment, by an event (rule 4.3)', () => {
    async function listening() {
      const source = installFakeEventSource();
      const page = await searched();
      const stop = startLiveUpdates(page.client);
      await expect.poll(() => source.opened.length).toBe(1);
      return {
        ...page,
        stop,
        /** As after a change by another tab or the posting loop. */
        hears(comment: Comment, item: QueueItem | null = null) {
          onServer(comment, item);
          act(() => source.opened[0]?.changed({ comments: [comment.id], videos: [video.id] }));
        },
      };
    }

    const posted = { status: 'posted', postedAt: '2026-11-22T10:00:05.000Z' } as const;
    const scheduledFor = '2026-11-22T10:00:00.000Z';

    it('shows a draft, its place, its schedule and its post, without another search', async () => {
      const { row, hears, stop } = await listening();
      const approved = { ...pending, status: 'approved' } as const;
      const steps: [Comment, QueueItem | null, RegExp, string[]][] = [
        [pending, null, /needs review$/, ['View Comment', 'Add to Queue']],
        [pending, queued(), /needs review$/, ['View Comment', 'In Queue']],
        [approved, queued({ status: 'approved' }), /^Comment ready to post/, ['View Comment', 'In Queue']],
        [
          approved,
          queued({ status: 'approved' }, { scheduledFor }),
          /^Scheduled for .*10:00 AM$/,
          ['View Comment', 'In Queue'],
        ],
        [
          { ...pending, ...posted },
          null,
          /^Already commented on Nov 22, 2026$/,
          ['View Comment', 'Already Posted'],
        ],
      ];
      for (const [comment, item, badge, offered] of steps) {
        hears(comment, item);
        const words = ['View Comment', 'Add to Queue', 'In Queue', 'Already Posted'];
        await waitFor(() => expect(words.filter((word) => row.queryByText(word))).toEqual(offered));
        expect(await row.findByText(badge)).toBeInTheDocument();
        expect(row.getByRole('button', { name: 'Generate Comment' })).toBeDisabled();
      }
      expect(spent()).toBe(1);
      stop();
    });

    it('shows that one was withdrawn, and generates another (rule 4.3)', async () => {
      const { row, hears, stop } = await listening();
      hears({ ...pending, ...posted, withdrawnAt: '2026-11-22T11:00:00.000Z' });
      expect(await row.findByText('Withdrawn')).toBeInTheDocument();
      expect(row.queryByText('View Comment')).not.toBeInTheDocument();
      expect(row.getByRole('button', { name: 'Generate Comment' })).toBeEnabled();
      stop();
    });
  });

  describe('a found video’s comment, by what was done here (rule 4.3)', () => {
    it('shows what was changed on another page when this one is opened again', async () => {
      const { client, unmount } = await searched();
      unmount();
      onServer({ ...pending, status: 'approved' }, queued({ status: 'approved' }));
      refreshComment(client, pending.id);
      renderPage(<DiscoverPage />, '/discover', { client });
      expect(await screen.findByText(/^Comment ready to post/)).toBeInTheDocument();
      expect(screen.getByText('In Queue')).toBeInTheDocument();
      expect(spent()).toBe(1);
    });
  });
});

const insights = (commentOpportunity: 'high' | 'medium' | 'low', engagementScore: number) => ({
  contentInsights: someInsights({ commentOpportunity }),
  engagementScore,
});
const videos = [
  aFoundVideo({
    id: 1,
    matchScore: 50,
    viewCount: 10,
    publishedAt: '2026-11-01T00:00:00Z',
    ...insights('low', 90),
  }),
  aFoundVideo({ id: 2, matchScore: 90, viewCount: null, publishedAt: '2026-11-03T00:00:00Z' }),
  aFoundVideo({
    id: 3,
    matchScore: 50,
    viewCount: 30,
    publishedAt: '2026-11-02T00:00:00Z',
    ...insights('high', 10),
  }),
];

it.each<[Sort, number[]]>([
  ['match', [2, 1, 3]],
  ['youtube', [1, 2, 3]],
  ['opportunity', [3, 1, 2]],
  ['date', [2, 3, 1]],
  ['views', [3, 1, 2]],
])('sorts by %s, what is missing last and equals as they came', (sort, ids) => {
  expect(sorted(videos, sort).map(({ id }) => id)).toEqual(ids);
});

it.each([
  ['', 'match'],
  ['relevance', 'youtube'],
  ['date', 'date'],
  ['views', 'views'],
])('keeps the order that Relevance asked for, else our match leads (rule 2.8): %j', (relevance, sort) => {
  expect(defaultSort(relevance)).toBe(sort);
});
