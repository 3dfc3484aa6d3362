import type { ContentInsights, FoundVideo } from '#shared/contracts/videos.ts';

export const sorts = ['match', 'youtube', 'opportunity', 'date', 'views'] as const;
export type Sort = (typeof sorts)[number];

const opportunityRank: Record<ContentInsights['commentOpportunity'], number> = { high: 2, medium: 1, low: 0 };

/** The chance weighs first, then the score, which stays below 101. */
function opportunity({ contentInsights, engagementScore }: FoundVideo): number {
  return contentInsights
    ? opportunityRank[contentInsights.commentOpportunity] * 101 + (engagementScore ?? 0)
    : -1;
}

const values: Record<Sort, (video: FoundVideo) => number> = {
  match: ({ matchScore }) => matchScore ?? 0,
  // All are equal: what YouTube found most relevant has no figure, only its place.
  youtube: () => 0,
  opportunity,
  date: ({ publishedAt }) => Date.parse(publishedAt),
  views: ({ viewCount }) => viewCount ?? -1,
};

/** The order that was asked of YouTube is kept; without one the best match comes first. */
export function defaultSort(relevance: string): Sort {
  if (relevance === 'relevance') return 'youtube';
  return relevance === 'date' || relevance === 'views' ? relevance : 'match';
}

/** Highest first; equals stay in YouTube's order. */
export function sorted(videos: readonly FoundVideo[], sort: Sort): FoundVideo[] {
  const figureOf = values[sort];
  return [...videos].sort((a, b) => figureOf(b) - figureOf(a));
}
