import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { replyCounts } from '../../testing/factories.ts';
import { someFigures, someOutcomes } from '../../testing/fake-analytics.ts';
import {
  brokenOff,
  createFakeServer,
  type FakeServer,
  held,
  json,
  problem,
} from '../../testing/fake-server.ts';
import { drawn, select } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { AnalyticsPage, comparedText, headline, qualityText } from './analytics-page.tsx';

let server: FakeServer;

const openAnalytics = () => renderPage(<AnalyticsPage />, '/analytics');

beforeEach(() => {
  server = createFakeServer().on('GET /api/analytics', (call) =>
    json(someFigures({ days: Number(call.query['days']) })),
  );
});

/**
 * Matches the element whose whole text is this, also where a part of it has an element of
 * its own.
 */
const isWholeText = (text: string) => (_: string, element: Element | null) =>
  element?.textContent === text;

/**
 * Returns the name of each number in a region, its value, and the note below the value if
 * there is one.
 */
const pairs = (region: HTMLElement) =>
  [...(region.querySelector('dl')?.children ?? [])].map((pair) =>
    [...pair.children].map(({ textContent }) => textContent),
  );

/** Returns the texts of the cells in each row of a region. */
const rowsIn = (region: HTMLElement) =>
  within(region)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

const asked = () =>
  server.calls.filter(({ path }) => path === '/api/analytics').map(({ query }) => query);

const totals = (totalComments: number) => ({
  totalComments,
  successRate: 0,
  approvalRate: 0,
  averageQuality: 8,
});

describe('the page', () => {
  it('loads 30 days in the viewer’s time zone (rules 2.17, 9.6)', async () => {
    openAnalytics();
    expect(await screen.findByText(/in the last 30 days/)).toBeInTheDocument();
    expect(screen.queryByText('Loading the figures')).not.toBeInTheDocument();
    expect(asked()).toEqual([{ days: '30', timeZone: 'UTC' }]);
  });

  it('offers four ranges', async () => {
    openAnalytics();
    const ranges = within(
      await screen.findByRole('combobox', { name: 'Time range' }),
    ).getAllByRole('option');
    expect(ranges.map(({ textContent }) => textContent)).toEqual([
      'Last 7 days',
      'Last 30 days',
      'Last 90 days',
      'Last 365 days',
    ]);
  });

  it('loads the chosen range, and keeps the old numbers until then', async () => {
    openAnalytics();
    const report = (await screen.findByText(/in the last 30 days/)).parentElement;
    const answer = held(someFigures({ days: 90 }));
    server.on('GET /api/analytics', answer.answer);
    await select('Time range', 'Last 90 days');
    expect(report).toHaveAttribute('aria-busy', 'true');
    expect(report).toHaveTextContent('in the last 30 days');
    answer.release();
    expect(await screen.findByText(/in the last 90 days/)).toBeInTheDocument();
    expect(report).toHaveAttribute('aria-busy', 'false');
    expect(asked().at(-1)).toEqual({ days: '90', timeZone: 'UTC' });
  });

  it('counts the days in UTC, and says so, when the server does not know the browser’s time zone', async () => {
    server.on('GET /api/analytics', ({ query }) =>
      query['timeZone'] === 'America/Coyhaique'
        ? problem(400, 'invalid', 'timeZone: must be the name of a time zone')
        : json(someFigures()),
    );
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(
      function (this: Intl.DateTimeFormat) {
        return { ...resolvedOptions.call(this), timeZone: 'America/Coyhaique' };
      },
    );
    openAnalytics();
    expect(await screen.findByRole('region', { name: 'Figures' })).toBeInTheDocument();
    expect(
      screen.getByText(
        'Days are those of UTC: the server does not know America/Coyhaique.',
      ),
    ).toBeInTheDocument();
  });

  it('explains that answers to replies are listed in History but not counted here (rule 2.17)', async () => {
    server.on('GET /api/replies/counts', replyCounts({ answered: 1 }));
    openAnalytics();
    const words =
      'Comments on videos are counted here. Your 1 answer to replies is in Comment History only.';
    expect(await screen.findByText(words)).toBeInTheDocument();
  });

  it('compares the four figures with the days before (rule 2.17)', async () => {
    openAnalytics();
    const four = await screen.findByRole('region', { name: 'Figures' });
    expect(pairs(four)).toEqual([
      ['Total Comments', '20', '5 more than in the 30 days before'],
      [
        'Success Rate',
        '60%',
        '12 of 20 drafts posted, 12 of 13 that were due, before: 66.7%',
      ],
      ['Approval Rate', '75%', '15 of 20 approved or posted, before: 70%'],
      ['Avg Quality Score', '8.1/10', 'Our estimate when drafting, not an outcome'],
    ]);
  });

  it('shows the numbers since the beginning', async () => {
    openAnalytics();
    expect(
      pairs(await screen.findByRole('region', { name: 'Overall Platform Stats' })),
    ).toEqual([
      ['Videos Found', '321'],
      ['In Queue, scheduled ones included', '7'],
      ['Total Comments', '124'],
      ['Comments Posted', '88'],
      ['Success Rate, of all drafts', '71.2%'],
    ]);
    expect(screen.getByText('since the beginning')).toBeInTheDocument();
  });

  it('counts the comments of each status, and leaves out what is zero', async () => {
    openAnalytics();
    const statuses = within(
      await screen.findByRole('region', { name: 'Comment Status Breakdown' }),
    );
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
  });

  it('draws the share of each status', async () => {
    openAnalytics();
    const statuses = within(
      await screen.findByRole('region', { name: 'Comment Status Breakdown' }),
    );
    const shares = statuses
      .getAllByRole('progressbar')
      .map((bar) => bar.getAttribute('aria-valuenow'));
    expect(shares).toEqual(['20', '15', '60', '5']);
    expect(
      statuses.getByRole('progressbar', { name: 'pending: share of all comments' }),
    ).toBeInTheDocument();
  });

  it('compares the styles in a table', async () => {
    openAnalytics();
    const styles = await screen.findByRole('region', { name: 'Styles as a table' });
    expect(styles).toHaveAttribute('tabindex', '0');
    expect(rowsIn(styles).slice(0, 2)).toEqual([
      ['Style', 'Comments', 'Posted', 'Success', 'Quality'],
      ['Insightful & Technical', '10', '7', '70%', '8.4/10'],
    ]);
    expect(
      screen.getByRole('heading', { name: 'Voice Profile Performance' }),
    ).toBeInTheDocument();
    expect(screen.getByText('per comment style')).toBeInTheDocument();
  });

  it('ranks the channels in a table', async () => {
    openAnalytics();
    const channels = await screen.findByRole('region', { name: 'Channels as a table' });
    expect(channels).toHaveAttribute('tabindex', '0');
    expect(rowsIn(channels)).toEqual([
      ['Channel', 'Comments', 'Posted', 'Likes', 'Replies', 'Quality'],
      ['Cluster Notes', '5', '4', '31', '9', '8.2/10'],
    ]);
    expect(
      screen.getByRole('heading', { name: 'Top Performing Channels' }),
    ).toBeInTheDocument();
    expect(screen.getByText('at least 2 comments')).toBeInTheDocument();
  });

  it('says when there is nothing to compare', async () => {
    const statusBreakdown = someFigures().statusBreakdown.map((row) => ({
      ...row,
      count: 0,
      percent: 0,
    }));
    server.on(
      'GET /api/analytics',
      someFigures({ previousTotals: totals(0), statusBreakdown }),
    );
    openAnalytics();
    expect(pairs(await screen.findByRole('region', { name: 'Figures' }))).toEqual([
      ['Total Comments', '20', 'Nothing to compare yet'],
      ['Success Rate', '60%', '0 of 20 drafts posted'],
      ['Approval Rate', '75%', '0 of 20 approved or posted'],
      ['Avg Quality Score', '8.1/10', 'Our estimate when drafting, not an outcome'],
    ]);
  });

  it('says when there is nothing to draw', async () => {
    const recentActivity = someFigures().recentActivity.map((day) => ({
      ...day,
      generated: 0,
      posted: 0,
    }));
    server.on('GET /api/analytics', someFigures({ recentActivity }));
    openAnalytics();
    expect(
      await screen.findByText(/^Nothing was generated or posted in these seven days/),
    ).toBeInTheDocument();
    expect(screen.queryByText('generated')).not.toBeInTheDocument();
    expect(
      screen.queryByRole('region', { name: 'Days as a table' }),
    ).not.toBeInTheDocument();
  });

  it('says when there is no channel to rank', async () => {
    server.on('GET /api/analytics', someFigures({ topChannels: [] }));
    openAnalytics();
    expect(
      await screen.findByText(/^Channels with at least two comments/),
    ).toBeInTheDocument();
  });

  it('says what became of nothing', async () => {
    const afterSevenDays = {
      public: 0,
      onlyYou: 0,
      removed: 0,
      unknown: 0,
      notYet: 0,
      withdrawn: 0,
    };
    server.on(
      'GET /api/analytics',
      someFigures({ outcomes: someOutcomes({ afterSevenDays }) }),
    );
    openAnalytics();
    const became = within(
      await screen.findByRole('region', { name: 'What became of them' }),
    );
    expect(became.getByText(/^Nothing was posted in these days\./)).toBeInTheDocument();
    expect(became.queryByRole('table')).not.toBeInTheDocument();
    expect(became.queryByRole('heading', { level: 3 })).not.toBeInTheDocument();
  });

  it('says that drafts will be counted by status once there are some', async () => {
    const statusBreakdown = someFigures().statusBreakdown.map((row) => ({
      ...row,
      count: 0,
      percent: 0,
    }));
    server.on('GET /api/analytics', someFigures({ statusBreakdown }));
    openAnalytics();
    expect(await screen.findByText(/^Drafts are counted here/)).toBeInTheDocument();
  });

  it('ranks a channel with two comments even if neither is posted yet (rules 2.17, 9.6)', async () => {
    const topChannels = someFigures().topChannels.map((channel) => ({
      ...channel,
      count: 2,
      posted: 0,
    }));
    server.on('GET /api/analytics', someFigures({ topChannels }));
    openAnalytics();
    const channels = within(
      await screen.findByRole('region', { name: 'Channels as a table' }),
    );
    expect(
      channels.getByRole('row', { name: /^Cluster Notes 2 0 / }),
    ).toBeInTheDocument();
  });

  describe('the recent activity', () => {
    async function openActivity() {
      const recentActivity = [
        { day: '2026-11-20', generated: 4, posted: 1 },
        { day: '2026-11-21', generated: 0, posted: 2 },
      ];
      server.on('GET /api/analytics', someFigures({ recentActivity }));
      openAnalytics();
      return screen.findByRole('region', { name: 'Recent Activity (Last 7 Days)' });
    }

    it('draws a bar for each number, scaled to the highest', async () => {
      const activity = await openActivity();
      const bars = [...activity.querySelectorAll<HTMLElement>('[style]')].map(
        ({ style }) => style.height,
      );
      expect(bars).toEqual(['80%', '20%', '40%']);
      for (const colour of ['generated', 'posted'])
        expect(within(activity).getByText(colour)).toBeVisible();
    });

    it('is also a table', async () => {
      const days = within(
        within(await openActivity()).getByRole('region', { name: 'Days as a table' }),
      );
      expect(days.getByRole('row', { name: '21 Sat 0 2' })).toBeInTheDocument();
    });
  });

  describe('a range that could not be loaded', () => {
    async function chooseBroken() {
      const { user } = openAnalytics();
      await screen.findByRole('region', { name: 'Figures' });
      server.on('GET /api/analytics', brokenOff);
      await select('Time range', 'Last 7 days');
      expect(await screen.findByText('Failed to load the figures.')).toBeInTheDocument();
      return user;
    }

    it('shows no numbers of another range', async () => {
      await chooseBroken();
      expect(screen.queryByRole('region', { name: 'Figures' })).not.toBeInTheDocument();
    });

    it('leaves the numbers of the other ranges', async () => {
      await chooseBroken();
      await select('Time range', 'Last 30 days');
      expect(await screen.findByRole('region', { name: 'Figures' })).toBeInTheDocument();
      expect(
        screen.queryByText('The figures could not be loaded'),
      ).not.toBeInTheDocument();
    });
  });

  it('keeps its numbers when they cannot be loaded again', async () => {
    const { client } = openAnalytics();
    await screen.findByRole('region', { name: 'Figures' });
    server.on('GET /api/analytics', brokenOff);
    await client.invalidateQueries({ queryKey: ['analytics'] });
    await drawn();
    expect(screen.getByRole('region', { name: 'Figures' })).toBeInTheDocument();
  });
});

it.each([
  [0, 0, 'No comments were generated in the last 30 days.'],
  [20, 12, 'You posted 12 of 20 comments in the last 30 days.'],
  [1, 0, 'You generated 1 comment in the last 30 days; none of them is posted yet.'],
  [1, 1, 'You generated 1 comment in the last 30 days and posted all of them.'],
])('the headline for %d comments, %d of them posted, says: %s', (total, count, words) => {
  const statusBreakdown = [{ status: 'posted' as const, count, percent: 0 }];
  expect(headline(someFigures({ totals: totals(total), statusBreakdown }))).toBe(words);
});

it.each([
  [15, '5 more than in the 30 days before'],
  [21, '1 fewer than in the 30 days before'],
  [20, 'As many as in the 30 days before'],
  [0, 'Nothing to compare yet'],
])('compares with %d comments in the previous period', (before, words) => {
  expect(comparedText(someFigures({ previousTotals: totals(before) }))).toBe(words);
});

it('shows no quality without a comment', () => {
  expect(qualityText({ count: 0, averageQuality: 0 })).toBe('–');
});
