import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { EventResource } from '#shared/contracts/events.ts';
import { commentedChannelsSchema, commentStatesSchema } from '#shared/contracts/videos.ts';
import { fetchJson } from './http.ts';

/** Below the key of comments, so that their events refresh these too. */
const foundKey = ['comments' satisfies EventResource, 'found'] as const;

export function commentStatesQuery(videoIds: readonly number[]) {
  const ids = videoIds.join(',');
  return queryOptions({
    queryKey: [...foundKey, 'states', ids],
    queryFn: ids
      ? ({ signal }) =>
          fetchJson('/api/videos/comment-states', { query: { ids }, signal }, commentStatesSchema)
      : skipToken,
  });
}

export const commentedChannelsQuery = queryOptions({
  queryKey: [...foundKey, 'channels'],
  queryFn: ({ signal }) => fetchJson('/api/channels/commented', { signal }, commentedChannelsSchema),
  // Keep it: a warning that loads after its row would push content down.
  gcTime: Number.POSITIVE_INFINITY,
});

export const refreshFound = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: foundKey });
