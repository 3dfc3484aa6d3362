import { describe, expect, it } from 'vitest';
import { labelledPairs, matchTable, measure, rankings } from './match.ts';

describe('match, measured with labels that tuning did not use', () => {
  /** The precision of the former match. Decision 031 has the whole table. */
  it.each([
    ['en', 0.35],
    ['de', 0.55],
    ['ja', 0.65],
    ['all', 0.52],
  ] as const)(
    'has at least as many fitting videos among the first ten as the former match: %s',
    (language, former) => {
      const { precision } = measure(rankings.match, 'held', language);
      expect(Number(precision.toFixed(2))).toBeGreaterThanOrEqual(former);
    },
  );

  it('exceeds the precision of ordering by date by at least 0.15', () => {
    const byDate = measure(rankings['by date'], 'held', 'all').precision;
    expect(measure(rankings.match, 'held', 'all').precision).toBeGreaterThanOrEqual(
      byDate + 0.15,
    );
  });
});

it('labelled halves have equally many videos of each label for each profile', () => {
  const count = (half: string) =>
    Object.entries(
      Object.groupBy(
        labelledPairs.filter((pair) => pair.half === half),
        ({ profile, label }) => `${profile} ${label}`,
      ),
    )
      .map(([kind, pairs]) => [kind, pairs?.length])
      .sort();
  expect(labelledPairs).toHaveLength(300);
  expect(count('held')).toEqual(count('tuning'));
});

it('measure gives 1 to a perfect order, and the table has a line for each order and half', () => {
  const perfect = { fit: 2, perhaps: 1, no: 0 };
  expect(
    measure(
      () =>
        ({ label }) =>
          perfect[label],
      'held',
      'all',
    ),
  ).toEqual({ precision: 1, ndcg: 1 });
  for (const name of Object.keys(rankings))
    expect(
      matchTable().match(new RegExp(`^${name} +(\\d\\.\\d\\d +){7}\\d\\.\\d\\d$`, 'gm')),
    ).toHaveLength(2);
});
