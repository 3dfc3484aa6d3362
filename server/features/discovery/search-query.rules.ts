import type { VideoSearchQuery } from '#shared/contracts/videos.ts';
import type { VideoSearch } from '../../providers/youtube/youtube.ts';
import { linkedVideoId } from './video-link.rules.ts';

const dayMs = 86_400_000;

/** How long found ids are kept (SPEC §9). */
export const searchCacheMs = 30 * 60_000;

const uploadDateMs = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs, year: 365 * dayMs };
const orders = { relevance: 'relevance', date: 'date', views: 'viewCount' } as const;

/** Half-open, so that no count falls into two ranges or between them (DESIGN §5). */
const viewRanges = {
  '1k-10k': [1_000, 10_000],
  '10k-100k': [10_000, 100_000],
  '100k+': [100_000, Number.POSITIVE_INFINITY],
} as const;

export type Lookup =
  | { kind: 'video'; youtubeId: string }
  | { kind: 'search'; query: string; filters: SearchFilters };

type SearchFilters = Pick<VideoSearchQuery, 'uploadDate' | 'viewCount' | 'relevance'>;

/** What a request asks of YouTube: the one video its link names, or a search. Filters do not apply to a link. */
export function lookupOf({ q, uploadDate, viewCount, relevance }: VideoSearchQuery): Lookup {
  const youtubeId = linkedVideoId(q);
  if (youtubeId) return { kind: 'video', youtubeId };
  const query = q.normalize('NFC').replace(/\s+/g, ' ').trim();
  return { kind: 'search', query, filters: { uploadDate, viewCount, relevance } };
}

/** Requests with the same key find the same videos. */
export function lookupKey(lookup: Lookup): string {
  if (lookup.kind === 'video') return JSON.stringify(['video', lookup.youtubeId]);
  const { uploadDate = null, viewCount = null, relevance = 'relevance' } = lookup.filters;
  return JSON.stringify(['search', lookup.query.toLowerCase(), uploadDate, viewCount, relevance]);
}

/** The same for assessed results, which depend on what the active profile knows about. */
export function assessmentKey(lookup: Lookup, expertise: readonly string[]): string {
  return JSON.stringify(['fit', lookupKey(lookup), expertise.map((area) => area.toLowerCase()).sort()]);
}

/** The first page of a search; `now` anchors the upload date. */
export function firstPage(query: string, filters: SearchFilters, now: Date): VideoSearch {
  return {
    query,
    order: orders[filters.relevance ?? 'relevance'],
    publishedAfter: filters.uploadDate ? new Date(now.getTime() - uploadDateMs[filters.uploadDate]) : null,
    pageToken: null,
  };
}

/** Whether a video passes the View Count filter; an unknown count passes none. */
export function passesViewCount(viewCount: number | null, filter: VideoSearchQuery['viewCount']): boolean {
  if (!filter) return true;
  const [from, below] = viewRanges[filter];
  return viewCount !== null && viewCount >= from && viewCount < below;
}
