import { describe, expect, it } from 'vitest';
import { labelledPairs, matchTable, measure, rankings } from './match.ts';

describe('the match, on the labels that tuning did not look at', () => {
  /** The precision of the former match. Decision 031 has the whole table. */
  it.each([
    ['en', 0.35],
    ['de', 0.55],
    ['ja', 0.65],
    ['all', 0.52],
  ] as const)(
    'puts at least as many that fit among the first ten as the former match: %s',
    (language, former) => {
      const { precision } = measure(rankings.match, 'held', language);
      expect(Number(precision.toFixed(2))).toBeGreaterThanOrEqual(former);
    },
  );

  it('puts more that fit among the first ten than order by date, by 0.15 at least', () => {
    const byDate = measure(rankings['by date'], 'held', 'all').precision;
    expect(measure(rankings.match, 'held', 'all').precision).toBeGreaterThanOrEqual(byDate + 0.15);
  });
});

it('the halves hold as many videos of each label for each profile', () => {
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

it('a perfect order measures 1, and the table has a line for each order and half', () => {
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
    expect(matchTable().match(new RegExp(`^${name} +(\\d\\.\\d\\d +){7}\\d\\.\\d\\d$`, 'gm'))).toHaveLength(
      2,
    );
});
