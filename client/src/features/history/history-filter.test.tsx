import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { aComment, aVideo, replyCounts } from '../../testing/factories.ts';
import {
  answerCommentList,
  createHistoryServer,
  listRequests,
  shownTitles,
} from '../../testing/fake-history.ts';
import {
  type Call,
  databaseAway,
  type FakeServer,
  held,
} from '../../testing/fake-server.ts';
import { press, select } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { commentFilterOf, noFilter } from './history-filter.tsx';
import { HistoryPage } from './history-page.tsx';

let server: FakeServer;
let comments: Comment[];
beforeEach(() => {
  server = createHistoryServer(() => comments);
});

const asked = () => listRequests(server);

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
  const type = (name: string, value: string) =>
    fireEvent.change(field(name), { target: { value } });

  async function openHistory() {
    const page = renderPage(<HistoryPage />, '/history');
    await screen.findByText('Showing 2 of 2 comments');
    return page;
  }

  async function setEveryFilter() {
    await openHistory();
    type('Search comments', ' depth ');
    type('Channel', 'rust');
    type('From', '2026-10-25');
    type('To', '2026-10-26');
    await select('Style', 'insightful');
    await select('Status', 'Pending');
    await select('Sort', 'Oldest first');
    await waitFor(() => expect(shownTitles()).toEqual(['Rollouts in depth']));
  }

  it('sends every filter to the server', async () => {
    await setEveryFilter();
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
  });

  it('names the filters beside the known total, which it does not request again', async () => {
    await setEveryFilter();
    const footer =
      'Showing 1 of 2 comments (filtered by status, words, style, channel, dates)';
    expect(screen.getByText(footer)).toBeInTheDocument();
    expect(asked().filter(({ fields }) => fields !== 'row')).toEqual([]);
  });

  it('ends a day at the next midnight, even when the day itself has none', () => {
    // In Cairo, this day has no midnight because of daylight saving time, but the next
    // day has one.
    vi.stubEnv('TZ', 'Africa/Cairo');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(commentFilterOf({ ...noFilter, to: '2026-04-24' }).to).toBe(
      '2026-04-24T21:00:00.000Z',
    );
  });

  describe('while the user types', () => {
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

    async function openWithoutTimers() {
      await openHistory();
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    }

    it('waits for a pause of 300 ms', async () => {
      await openWithoutTimers();
      for (const text of ['p', 'pr', 'pro']) {
        type('Search comments', text);
        await pass(299);
      }
      expect(asked()).toHaveLength(1);
      await pass(1);
      expect(asked().slice(1)).toEqual([
        { sort: 'newest', q: 'pro', fields: 'row', limit: '50' },
      ]);
    });

    it('shows all comments at once when the words are cleared', async () => {
      await openWithoutTimers();
      type('Search comments', 'pro');
      await pass(310);
      expect(shownTitles()).toEqual(['Probes in depth']);
      type('Search comments', '');
      await pass(10);
      expect(shownTitles()).toHaveLength(2);
    });
  });

  it('keeps the old rows until the new ones have loaded', async () => {
    await openHistory();
    const answer = held((call: Call) => answerCommentList(comments, call));
    server.once('GET /api/comments', answer.answer);
    await select('Style', 'supportive');
    expect(screen.getByText('Searching…')).toBeInTheDocument();
    expect(shownTitles()).toHaveLength(2);
    expect(screen.getByRole('list', { name: 'Comments' }).parentElement).toHaveAttribute(
      'aria-busy',
      'true',
    );
    answer.release();
    await waitFor(() => expect(shownTitles()).toEqual(['Probes in depth']));
  });

  it('keeps the filters when their request fails', async () => {
    await openHistory();
    server.once('GET /api/comments', databaseAway());
    type('Search comments', 'rollouts');
    await screen.findByText('The database is away.');
    expect(field('Search comments')).toHaveValue('rollouts');
    await press('Try Again');
    await waitFor(() => expect(shownTitles()).toEqual(['Rollouts in depth']));
  });

  it('says that no comment matches', async () => {
    await openHistory();
    type('Search comments', 'nothing has these words');
    expect(
      await screen.findByRole('heading', { name: 'No comment matches' }),
    ).toBeInTheDocument();
    expect(
      screen.getByText('Showing 0 of 2 comments (filtered by words)'),
    ).toBeInTheDocument();
  });

  it('are cleared by Show All', async () => {
    await openHistory();
    type('Search comments', 'nothing has these words');
    await press('Show All');
    expect(await screen.findByText('Showing 2 of 2 comments')).toBeInTheDocument();
    expect(field('Search comments')).toHaveValue('');
  });

  it('explains that answers to replies are listed here but not counted in Analytics (rule 2.16)', async () => {
    server.on('GET /api/replies/counts', replyCounts({ answered: 1 }));
    await openHistory();
    expect(
      await screen.findByText(/^Your answers to replies are listed here too\./),
    ).toBeInTheDocument();
  });

  it('refetches the total number of comments when a comment changes while a filter is set', async () => {
    const { client } = await openHistory();
    await select('Style', 'supportive');
    await screen.findByText('Showing 1 of 2 comments (filtered by style)');
    comments.push(aComment({ id: 3, style: 'questioning', video: aVideo({ id: 3 }) }));
    await act(() => client.invalidateQueries({ queryKey: ['comments', 'total'] }));
    expect(
      await screen.findByText('Showing 1 of 3 comments (filtered by style)'),
    ).toBeInTheDocument();
    expect(asked().at(-1)).toEqual({ limit: '1', fields: 'ids' });
  });

  it('are kept in the address (rule 2.16)', async () => {
    await openHistory();
    type('Search comments', 'depth');
    await select('Sort', 'Oldest first');
    await select('Style', 'insightful');
    const kept = Object.fromEntries(new URLSearchParams(window.location.search));
    expect(kept).toEqual({ q: 'depth', sort: 'oldest', style: 'insightful' });
  });

  it('are read from the address, without those that are not valid', async () => {
    renderPage(
      <HistoryPage />,
      '/history?status=nonsense&style=supportive&q=depth&to=tomorrow',
    );
    expect(
      await screen.findByText('Showing 1 of 2 comments (filtered by words, style)'),
    ).toBeInTheDocument();
    expect(shownTitles()).toEqual(['Probes in depth']);
    expect(field('Search comments')).toHaveValue('depth');
    expect(field('Status')).toHaveDisplayValue('All Status');
  });
});
