import {
  keepPreviousData,
  type Query,
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
} from '@tanstack/react-query';
import { z } from 'zod';
import { quotaResponseSchema } from '#shared/contracts/status.ts';
import {
  type CommentStates,
  commentedChannelsSchema,
  commentStatesSchema,
  keptSearchSchema,
  type VideoSearchResponse,
  videoSearchResponseSchema,
} from '#shared/contracts/videos.ts';
import {
  ApiError,
  fetchJson,
  jsonQuery,
  namedQuery,
  nextTryOf,
  UnreachableError,
} from './http.ts';
import { type Changed, refreshQueries } from './lists.ts';

/**
 * Must not be the name of an event resource: a search costs quota, so only the user
 * starts one.
 */
export const searchKey = 'video-search';

/** An empty string means that the filter is not set. */
export const searchSchema = z.object({
  q: z.string(),
  uploadDate: z.string(),
  viewCount: z.string(),
  relevance: z.string(),
  intelligent: z.boolean(),
});
export type VideoSearch = z.infer<typeof searchSchema>;

export const emptySearch: VideoSearch = {
  q: '',
  uploadDate: '',
  viewCount: '',
  relevance: '',
  intelligent: false,
};

const CACHE_MS = 30 * 60_000;
const MAX_RETRIES = 3;

function retry(failures: number, error: Error): boolean {
  // The server remembers this failure, so a retry would get the same answer.
  if (failures >= MAX_RETRIES || nextTryOf(error) !== null) return false;
  return (
    error instanceof UnreachableError ||
    (error instanceof ApiError && error.status >= 500)
  );
}

const fetchSearch = (
  query: VideoSearch & { askMissing?: true; pages?: number },
  options: { signal?: AbortSignal } = {},
) => fetchJson('/api/videos/search', { query, ...options }, videoSearchResponseSchema);

const fetchKept = (query: VideoSearch, options: { signal?: AbortSignal } = {}) =>
  fetchJson('/api/videos/search/kept', { query, ...options }, keptSearchSchema);

/**
 * Loads only results that the server has stored, which costs
 * no quota; null if it has none. `runSearch` searches.
 */
export function keptSearchQuery(search: VideoSearch | null) {
  return queryOptions({
    queryKey: [searchKey, search],
    queryFn: search ? ({ signal }) => fetchKept(search, { signal }) : skipToken,
    staleTime: CACHE_MS,
    gcTime: CACHE_MS,
    retry,
    ...(search && { placeholderData: keepPreviousData }),
    refetchOnMount: true,
    retryOnMount: false,
    refetchOnReconnect: false,
  });
}

let searches = 0;

/**
 * Searches, which costs quota unless the server still has the
 * results. Components read the outcome from `keptSearchQuery`.
 */
export async function runSearch(client: QueryClient, search: VideoSearch): Promise<void> {
  const queryKey = [searchKey, search];
  // Cancel a running lookup of stored results, or this search would join it. If there is
  // none, start without waiting: the page starts a lookup for each new address.
  if (client.isFetching({ queryKey, exact: true }) > 0)
    await client.cancelQueries({ queryKey, exact: true });
  await client.prefetchQuery<VideoSearchResponse | null>({
    queryKey,
    // Search in a separate query that no other request joins: retries
    // of this query would run the page's lookup instead of the search.
    queryFn: ({ signal }) =>
      client.fetchQuery({
        queryKey: ['search-under-way', ++searches],
        queryFn: () => fetchSearch(search, { signal }),
        staleTime: 0,
        gcTime: 0,
        retry,
      }),
    staleTime: 0,
    gcTime: CACHE_MS,
  });
}

/**
 * Returns false for results that the server had cached: only
 * the server knows their age, and asking again is free.
 */
export function isFreshHere(client: QueryClient, search: VideoSearch): boolean {
  const kept = client.getQueryState<VideoSearchResponse | null>([searchKey, search]);
  return kept?.data?.cached === false && Date.now() - kept.dataUpdatedAt < CACHE_MS;
}

/**
 * Replaces the results on the page without counting them as fresher. If `answer` is null,
 * the old results stay, and the next search asks the server.
 */
function replaceResults(
  client: QueryClient,
  search: VideoSearch,
  answer: VideoSearchResponse | null,
): void {
  const before = client.getQueryState<VideoSearchResponse | null>([searchKey, search]);
  if (!before?.data) return;
  const cached = answer === null || before.data.cached;
  const results = { ...(answer ?? before.data), cached };
  client.setQueryData([searchKey, search], results, { updatedAt: before.dataUpdatedAt });
}

/**
 * Loads late assessments, and match scores after a change
 * of voice, into the results on the page. Costs no quota.
 */
export function refreshResults(client: QueryClient): void {
  for (const { queryKey, state } of client
    .getQueryCache()
    .findAll({ queryKey: [searchKey] })) {
    const search = searchSchema.safeParse(queryKey[1]).data;
    if (!search || !state.data) continue;
    fetchKept(search).then(
      (answer) => replaceResults(client, search, answer),
      // Ignored: the next refresh loads these results too.
      () => undefined,
    );
  }
}

/**
 * Searches again for missing scores, which is free, or for more pages, which costs one
 * search each.
 */
export const useSearchAgain = () =>
  useMutation({
    mutationFn: ({
      search,
      ...more
    }: {
      search: VideoSearch;
      askMissing?: true;
      pages?: number;
    }) => fetchSearch({ ...search, ...more }),
    onSuccess: (answer, { search }, _, { client }) =>
      replaceResults(client, search, answer),
  });

export const commentStatesKey = 'comment-states';

export function commentStatesQuery(videoIds: readonly number[]) {
  const ids = videoIds.join(',');
  return queryOptions({
    queryKey: [commentStatesKey, ids],
    queryFn: ids
      ? ({ signal }) =>
          fetchJson(
            '/api/videos/comment-states',
            { query: { ids }, signal },
            commentStatesSchema,
          )
      : skipToken,
  });
}

export const commentedChannelsQuery = {
  ...jsonQuery(
    ['commented-channels'],
    '/api/channels/commented',
    commentedChannelsSchema,
  ),
  // Kept forever: a warning that loads after its row would push content down.
  gcTime: Number.POSITIVE_INFINITY,
};

export function freeVideo(client: QueryClient, videoId: number): void {
  const free = { generatedComment: null, inQueue: false, commentStatus: null };
  client.setQueriesData<CommentStates>({ queryKey: [commentStatesKey] }, (states) =>
    states?.map((state) => (state.videoId === videoId ? { ...state, ...free } : state)),
  );
}

export function refreshCommentStates(
  client: QueryClient,
  { comments, videos }: Changed,
): void {
  const isChanged = ({ videoId, generatedComment }: CommentStates[number]) =>
    videos.has(videoId) ||
    (generatedComment !== null && comments.has(generatedComment.id));
  void refreshQueries(client, {
    queryKey: [commentStatesKey],
    // A request that is still running may return a comment that the old data does not
    // contain.
    predicate: ({ state }: Query) =>
      state.fetchStatus === 'fetching' ||
      ((state.data ?? []) as CommentStates).some(isChanged),
  });
}

export const quotaQuery = namedQuery(['quota'], quotaResponseSchema);
