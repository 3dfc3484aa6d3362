import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { type VideoSearchResponse, videoSearchResponseSchema } from '#shared/contracts/videos.ts';
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

const fetchSearch = (query: VideoSearch & { askMissing?: true }, signal?: AbortSignal) =>
  fetchJson(
    '/api/videos/search',
    { query: { ...query }, ...(signal && { signal }) },
    videoSearchResponseSchema,
  );

/** SPEC §7: runs only with a query, kept 30 minutes, the old rows stay until the new ones are there. */
export function videoSearchQuery(search: VideoSearch | null) {
  return queryOptions({
    queryKey: [searchKey, search],
    queryFn: search ? ({ signal }) => fetchSearch({ ...search }, signal) : skipToken,
    staleTime: CACHE_MS,
    gcTime: CACHE_MS,
    retry: (failures, error) => failures < MAX_RETRIES && mayPass(error),
    ...(search && { placeholderData: keepPreviousData }),
    // Coming back to the page must show what was found, not spend another search.
    refetchOnMount: false,
    refetchOnReconnect: false,
  });
}

/**
 * Whether the answer to this search is kept here and younger than half an hour. One that the server had kept is not:
 * only the server knows its age, and answers again for nothing.
 */
export function isFreshHere(client: QueryClient, search: VideoSearch): boolean {
  const kept = client.getQueryState<VideoSearchResponse>([searchKey, search]);
  return kept?.data?.cached === false && Date.now() - kept.dataUpdatedAt < CACHE_MS;
}

/** Has the next look at this search ask for it again. */
export function expireSearch(client: QueryClient, search: VideoSearch): void {
  void client.invalidateQueries({ queryKey: [searchKey, search], exact: true, refetchType: 'none' });
}

/** Asks the AI once more about the videos it has given no scores for. */
export function useAskMissing() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (search: VideoSearch) => fetchSearch({ ...search, askMissing: true }),
    onSuccess(answer, search) {
      const before = client.getQueryState<VideoSearchResponse>([searchKey, search]);
      if (!before?.data) return;
      // New scores make results from YouTube no younger.
      const updatedAt = answer.cached ? before.dataUpdatedAt : Date.now();
      const cached = answer.cached && before.data.cached;
      client.setQueryData([searchKey, search], { ...answer, cached }, { updatedAt });
    },
  });
}
