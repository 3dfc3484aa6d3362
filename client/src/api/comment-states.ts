import { type Query, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { EventResource } from '#shared/contracts/events.ts';
import {
  type CommentStates,
  commentedChannelsSchema,
  commentStatesSchema,
} from '#shared/contracts/videos.ts';
import { fetchJson } from './http.ts';
import type { Changed } from './paged-list.ts';
import { refreshQueries } from './refresh-queries.ts';

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

export const commentedChannelsQuery = queryOptions({
  queryKey: ['commented-channels' satisfies EventResource],
  queryFn: ({ signal }) => fetchJson('/api/channels/commented', { signal }, commentedChannelsSchema),
  // Keep it: a warning that loads after its row would push content down.
  gcTime: Number.POSITIVE_INFINITY,
});

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
