import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { someFigures, someOutcomes } from '../../testing/fake-analytics.ts';
import { createFakeServer, type FakeServer, json } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render.tsx';
import { AnalyticsPage } from './analytics-page.tsx';
import { creatorsText, figuresText, publicText } from './outcomes-report.tsx';

let server: FakeServer;

beforeEach(() => {
  server = createFakeServer().on('GET /api/analytics', (call) =>
    json(someFigures({ days: Number(call.query['days']) })),
  );
});

/** Returns the texts of the cells in each row of a region. */
const rowsIn = (region: HTMLElement) =>
  within(region)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

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

  it('says when likes and replies were read, and of how many comments they are known (rule 13.19)', async () => {
    const shown = await section();
    expect(
      shown.getByText(
        'Likes and replies read between Nov 2, 2026 and Nov 21, 2026, known for 46 of 48 comments. Counts from YouTube, which go into no score.',
      ),
    ).toBeInTheDocument();
  });

  it.each([
    [
      'style',
      [
        ['Style', 'Comments', 'Known', 'Likes', 'Replies'],
        ['Insightful & Technical', '30', '30', '240', '1,200'],
        ['Supportive & Encouraging', '2', '0', '–', '–'],
        ['Thought-Provoking', '16', '16', '70', '0'],
      ],
    ],
    [
      'opening',
      [
        ['Opens with', 'Comments', 'Known', 'Likes', 'Replies'],
        ['A question', '12', '12', '40', '31'],
        ['A number', '6', '5', '11', '2'],
        ['A statement', '30', '29', '259', '41'],
      ],
    ],
    [
      'voice version',
      [
        ['Voice', 'Comments', 'Known', 'Likes', 'Replies'],
        ['Ada, version 3', '40', '40', '300', '70'],
        ['Ada, version 3', '5', '5', '10', '4'],
        ['No profile recorded', '3', '1', '0', '0'],
      ],
    ],
  ])(
    'shows likes and replies by %s, or – if they are unknown (rule 13.19)',
    async (part, rows) => {
      const shown = await section();
      expect(
        rowsIn(shown.getByRole('region', { name: `Likes and replies by ${part}` })),
      ).toEqual(rows);
    },
  );

  it('says how many comments creators replied to (rule 13.30)', async () => {
    const shown = await section();
    expect(shown.getByText('Creators replied to 9 of 48 comments')).toBeInTheDocument();
  });

  it.each([
    [1, 'The creator replied to 1 of 48 comments'],
    [0, null],
  ])('says of %i replied comments: %s', (repliedByCreator, words) => {
    expect(creatorsText(someOutcomes({ repliedByCreator }))).toBe(words);
  });

  it.each([
    ['one square per comment', 41, 52],
    ['no squares if there are too many to count', 4_100, 0],
  ])('draws %s beside the legend', async (_, count, squares) => {
    const afterSevenDays = { ...someOutcomes().afterSevenDays, public: count };
    server.on(
      'GET /api/analytics',
      someFigures({ outcomes: someOutcomes({ afterSevenDays }) }),
    );
    const shown = await section();
    const region = screen.getByRole('region', { name: 'What became of them' });
    expect(region.querySelectorAll('span[aria-hidden]')).toHaveLength(
      squares + legend(shown).length,
    );
  });

  const sums = { count: 1, known: 1, likes: 0, replies: 0 };

  it('says as of which day likes and replies are known', () => {
    const at = '2026-11-21T09:30:00Z';
    expect(figuresText({ ...sums, readBetween: { first: at, last: at } })).toMatch(
      /^Likes and replies as of Nov 21, 2026, known for 1 of 1 comment\./,
    );
  });

  it('says that no likes and replies are known yet', () => {
    expect(figuresText({ ...sums, known: 0, readBetween: null })).toBe(
      'No likes and replies are known yet.',
    );
  });

  it.each([
    [{ public: 0, removed: 0 }, /^None has been/],
    [{ public: 1, removed: 1 }, /^Public after 7 days: 1 of 2$/],
  ])('says how many are public of those that were checked: %j', (fates, words) => {
    const others = { onlyYou: 0, unknown: 0, notYet: 3, withdrawn: 0 };
    expect(publicText({ ...others, ...fates })).toMatch(words);
  });
});
