import { expect, it } from 'vitest';
import { aFoundVideo, someInsights } from '../../../testing/factories.ts';
import { defaultSort, type Sort, sorted } from './sort-results.rules.ts';

const insights = (commentOpportunity: 'high' | 'medium' | 'low', engagementScore: number) => ({
  contentInsights: someInsights({ commentOpportunity }),
  engagementScore,
});
const videos = [
  aFoundVideo({
    id: 1,
    matchScore: 50,
    viewCount: 10,
    publishedAt: '2026-11-01T00:00:00Z',
    ...insights('low', 90),
  }),
  aFoundVideo({ id: 2, matchScore: 90, viewCount: null, publishedAt: '2026-11-03T00:00:00Z' }),
  aFoundVideo({
    id: 3,
    matchScore: 50,
    viewCount: 30,
    publishedAt: '2026-11-02T00:00:00Z',
    ...insights('high', 10),
  }),
];

it.each<[Sort, number[]]>([
  ['match', [2, 1, 3]],
  ['youtube', [1, 2, 3]],
  ['opportunity', [3, 1, 2]],
  ['date', [2, 3, 1]],
  ['views', [3, 1, 2]],
])('sorts by %s, what is missing last and equals as they came', (sort, ids) => {
  expect(sorted(videos, sort).map(({ id }) => id)).toEqual(ids);
});

it.each([
  ['', 'match'],
  ['relevance', 'youtube'],
  ['date', 'date'],
  ['views', 'views'],
])('keeps the order that Relevance asked for, else our match leads (rule 2.8): %j', (relevance, sort) => {
  expect(defaultSort(relevance)).toBe(sort);
});
