import {
  keepPreviousData,
  type Query,
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
} from '@tanstack/react-query';
import { quotaResponseSchema } from '#shared/contracts/status.ts';
import {
  type CommentStates,
  commentedChannelsSchema,
  commentStatesSchema,
  keptSearchSchema,
  type VideoSearchResponse,
  videoSearchResponseSchema,
} from '#shared/contracts/videos.ts';
import { ApiError, fetchJson, jsonQuery, UnreachableError } from './http.ts';
import { type Changed, refreshQueries } from './lists.ts';

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

const retry = (failures: number, error: Error) => failures < MAX_RETRIES && isTemporary(error);

const fetchSearch = (
  query: VideoSearch & { askMissing?: true; pages?: number },
  options: { signal?: AbortSignal } = {},
): Promise<VideoSearchResponse> =>
  fetchJson('/api/videos/search', { query: { ...query }, ...options }, videoSearchResponseSchema);

/** Asks only for what is kept; null where that is nothing. `runSearch` is what searches. */
export function keptSearchQuery(search: VideoSearch | null) {
  return queryOptions({
    queryKey: [searchKey, search],
    queryFn: search
      ? ({ signal }): Promise<VideoSearchResponse | null> =>
          fetchJson('/api/videos/search/kept', { query: { ...search }, signal }, keptSearchSchema)
      : skipToken,
    staleTime: CACHE_MS,
    gcTime: CACHE_MS,
    retry,
    ...(search && { placeholderData: keepPreviousData }),
    refetchOnMount: true,
    retryOnMount: false,
    refetchOnReconnect: false,
  });
}

/** Searches, which costs quota unless the server still has the results. Watch `keptSearchQuery` for the outcome. */
export async function runSearch(client: QueryClient, search: VideoSearch): Promise<void> {
  const queryKey = [searchKey, search];
  // A lookup under way would be joined. Without one, start at once: the page looks up each new address.
  if (client.isFetching({ queryKey, exact: true }) > 0) await client.cancelQueries({ queryKey, exact: true });
  await client.prefetchQuery<VideoSearchResponse | null>({
    queryKey,
    queryFn: ({ signal }) => fetchSearch(search, { signal }),
    staleTime: 0,
    gcTime: CACHE_MS,
    retry,
  });
}

/** Returns false for the server's cached answers: only the server knows their age, and repeating them is free. */
export function isFreshHere(client: QueryClient, search: VideoSearch): boolean {
  const kept = client.getQueryState<VideoSearchResponse | null>([searchKey, search]);
  return kept?.data?.cached === false && Date.now() - kept.dataUpdatedAt < CACHE_MS;
}

/** Replaces the results on the page, which get no fresher by more of them or by new scores. */
function replaceResults(client: QueryClient, search: VideoSearch, answer: VideoSearchResponse): void {
  const before = client.getQueryState<VideoSearchResponse | null>([searchKey, search]);
  if (!before?.data) return;
  const cached = before.data.cached;
  client.setQueryData([searchKey, search], { ...answer, cached }, { updatedAt: before.dataUpdatedAt });
}

/** Brings assessments that came after their search into the results on the page; costs nothing. */
export function refreshAssessments(client: QueryClient): void {
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: [searchKey] })) {
    const search = queryKey[1] as VideoSearch | null;
    if (!search?.intelligent || !state.data) continue;
    fetchJson('/api/videos/search/kept', { query: { ...search } }, keptSearchSchema).then(
      (answer) => answer && replaceResults(client, search, answer),
      // The next ones bring these too.
      () => undefined,
    );
  }
}

export const useAskMissing = () =>
  useMutation({
    mutationFn: (search: VideoSearch) => fetchSearch({ ...search, askMissing: true }),
    onSuccess: (answer, search, _, { client }) => replaceResults(client, search, answer),
  });

/** Costs one search. */
export const useLoadMore = () =>
  useMutation({
    mutationFn: ({ search, pages }: { search: VideoSearch; pages: number }) =>
      fetchSearch({ ...search, pages }),
    onSuccess: (answer, { search }, _, { client }) => replaceResults(client, search, answer),
  });

export const commentStatesKey = 'comment-states';

export function commentStatesQuery(videoIds: readonly number[]) {
  const ids = videoIds.join(',');
  return queryOptions({
    queryKey: [commentStatesKey, ids],
    queryFn: ids
      ? ({ signal }) =>
          fetchJson('/api/videos/comment-states', { query: { ids }, signal }, commentStatesSchema)
      : skipToken,
  });
}

export const commentedChannelsQuery = {
  ...jsonQuery(['commented-channels'], '/api/channels/commented', commentedChannelsSchema),
  // Keep it: a warning that loads after its row would push content down.
  gcTime: Number.POSITIVE_INFINITY,
};

/** Shows the video as free again. */
export function freeVideo(client: QueryClient, videoId: number): void {
  const free = { generatedComment: null, inQueue: false, commentStatus: null };
  client.setQueriesData<CommentStates>({ queryKey: [commentStatesKey] }, (states) =>
    states?.map((state) => (state.videoId === videoId ? { ...state, ...free } : state)),
  );
}

/** Asks again for the states in which one of these comments or videos is. */
export function refreshCommentStates(client: QueryClient, { comments, videos }: Changed): void {
  const isChanged = ({ videoId, generatedComment }: CommentStates[number]) =>
    videos.has(videoId) || (generatedComment !== null && comments.has(generatedComment.id));
  void refreshQueries(client, {
    queryKey: [commentStatesKey],
    // One under way may bring a comment that its old states do not have.
    predicate: ({ state }: Query) =>
      state.fetchStatus === 'fetching' || ((state.data ?? []) as CommentStates).some(isChanged),
  });
}

export const quotaQuery = jsonQuery(['quota'], '/api/quota', quotaResponseSchema);
