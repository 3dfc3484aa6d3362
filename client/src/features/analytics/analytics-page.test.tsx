import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnalyticsResponse } from '#shared/contracts/analytics.ts';
import {
  brokenOff,
  createFakeServer,
  type FakeServer,
  held,
  json,
  problem,
} from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render.tsx';
import { AnalyticsPage } from './analytics-page.tsx';
import { changeText, headline, qualityText } from './headline.ts';

let server: FakeServer;

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
  topChannels: [{ channelTitle: 'Cluster Notes', count: 5, posted: 4, averageQuality: 8.2 }],
  overall: { videosFound: 321, inQueue: 7, commentsPosted: 88, successRate: 71.2, totalComments: 124 },
  ...over,
});

beforeEach(() => {
  // jsdom gives the chart no size to draw in.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 600, 200));
  server = createFakeServer().on('GET /api/analytics', (call) =>
    json(figures({ days: Number(call.query['days']) })),
  );
});

const pairs = (region: HTMLElement) =>
  [...(region.querySelector('dl')?.children ?? [])].map(({ textContent }) => textContent);

describe('the page', () => {
  it('loads 30 days in the viewer’s zone, then the chosen range (rules 2.17, 9.6)', async () => {
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
    // The old figures stay until the new ones are loaded.
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

  it('shows the four figures with their change, and every section (rule 2.17)', async () => {
    renderPage(<AnalyticsPage />, '/analytics');
    const four = within(await screen.findByRole('region', { name: 'Figures' }));
    for (const label of ['Total Comments', 'Success Rate', 'Approval Rate', 'Avg Quality Score'])
      expect(four.getByText(label)).toBeInTheDocument();
    expect(four.getByText('8.1/10')).toBeInTheDocument();
    expect(four.getByText('+5')).toBeInTheDocument();
    expect(four.getByText('−6.7 points')).toBeInTheDocument();
    for (const name of [
      'Comment Status Breakdown',
      'Voice Profile Performance',
      'Recent Activity (Last 7 Days)',
      'Top Performing Channels',
      'Overall Platform Stats',
    ])
      expect(screen.getByRole('heading', { name })).toBeInTheDocument();
    expect(screen.getByRole('cell', { name: '8.4/10' })).toBeInTheDocument();
    expect(screen.getByRole('rowheader', { name: 'Cluster Notes' })).toBeInTheDocument();
    expect(screen.getByText('321')).toBeInTheDocument();
  });

  it('names every column and every overall figure (rule 2.17)', async () => {
    renderPage(<AnalyticsPage />, '/analytics');
    expect(await screen.findByRole('heading', { level: 1, name: 'Analytics Dashboard' })).toBeInTheDocument();
    const tables = await screen.findAllByRole('table');
    const headings = tables.map((table) =>
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    );
    expect(headings).toContainEqual(['Style', 'Comments', 'Posted', 'Success', 'Quality']);
    expect(headings).toContainEqual(['Channel', 'Comments', 'Posted', 'Quality']);
    expect(headings).toContainEqual(['Day', 'Generated', 'Posted']);
    const overall = within(screen.getByRole('region', { name: 'Overall Platform Stats' }));
    for (const label of ['Videos Found', 'In Queue', 'Total Comments', 'Comments Posted', 'Success Rate'])
      expect(overall.getByText(label)).toBeInTheDocument();
  });

  it('shows each figure beside its name (rule 2.17)', async () => {
    renderPage(<AnalyticsPage />, '/analytics');
    const four = await screen.findByRole('region', { name: 'Figures' });
    expect(pairs(four)).toEqual([
      'Total Comments20+5',
      'Success Rate60%−6.7 pointsof all drafts',
      'Approval Rate75%+5 points',
      'Avg Quality Score8.1/10+0.2',
    ]);
    expect(pairs(screen.getByRole('region', { name: 'Overall Platform Stats' }))).toEqual([
      'Videos Found321',
      'In Queue7incl. scheduled',
      'Total Comments124',
      'Comments Posted88',
      'Success Rate71.2%of all drafts',
    ]);
    const statuses = within(screen.getByRole('region', { name: 'Comment Status Breakdown' }));
    expect(statuses.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Pending4 (20%)',
      'Approved3 (15%)',
      'Rejected0 (0%)',
      'Posted12 (60%)',
      'Failed1 (5%)',
    ]);
    const shares = statuses.getAllByRole('progressbar').map((bar) => bar.getAttribute('aria-valuenow'));
    expect(shares).toEqual(['20', '15', '0', '60', '5']);
    expect(statuses.getByRole('progressbar', { name: 'pending: share of all comments' })).toBeInTheDocument();
    for (const words of [
      'Changes are against the 30 days before.',
      'per comment style',
      'since the beginning',
    ])
      expect(screen.getByText(words)).toBeInTheDocument();
    for (const name of ['Styles as a table', 'Channels as a table'])
      expect(screen.getByRole('region', { name })).toHaveAttribute('tabindex', '0');
    for (const name of ['Insightful & Technical 10 7 70% 8.4/10', 'Cluster Notes 5 4 8.2/10'])
      expect(screen.getByRole('row', { name })).toBeInTheDocument();
  });

  it('says when there is nothing to compare, draw or rank', async () => {
    const none = { totalComments: 0, successRate: 0, approvalRate: 0, averageQuality: 0 };
    const recentActivity = figures().recentActivity.map((day) => ({ ...day, generated: 0, posted: 0 }));
    server.on('GET /api/analytics', figures({ previousTotals: none, recentActivity, topChannels: [] }));
    renderPage(<AnalyticsPage />, '/analytics');
    const four = await screen.findByRole('region', { name: 'Figures' });
    expect(pairs(four)).toEqual([
      'Total Comments20',
      'Success Rate60%of all drafts',
      'Approval Rate75%',
      'Avg Quality Score8.1/10',
    ]);
    expect(
      screen.getByText('There were no comments in the 30 days before to compare with.'),
    ).toBeInTheDocument();
    expect(screen.getByText(/^Nothing was generated or posted in these seven days/)).toBeInTheDocument();
    expect(screen.queryByText('generated')).not.toBeInTheDocument();
    expect(screen.getByText(/^Channels with at least two comments/)).toBeInTheDocument();
  });

  it('shows a dash for quality without comments', async () => {
    const totals = { totalComments: 0, successRate: 0, approvalRate: 0, averageQuality: 0 };
    server.on('GET /api/analytics', figures({ totals }));
    renderPage(<AnalyticsPage />, '/analytics');
    expect(pairs(await screen.findByRole('region', { name: 'Figures' }))).toContain('Avg Quality Score–');
  });

  it('repeats the chart as a table', async () => {
    renderPage(<AnalyticsPage />, '/analytics');
    const table = within(await screen.findByRole('table', { name: 'Comments by day' }));
    expect(table.getAllByRole('row')).toHaveLength(8);
    expect(table.getByRole('row', { name: '21 Sat 6 0' })).toBeInTheDocument();
    await waitFor(() => expect(document.querySelector('.recharts-bar')).not.toBeNull());
    const activity = within(screen.getByRole('region', { name: 'Recent Activity (Last 7 Days)' }));
    for (const colour of ['generated', 'posted']) expect(activity.getByText(colour)).toBeVisible();
  });

  it('draws a day on which every draft was posted', async () => {
    const [day] = figures().recentActivity;
    const recentActivity = [{ ...day, day: '2026-11-21', generated: 2, posted: 2 }];
    server.on('GET /api/analytics', figures({ recentActivity }));
    renderPage(<AnalyticsPage />, '/analytics');
    await waitFor(() => expect(document.querySelector('.recharts-bar')).not.toBeNull());
    expect(screen.queryByText(/^Nothing was generated or posted/)).not.toBeInTheDocument();
  });

  it('says why it could not be loaded (rule 2.5)', async () => {
    server.on('GET /api/analytics', () => problem(503, 'database_unavailable', 'The database is away.'));
    const { client, user } = renderPage(<AnalyticsPage />, '/analytics');
    expect(await screen.findByText('The figures could not be loaded')).toBeInTheDocument();
    expect(screen.getByText('The database is away. Nothing was lost.')).toBeInTheDocument();
    expect(screen.queryByText('Loading the figures')).not.toBeInTheDocument();
    server.on('GET /api/analytics', figures());
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('region', { name: 'Figures' })).toBeInTheDocument();
    server.on('GET /api/analytics', brokenOff);
    await client.invalidateQueries({ queryKey: ['analytics'] });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Time range' }), 'Last 7 days');
    expect(await screen.findByText('Failed to load the figures. Nothing was lost.')).toBeInTheDocument();
    // A failure must not show another range's figures.
    expect(screen.queryByRole('region', { name: 'Figures' })).not.toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Time range' }), 'Last 30 days');
    // A failed refresh keeps the figures.
    expect(await screen.findByRole('region', { name: 'Figures' })).toBeInTheDocument();
    expect(screen.queryByText('The figures could not be loaded')).not.toBeInTheDocument();
  });
});

describe('the headline', () => {
  it('says that nothing was generated', () => {
    const totals = { totalComments: 0, successRate: 0, approvalRate: 0, averageQuality: 0 };
    expect(headline(figures({ totals, days: 7 }))).toBe('No comments were generated in the last 7 days.');
  });

  it('compares with the period before', () => {
    expect(headline(figures())).toBe(
      'You generated 20 comments in the last 30 days, 5 more than in the 30 days before, and posted 12 of them.',
    );
  });

  it('words fewer, as many, none posted, all posted and one', () => {
    const totals = { totalComments: 1, successRate: 0, approvalRate: 0, averageQuality: 8 };
    const posted = (count: number) => [{ status: 'posted' as const, count, percent: 0 }];
    expect(headline(figures({ totals, statusBreakdown: posted(0) }))).toBe(
      'You generated 1 comment in the last 30 days, 14 fewer than in the 30 days before; none of them is posted yet.',
    );
    expect(headline(figures({ totals, previousTotals: totals, statusBreakdown: posted(1) }))).toBe(
      'You generated 1 comment in the last 30 days, as many as in the 30 days before, and posted all of them.',
    );
    expect(qualityText({ count: 0, averageQuality: 0 })).toBe('–');
    expect(qualityText({ count: 1, averageQuality: 8 })).toBe('8.0/10');
  });

  it('compares with nothing where there was nothing', () => {
    const previousTotals = { totalComments: 0, successRate: 0, approvalRate: 0, averageQuality: 0 };
    expect(headline(figures({ previousTotals }))).toBe(
      'You generated 20 comments in the last 30 days, and posted 12 of them.',
    );
  });

  it('rounds a change to the digits shown', () => {
    expect(changeText(8.1, 7.9, '')).toBe('+0.2');
    expect(changeText(50, 50, ' points')).toBe('no change');
    expect(changeText(40, 50.5, ' points')).toBe('−10.5 points');
  });
});
