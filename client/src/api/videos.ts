import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { videoSearchResponseSchema } from '#shared/contracts/videos.ts';
import { ApiError, fetchJson, UnreachableError } from './http.ts';

/** Not an event resource: a search costs quota, so nothing but a person starts one. */
export const searchKey = 'video-search';

export interface VideoSearch {
  q: string;
  uploadDate: string;
  viewCount: string;
  relevance: string;
  intelligent: boolean;
}

const CACHE_MS = 30 * 60_000;
const MAX_RETRIES = 3;

/** Only what may pass by itself: asking again about a spent quota or a bad query would not help. */
function mayPass(error: Error): boolean {
  return error instanceof UnreachableError || (error instanceof ApiError && error.status >= 500);
}

/** SPEC §7: runs only with a query, kept 30 minutes, the old rows stay until the new ones are there. */
export function videoSearchQuery(search: VideoSearch | null) {
  return queryOptions({
    queryKey: [searchKey, search],
    queryFn: search
      ? ({ signal }) =>
          fetchJson('/api/videos/search', { query: { ...search }, signal }, videoSearchResponseSchema)
      : skipToken,
    staleTime: CACHE_MS,
    gcTime: CACHE_MS,
    retry: (failures, error) => failures < MAX_RETRIES && mayPass(error),
    ...(search && { placeholderData: keepPreviousData }),
    // Coming back to the page must show what was found, not spend another search.
    refetchOnMount: false,
    refetchOnReconnect: false,
  });
}
