import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Learning } from '#shared/contracts/analytics.ts';
import { createFakeServer, databaseAway } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render.tsx';
import { LearningReport, learningText } from './learning-report.tsx';

const months: Learning['months'] = [
  { month: '2026-09', drafts: 9, unedited: 9, wordsChanged: null },
  { month: '2026-10', drafts: 20, unedited: 11, wordsChanged: 14 },
  { month: '2026-11', drafts: 26, unedited: 22, wordsChanged: 1 },
];

const learning: Learning = {
  months,
  profiles: [
    { profile: { id: 1, name: 'Ada' }, drafts: 46, unedited: 46, wordsChanged: null },
    { profile: null, drafts: 9, unedited: 2, wordsChanged: 3 },
  ],
};

async function rowsOf(name: string) {
  const table = within(await screen.findByRole('region', { name }));
  const rows = table.getAllByRole('row');
  return rows.map((row) =>
    [...row.children].map(({ textContent }) => textContent).join(' | '),
  );
}

it('shows the share of unedited drafts and the typical edit by month and profile (rule 13.31)', async () => {
  createFakeServer().on('GET /api/analytics/learning', learning);
  renderPage(<LearningReport />);
  expect(await rowsOf('Edits by month')).toEqual([
    'Month | Posted drafts | Unedited | Typical edit',
    'November 2026 | 26 | 85% | 1 word',
    'October 2026 | 20 | 55% | 14 words',
    'September 2026 | 9 | Too few to tell | –',
  ]);
  expect(await rowsOf('Edits by voice profile')).toEqual([
    'Voice profile | Posted drafts | Unedited | Typical edit',
    'Ada | 46 | 100% | None',
    'No profile | 9 | Too few to tell | –',
  ]);
});

it('compares the last two months with enough drafts in a sentence (rule 13.31)', () => {
  expect(learningText(learning)).toBe(
    '85% of your drafts were posted unedited in November 2026, 55% in October 2026.',
  );
  expect(learningText({ ...learning, months: months.slice(0, 2) })).toBe(
    '55% of your drafts were posted unedited in October 2026.',
  );
  expect(learningText({ ...learning, months: months.slice(0, 1) })).toBe(
    'Too few to tell: it takes 10 drafts posted in one month.',
  );
});

it('explains itself while no draft was posted', async () => {
  createFakeServer();
  renderPage(<LearningReport />);
  expect(
    await screen.findByText(/^No draft was posted in these months\./),
  ).toBeInTheDocument();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

it('says when it could not be loaded', async () => {
  createFakeServer().on('GET /api/analytics/learning', databaseAway());
  renderPage(<LearningReport />);
  expect(await screen.findByText('The database is away.')).toBeInTheDocument();
});
