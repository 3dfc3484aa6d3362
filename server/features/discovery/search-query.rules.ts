import type { KeptSearchQuery } from '#shared/contracts/videos.ts';
import type { VideoSearch } from '../../providers/youtube/youtube.ts';

const dayMs = 86_400_000;

export const searchCacheMs = 30 * 60_000;

const uploadDateMs = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs, year: 365 * dayMs };
const orders = { relevance: 'relevance', date: 'date', views: 'viewCount' } as const;

const viewRanges = {
  '1k-10k': [1_000, 10_000],
  '10k-100k': [10_000, 100_000],
  '100k+': [100_000, Number.POSITIVE_INFINITY],
} as const;

const youtubeHosts = new Set(['youtube.com', 'youtube-nocookie.com', 'youtu.be']);
const pathsBeforeId = new Set(['shorts', 'live', 'embed', 'v']);

export interface SearchLookup {
  kind: 'search';
  query: string;
  filters: SearchFilters;
}
export type Lookup = { kind: 'video'; youtubeId: string } | SearchLookup;

type SearchFilters = Pick<KeptSearchQuery, 'uploadDate' | 'viewCount' | 'relevance'>;

export function lookupOf({ q, uploadDate, viewCount, relevance }: KeptSearchQuery): Lookup {
  const youtubeId = linkedVideoId(q);
  if (youtubeId) return { kind: 'video', youtubeId };
  const query = q.normalize('NFC').replace(/\s+/g, ' ').trim();
  return { kind: 'search', query, filters: { uploadDate, viewCount, relevance } };
}

export function lookupKey(lookup: Lookup): string {
  if (lookup.kind === 'video') return JSON.stringify(['video', lookup.youtubeId]);
  const { uploadDate = null, viewCount = null, relevance = 'relevance' } = lookup.filters;
  return JSON.stringify(['search', lookup.query.toLowerCase(), uploadDate, viewCount, relevance]);
}

export function assessmentKey(lookup: Lookup, expertise: readonly string[]): string {
  return JSON.stringify(['fit', lookupKey(lookup), expertise.map((area) => area.toLowerCase()).sort()]);
}

export function firstPage(query: string, filters: SearchFilters, now: Date): VideoSearch {
  return {
    query,
    order: orders[filters.relevance ?? 'relevance'],
    publishedAfter: filters.uploadDate ? new Date(now.getTime() - uploadDateMs[filters.uploadDate]) : null,
    pageToken: null,
  };
}

export function passesViewCount(viewCount: number | null, filter: KeptSearchQuery['viewCount']): boolean {
  if (!filter) return true;
  const [from, below] = viewRanges[filter];
  return viewCount !== null && viewCount >= from && viewCount < below;
}

export function linkedVideoId(text: string): string | null {
  const url = parseUrl(text.trim());
  if (!url) return null;
  const host = url.hostname.replace(/^(www|m|music)\./, '');
  if (!youtubeHosts.has(host)) return null;
  const id = idOf(host, url);
  return id && /^[\w-]{11}$/.test(id) ? id : null;
}

function idOf(host: string, { pathname, searchParams }: URL): string | undefined {
  const [first, second] = pathname.split('/').filter(Boolean);
  if (host === 'youtu.be') return first;
  if (first === 'watch') return searchParams.get('v') ?? second;
  return first && pathsBeforeId.has(first) ? second : undefined;
}

function parseUrl(text: string): URL | null {
  if (/\s/.test(text)) return null;
  return URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
}
