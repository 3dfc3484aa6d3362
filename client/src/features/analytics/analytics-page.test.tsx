import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnalyticsOutcomes, type AnalyticsResponse, uploadAges } from '#shared/contracts/analytics.ts';
import {
  brokenOff,
  createFakeServer,
  type FakeServer,
  held,
  json,
  problem,
} from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render.tsx';
import { AnalyticsPage, comparedText, headline, qualityText } from './analytics-page.tsx';
import { creatorsText, figuresText, publicText } from './outcomes-report.tsx';

let server: FakeServer;

const outcomes = (over: Partial<AnalyticsOutcomes> = {}): AnalyticsOutcomes => ({
  afterSevenDays: { public: 41, onlyYou: 2, removed: 0, unknown: 1, notYet: 7, withdrawn: 1 },
  figures: {
    count: 48,
    known: 46,
    likes: 310,
    replies: 74,
    readBetween: { first: '2026-11-02T08:00:00Z', last: '2026-11-21T09:30:00Z' },
  },
  repliedByCreator: 9,
  byStyle: [
    { style: 'insightful', count: 30, known: 30, likes: 240, replies: 1200 },
    { style: 'supportive', count: 2, known: 0, likes: 0, replies: 0 },
    { style: 'questioning', count: 16, known: 16, likes: 70, replies: 0 },
  ],
  byOpening: [
    { opening: 'question', count: 12, known: 12, likes: 40, replies: 31 },
    { opening: 'number', count: 6, known: 5, likes: 11, replies: 2 },
    { opening: 'statement', count: 30, known: 29, likes: 259, replies: 41 },
  ],
  byVoice: [
    { profile: { id: 1, name: 'Ada', version: 3 }, count: 40, known: 40, likes: 300, replies: 70 },
    { profile: { id: 2, name: 'Ada', version: 3 }, count: 5, known: 5, likes: 10, replies: 4 },
    { profile: null, count: 3, known: 1, likes: 0, replies: 0 },
  ],
  ...over,
});

const figures = (over: Partial<AnalyticsResponse> = {}): AnalyticsResponse => ({
  days: 30,
  totals: { totalComments: 20, successRate: 60, approvalRate: 75, averageQuality: 8.1 },
  previousTotals: { totalComments: 15, successRate: 66.7, approvalRate: 70, averageQuality: 7.9 },
  statusBreakdown: [
    { status: 'pending', count: 4, percent: 20 },
    { status: 'approved', count: 3, percent: 15 },
    { status: 'rejected', count: 0, percent: 0 },
    { status: 'posted', count: 12, percent: 60 },
    { status: 'failed', count: 1, percent: 5 },
  ],
  stylePerformance: [
    { style: 'insightful', count: 10, posted: 7, successRate: 70, averageQuality: 8.4 },
    { style: 'supportive', count: 6, posted: 3, successRate: 50, averageQuality: 7.8 },
    { style: 'questioning', count: 4, posted: 2, successRate: 50, averageQuality: 8 },
  ],
  recentActivity: Array.from({ length: 7 }, (_, index) => ({
    day: `2026-11-${15 + index}`,
    generated: index,
    posted: index % 3,
  })),
  topChannels: [
    {
      channelTitle: 'Cluster Notes',
      count: 5,
      posted: 4,
      known: 3,
      likes: 31,
      replies: 9,
      averageQuality: 8.2,
    },
  ],
  outcomes: outcomes(),
  hoursAfterUpload: uploadAges.map((age, at) => ({
    age,
    comments: 8 - at,
    visible: 7 - at,
    repliedByCreator: 2,
    repliedByOthers: at,
  })),
  overall: { videosFound: 321, inQueue: 7, commentsPosted: 88, successRate: 71.2, totalComments: 124 },
  ...over,
});

beforeEach(() => {
  server = createFakeServer().on('GET /api/analytics', (call) =>
    json(figures({ days: Number(call.query['days']) })),
  );
});

/** Matches the element whose whole text is this, also where a part of it has an element of its own. */
const isWholeText = (text: string) => (_: string, element: Element | null) => element?.textContent === text;

/** Returns the name of each number in a region, its value, and the note below the value if there is one. */
const pairs = (region: HTMLElement) =>
  [...(region.querySelector('dl')?.children ?? [])].map((pair) =>
    [...pair.children].map(({ textContent }) => textContent),
  );

describe('the page', () => {
  it('loads 30 days in the viewer’s time zone, then the chosen range (rules 2.17, 9.6)', async () => {
    const { user } = renderPage(<AnalyticsPage />, '/analytics');
    expect(screen.getByText('Loading the figures')).toBeInTheDocument();
    expect(screen.queryByText('The figures could not be loaded')).not.toBeInTheDocument();
    const report = (await screen.findByText(/in the last 30 days/)).parentElement;
    expect(screen.queryByText('Loading the figures')).not.toBeInTheDocument();
    const ranges = within(screen.getByRole('combobox', { name: 'Time range' })).getAllByRole('option');
    expect(ranges.map(({ textContent }) => textContent)).toEqual([
      'Last 7 days',
      'Last 30 days',
      'Last 90 days',
      'Last 365 days',
    ]);
    const answer = held(figures({ days: 90 }));
    server.on('GET /api/analytics', answer.answer);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Time range' }), 'Last 90 days');
    // The old numbers stay until the new ones are loaded.
    expect(report).toHaveAttribute('aria-busy', 'true');
    expect(report).toHaveTextContent('in the last 30 days');
    answer.release();
    expect(await screen.findByText(/in the last 90 days/)).toBeInTheDocument();
    expect(report).toHaveAttribute('aria-busy', 'false');
    const asked = server.calls.filter(({ path }) => path === '/api/analytics').map(({ query }) => query);
    expect(asked).toEqual([
      { days: '30', timeZone: 'UTC' },
      { days: '90', timeZone: 'UTC' },
    ]);
  });

  it('counts the days in UTC, and says so, when the server does not know the browser’s time zone', async () => {
    server.on('GET /api/analytics', ({ query }) =>
      query['timeZone'] === 'America/Coyhaique'
        ? problem(400, 'invalid', 'timeZone: must be the name of a time zone')
        : json(figures()),
    );
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
      this: Intl.DateTimeFormat,
    ) {
      return { ...resolvedOptions.call(this), timeZone: 'America/Coyhaique' };
    });
    renderPage(<AnalyticsPage />, '/analytics');
    expect(await screen.findByRole('region', { name: 'Figures' })).toBeInTheDocument();
    expect(
      screen.getByText('Days are those of UTC: the server does not know America/Coyhaique.'),
    ).toBeInTheDocument();
  });

  it('explains that answers to replies are listed in History but not counted here (rule 2.17)', async () => {
    server.on('GET /api/replies/counts', {
      new: 0,
      read: 0,
      answered: 1,
      dismissed: 0,
      questions: 0,
      byCreator: 0,
      scheduled: 0,
    });
    renderPage(<AnalyticsPage />, '/analytics');
    const words = 'Comments on videos are counted here. Your 1 answer to replies is in Comment History only.';
    expect(await screen.findByText(words)).toBeInTheDocument();
  });

  it('shows each number beside its name (rule 2.17)', async () => {
    renderPage(<AnalyticsPage />, '/analytics');
    const four = await screen.findByRole('region', { name: 'Figures' });
    expect(pairs(four)).toEqual([
      ['Total Comments', '20', '5 more than in the 30 days before'],
      ['Success Rate', '60%', '12 of 20 drafts posted, 12 of 13 that were due, before: 66.7%'],
      ['Approval Rate', '75%', '15 of 20 approved or posted, before: 70%'],
      ['Avg Quality Score', '8.1/10', 'Our estimate when drafting, not an outcome'],
    ]);
    expect(pairs(screen.getByRole('region', { name: 'Overall Platform Stats' }))).toEqual([
      ['Videos Found', '321'],
      ['In Queue, scheduled ones included', '7'],
      ['Total Comments', '124'],
      ['Comments Posted', '88'],
      ['Success Rate, of all drafts', '71.2%'],
    ]);
    const statuses = within(screen.getByRole('region', { name: 'Comment Status Breakdown' }));
    const items = statuses.getAllByRole('listitem').map((item) => within(item));
    const counts = [
      ['Pending', '4 (20%)'],
      ['Approved', '3 (15%)'],
      ['Posted', '12 (60%)'],
      ['Failed', '1 (5%)'],
    ] as const;
    expect(items).toHaveLength(counts.length);
    for (const [index, [status, count]] of counts.entries()) {
      expect(items[index]?.getByText(status)).toBeInTheDocument();
      expect(items[index]?.getByText(isWholeText(count))).toBeInTheDocument();
    }
    const shares = statuses.getAllByRole('progressbar').map((bar) => bar.getAttribute('aria-valuenow'));
    expect(shares).toEqual(['20', '15', '60', '5']);
    expect(statuses.getByRole('progressbar', { name: 'pending: share of all comments' })).toBeInTheDocument();
    for (const words of ['per comment style', 'since the beginning', 'at least 2 comments'])
      expect(screen.getByText(words)).toBeInTheDocument();
    for (const name of ['Styles as a table', 'Channels as a table'])
      expect(screen.getByRole('region', { name })).toHaveAttribute('tabindex', '0');
    for (const name of ['Voice Profile Performance', 'Top Performing Channels'])
      expect(screen.getByRole('heading', { name })).toBeInTheDocument();
    const rows = screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
    for (const row of [
      ['Style', 'Comments', 'Posted', 'Success', 'Quality'],
      ['Insightful & Technical', '10', '7', '70%', '8.4/10'],
      ['Channel', 'Comments', 'Posted', 'Likes', 'Replies', 'Quality'],
      ['Cluster Notes', '5', '4', '31', '9', '8.2/10'],
    ])
      expect(rows).toContainEqual(row);
  });

  it('says when there is nothing to compare, draw or rank, and when nothing was posted', async () => {
    const recentActivity = figures().recentActivity.map((day) => ({ ...day, generated: 0, posted: 0 }));
    const topChannels: never[] = [];
    const statusBreakdown = figures().statusBreakdown.map((row) => ({ ...row, count: 0, percent: 0 }));
    const nothing = { previousTotals: totals(0), recentActivity, topChannels, statusBreakdown };
    const afterSevenDays = { public: 0, onlyYou: 0, removed: 0, unknown: 0, notYet: 0, withdrawn: 0 };
    server.on('GET /api/analytics', figures({ ...nothing, outcomes: outcomes({ afterSevenDays }) }));
    renderPage(<AnalyticsPage />, '/analytics');
    const four = await screen.findByRole('region', { name: 'Figures' });
    expect(pairs(four)).toEqual([
      ['Total Comments', '20', 'Nothing to compare yet'],
      ['Success Rate', '60%', '0 of 20 drafts posted'],
      ['Approval Rate', '75%', '0 of 20 approved or posted'],
      ['Avg Quality Score', '8.1/10', 'Our estimate when drafting, not an outcome'],
    ]);
    expect(screen.getByText(/^Nothing was generated or posted in these seven days/)).toBeInTheDocument();
    expect(screen.queryByText('generated')).not.toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Days as a table' })).not.toBeInTheDocument();
    expect(screen.getByText(/^Channels with at least two comments/)).toBeInTheDocument();
    expect(screen.getByText(/^Drafts are counted here/)).toBeInTheDocument();
    const became = within(screen.getByRole('region', { name: 'What became of them' }));
    expect(became.getByText(/^Nothing was posted in these days\./)).toBeInTheDocument();
    expect(became.queryByRole('table')).not.toBeInTheDocument();
    expect(became.queryByRole('heading', { level: 3 })).not.toBeInTheDocument();
  });

  it('ranks a channel with two comments even if neither is posted yet (rules 2.17, 9.6)', async () => {
    const topChannels = figures().topChannels.map((channel) => ({ ...channel, count: 2, posted: 0 }));
    server.on('GET /api/analytics', figures({ topChannels }));
    renderPage(<AnalyticsPage />, '/analytics');
    const channels = within(await screen.findByRole('region', { name: 'Channels as a table' }));
    expect(channels.getByRole('row', { name: /^Cluster Notes 2 0 / })).toBeInTheDocument();
  });

  it('draws a bar for each day, scaled to the highest', async () => {
    const recentActivity = [
      { day: '2026-11-20', generated: 4, posted: 1 },
      { day: '2026-11-21', generated: 0, posted: 2 },
    ];
    server.on('GET /api/analytics', figures({ recentActivity }));
    renderPage(<AnalyticsPage />, '/analytics');
    const activity = await screen.findByRole('region', { name: 'Recent Activity (Last 7 Days)' });
    const bars = [...activity.querySelectorAll<HTMLElement>('[style]')].map(({ style }) => style.height);
    expect(bars).toEqual(['80%', '20%', '40%']);
    const days = within(within(activity).getByRole('region', { name: 'Days as a table' }));
    expect(days.getByRole('row', { name: '21 Sat 0 2' })).toBeInTheDocument();
    for (const colour of ['generated', 'posted']) expect(within(activity).getByText(colour)).toBeVisible();
  });

  it('shows no other range’s numbers when one could not be loaded, and keeps its own', async () => {
    const { client, user } = renderPage(<AnalyticsPage />, '/analytics');
    const choose = (range: string) =>
      user.selectOptions(screen.getByRole('combobox', { name: 'Time range' }), range);
    expect(await screen.findByRole('region', { name: 'Figures' })).toBeInTheDocument();
    server.on('GET /api/analytics', brokenOff);
    await client.invalidateQueries({ queryKey: ['analytics'] });
    await choose('Last 7 days');
    expect(await screen.findByText('Failed to load the figures.')).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Figures' })).not.toBeInTheDocument();
    await choose('Last 30 days');
    expect(await screen.findByRole('region', { name: 'Figures' })).toBeInTheDocument();
    expect(screen.queryByText('The figures could not be loaded')).not.toBeInTheDocument();
  });
});

describe('the outcomes of comments', () => {
  const section = async () => {
    renderPage(<AnalyticsPage />, '/analytics');
    return within(await screen.findByRole('region', { name: 'What became of them' }));
  };
  const legend = (shown: Awaited<ReturnType<typeof section>>) =>
    shown.getAllByRole('listitem').map(({ textContent }) => textContent?.trim());

  it('shows how many are public after seven days, and names every other outcome (rule 13.19)', async () => {
    const shown = await section();
    expect(shown.getByText('posted in these 30 days')).toBeInTheDocument();
    expect(shown.getByRole('heading', { level: 3 })).toHaveTextContent(
      'Public after 7 days: 41 of 44, 1 unknown',
    );
    expect(legend(shown)).toEqual([
      'Public 41',
      'Only you see it 2',
      'Unknown 1',
      'Not checked after 7 days yet 7',
      'Withdrawn by you 1',
    ]);
  });

  it('shows likes and replies with the number of comments and the day they were read, or – if unknown (rule 13.19)', async () => {
    const shown = await section();
    expect(
      shown.getByText(
        'Likes and replies read between Nov 2, 2026 and Nov 21, 2026, known for 46 of 48 comments. Counts from YouTube, which go into no score.',
      ),
    ).toBeInTheDocument();
    const rows = (name: string) =>
      within(shown.getByRole('region', { name }))
        .getAllByRole('row')
        .map((row) => [...row.children].map(({ textContent }) => textContent).join(' | '));
    expect(rows('Likes and replies by style')).toEqual([
      'Style | Comments | Known | Likes | Replies',
      'Insightful & Technical | 30 | 30 | 240 | 1,200',
      'Supportive & Encouraging | 2 | 0 | – | –',
      'Thought-Provoking | 16 | 16 | 70 | 0',
    ]);
    expect(rows('Likes and replies by opening')).toEqual([
      'Opens with | Comments | Known | Likes | Replies',
      'A question | 12 | 12 | 40 | 31',
      'A number | 6 | 5 | 11 | 2',
      'A statement | 30 | 29 | 259 | 41',
    ]);
    expect(rows('Likes and replies by voice version')).toEqual([
      'Voice | Comments | Known | Likes | Replies',
      'Ada, version 3 | 40 | 40 | 300 | 70',
      'Ada, version 3 | 5 | 5 | 10 | 4',
      'No profile recorded | 3 | 1 | 0 | 0',
    ]);
  });

  it('says how many comments creators replied to, and nothing if none is known (rule 13.30)', async () => {
    const shown = await section();
    expect(shown.getByText('Creators replied to 9 of 48 comments')).toBeInTheDocument();
    expect(creatorsText(outcomes({ repliedByCreator: 1 }))).toBe('The creator replied to 1 of 48 comments');
    expect(creatorsText(outcomes({ repliedByCreator: 0 }))).toBeNull();
  });

  it('draws one square per comment, and none if there are too many to count', async () => {
    const region = () => screen.getByRole('region', { name: 'What became of them' });
    const squares = () => region().querySelectorAll('span[aria-hidden]').length;
    const { afterSevenDays } = outcomes();
    const { user } = renderPage(<AnalyticsPage />, '/analytics');
    const shown = within(await screen.findByRole('region', { name: 'What became of them' }));
    expect(squares()).toBe(52 + legend(shown).length);
    const many = { ...afterSevenDays, public: 4_100 };
    server.on('GET /api/analytics', figures({ outcomes: outcomes({ afterSevenDays: many }) }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Time range' }), 'Last 365 days');
    expect(await screen.findByText('Public after 7 days: 4,100 of 4,103, 1 unknown')).toBeInTheDocument();
    expect(squares()).toBe(5);
  });

  it('says as of which day the counts are known, or that none is', () => {
    const fates = { onlyYou: 0, unknown: 0, notYet: 3, withdrawn: 0 };
    expect(publicText({ ...fates, public: 0, removed: 0 })).toMatch(/^None has been/);
    expect(publicText({ ...fates, public: 1, removed: 1 })).toBe('Public after 7 days: 1 of 2');
    const at = '2026-11-21T09:30:00Z';
    const sums = { count: 1, known: 1, likes: 0, replies: 0 };
    expect(figuresText({ ...sums, readBetween: { first: at, last: at } })).toMatch(
      /^Likes and replies as of Nov 21, 2026, known for 1 of 1 comment\./,
    );
    expect(figuresText({ ...sums, known: 0, readBetween: null })).toBe('No likes and replies are known yet.');
  });
});

const totals = (totalComments: number) => ({
  totalComments,
  successRate: 0,
  approvalRate: 0,
  averageQuality: 8,
});

it.each([
  [0, 0, 'No comments were generated in the last 30 days.'],
  [20, 12, 'You posted 12 of 20 comments in the last 30 days.'],
  [1, 0, 'You generated 1 comment in the last 30 days; none of them is posted yet.'],
  [1, 1, 'You generated 1 comment in the last 30 days and posted all of them.'],
])('the headline for %d comments, %d of them posted, says: %s', (total, count, words) => {
  const statusBreakdown = [{ status: 'posted' as const, count, percent: 0 }];
  expect(headline(figures({ totals: totals(total), statusBreakdown }))).toBe(words);
});

it.each([
  [15, '5 more than in the 30 days before'],
  [21, '1 fewer than in the 30 days before'],
  [20, 'As many as in the 30 days before'],
  [0, 'Nothing to compare yet'],
])('compares with %d comments in the previous period', (before, words) => {
  expect(qualityText({ count: 0, averageQuality: 0 })).toBe('–');
  expect(comparedText(figures({ previousTotals: totals(before) }))).toBe(words);
});
