import { expect, it } from 'vitest';
import { aFoundVideo, someInsights } from '../../testing/factories.ts';
import { defaultSort, type Sort, sorted } from './discover-search.ts';

const found = (
  id: number,
  matchScore: number,
  viewCount: number | null,
  publishedAt: string,
) => aFoundVideo({ id, matchScore, viewCount, publishedAt });
const insights = (commentOpportunity: 'high' | 'low', engagementScore: number) => ({
  contentInsights: someInsights({ commentOpportunity }),
  engagementScore,
});
const videos = [
  { ...found(1, 50, 10, '2026-11-01T00:00:00Z'), ...insights('low', 90) },
  found(2, 90, null, '2026-11-03T00:00:00Z'),
  { ...found(3, 50, 30, '2026-11-02T00:00:00Z'), ...insights('high', 10) },
];

it.each<[Sort, number[]]>([
  ['match', [2, 1, 3]],
  ['youtube', [1, 2, 3]],
  ['opportunity', [3, 1, 2]],
  ['date', [2, 3, 1]],
  ['views', [3, 1, 2]],
])('sorts by %s, missing values last and equal ones in their order', (sort, ids) => {
  expect(sorted(videos, sort).map(({ id }) => id)).toEqual(ids);
});

it.each([
  ['', 'match'],
  ['relevance', 'youtube'],
  ['date', 'date'],
  ['views', 'views'],
])(
  'keeps the order of the chosen relevance, or else sorts by our match (rule 2.8): %j',
  (relevance, sort) => {
    expect(defaultSort(relevance)).toBe(sort);
  },
);
