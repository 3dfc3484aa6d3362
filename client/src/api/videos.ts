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

/** Never an event resource: a search costs quota, so only a person starts one. */
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

function isTemporary(error: Error): boolean {
  return error instanceof UnreachableError || (error instanceof ApiError && error.status >= 500);
}

const fetchSearch = (query: VideoSearch & { askMissing?: true }, signal?: AbortSignal) =>
  fetchJson(
    '/api/videos/search',
    { query: { ...query }, ...(signal && { signal }) },
    videoSearchResponseSchema,
  );

export function videoSearchQuery(search: VideoSearch | null) {
  return queryOptions({
    queryKey: [searchKey, search],
    queryFn: search ? ({ signal }) => fetchSearch({ ...search }, signal) : skipToken,
    staleTime: CACHE_MS,
    gcTime: CACHE_MS,
    retry: (failures, error) => failures < MAX_RETRIES && isTemporary(error),
    ...(search && { placeholderData: keepPreviousData }),
    // Returning to the page must not spend another search.
    refetchOnMount: false,
    refetchOnReconnect: false,
  });
}

/** Returns false for the server's cached answers: only the server knows their age, and repeating them is free. */
export function isFreshHere(client: QueryClient, search: VideoSearch): boolean {
  const kept = client.getQueryState<VideoSearchResponse>([searchKey, search]);
  return kept?.data?.cached === false && Date.now() - kept.dataUpdatedAt < CACHE_MS;
}

export function expireSearch(client: QueryClient, search: VideoSearch): void {
  void client.invalidateQueries({ queryKey: [searchKey, search], exact: true, refetchType: 'none' });
}

export function useAskMissing() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (search: VideoSearch) => fetchSearch({ ...search, askMissing: true }),
    onSuccess(answer, search) {
      const before = client.getQueryState<VideoSearchResponse>([searchKey, search]);
      if (!before?.data) return;
      // New scores do not make the results from YouTube any fresher.
      const updatedAt = answer.cached ? before.dataUpdatedAt : Date.now();
      const cached = answer.cached && before.data.cached;
      client.setQueryData([searchKey, search], { ...answer, cached }, { updatedAt });
    },
  });
}
