import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { EventResource } from '#shared/contracts/events.ts';
import { commentedChannelsSchema, commentStatesSchema } from '#shared/contracts/videos.ts';
import { fetchJson } from './http.ts';

/** Under the comments: an event that names these asks again. */
const foundKey = ['comments' satisfies EventResource, 'found'] as const;

/** Where the comments on found videos stand now, without another search. */
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

/** Where the owner commented in the last seven days. */
export const commentedChannelsQuery = queryOptions({
  queryKey: [...foundKey, 'channels'],
  queryFn: ({ signal }) => fetchJson('/api/channels/commented', { signal }, commentedChannelsSchema),
  // A line that comes after its row would move what is below it.
  gcTime: Number.POSITIVE_INFINITY,
});

/** A comment changed: what is shown beside found videos is asked again. */
export const refreshFound = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: foundKey });
