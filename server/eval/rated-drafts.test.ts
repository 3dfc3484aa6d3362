import { describe, expect, it } from 'vitest';
import { comparable } from '../text/transcript.rules.ts';
import {
  rankCorrelation,
  ratedDrafts,
  ratedMaterials,
  type ScoredDraft,
  scoredDrafts,
  scoreTable,
} from './rated-drafts.ts';

it('rated drafts are at least forty, for at least twelve materials in five languages', () => {
  expect(scoredDrafts().length).toBeGreaterThanOrEqual(40);
  const used = ratedMaterials.filter(({ key }) =>
    ratedDrafts.some(({ material }) => material === key),
  );
  expect(used.length).toBeGreaterThanOrEqual(12);
  expect(new Set(used.map(({ language }) => language))).toEqual(
    new Set(['en', 'de', 'fr', 'es', 'ja']),
  );
});

it('at least half of the rated materials contain a part of the transcript', () => {
  const spoken = ratedMaterials.filter(({ given }) => given.transcript !== null);
  expect(spoken.length * 2).toBeGreaterThanOrEqual(ratedMaterials.length);
});

it('rated drafts are all different', () => {
  const texts = scoredDrafts().map(({ text }) => comparable(text));
  expect(new Set(texts).size).toBe(texts.length);
  expect(new Set(ratedDrafts.map(({ id }) => id)).size).toBe(texts.length);
});

it.each<[string, [number, number][], number]>([
  [
    'the same order',
    [
      [1, 10],
      [2, 20],
      [3, 90],
    ],
    1,
  ],
  [
    'the opposite order',
    [
      [1, 9],
      [2, 5],
      [3, 1],
    ],
    -1,
  ],
  [
    'equal numbers, which share a rank',
    [
      [1, 5],
      [2, 5],
      [3, 7],
      [4, 8],
    ],
    0.949,
  ],
  [
    'no order',
    [
      [1, 2],
      [2, 4],
      [3, 1],
      [4, 3],
    ],
    0,
  ],
])('rankCorrelation of pairs with %s is $2', (_, pairs, expected) => {
  expect(rankCorrelation(pairs)).toBeCloseTo(expected, 3);
});

it('scoreTable has a line for each draft, the best rated first, and both correlations', () => {
  const draft = (
    id: string,
    rating: number | null,
    signs: number,
    score: number,
  ): ScoredDraft => ({
    id,
    text: id,
    rating,
    signs,
    score,
    marks: 0,
    found: score < signs ? ['already said'] : [],
  });
  const drafts = [
    draft('weak', 2, 70, 30),
    draft('good', 4.5, 60, 60),
    draft('fair', 3, 50, 50),
  ];
  expect(scoreTable(drafts).split('\n')).toEqual([
    'Draft                   Rated  Signs  Score  Marks  Found',
    'good                     4.50     60     60      0',
    'fair                     3.00     50     50      0',
    'weak                     2.00     70     30      0  already said',
    '',
    'Rank correlation with 3 ratings: the reader’s number -0.50, the score 1.00.',
  ]);
  expect(scoreTable([draft('new', null, 50, 50)])).toContain('No draft is rated yet.');
});

describe('scores of the rated drafts', () => {
  const rated = scoredDrafts().map((draft) => ({
    ...draft,
    rating: draft.rating ?? Number.NaN,
  }));

  it('have a rank correlation of at least 0.6 with the ratings', () => {
    const pairs = rated.map(({ rating, score }) => [rating, score] as const);
    expect(rankCorrelation(pairs)).toBeGreaterThanOrEqual(0.6);
  });

  it('are 60 or more for every draft rated 4 or better', () => {
    const good = rated.filter(({ rating }) => rating >= 4);
    expect(good.length).toBeGreaterThan(10);
    expect(good.filter(({ score }) => score < 60)).toEqual([]);
  });
});
