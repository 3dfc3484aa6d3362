import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import {
  followedChannelListSchema,
  followedChannelSchema,
  freshListSchema,
  importedChannelsSchema,
  type KeepSearch,
  standingSearchListSchema,
  standingSearchSchema,
  subscriptionListSchema,
} from '#shared/contracts/following.ts';
import {
  fetchJson,
  fetchNothing,
  jsonQuery,
  patch,
  post,
  type RequestOptions,
  remove,
  useChange,
} from './http.ts';
import { fetchPage } from './lists.ts';
import { searchKey } from './videos.ts';

const KEY = 'following';

export const channelsQuery = jsonQuery(
  [KEY, 'channels'],
  '/api/channels',
  followedChannelListSchema,
);
export const standingSearchesQuery = jsonQuery(
  [KEY, 'searches'],
  '/api/standing-searches',
  standingSearchListSchema,
);
export const subscriptionsQuery = {
  ...jsonQuery(
    [KEY, 'subscriptions'],
    '/api/channels/subscriptions',
    subscriptionListSchema,
  ),
  gcTime: 0,
};

const both = [[KEY], ['fresh']];

export const useFollow = () =>
  useChange(
    (address: string) => post('/api/channels', followedChannelSchema, { address }),
    both,
  );

export const useMute = () =>
  useChange(
    ({ id, muted }: { id: number; muted: boolean }) =>
      patch(`/api/channels/${id}`, followedChannelSchema, { muted }),
    both,
  );

export const useUnfollow = () =>
  useChange((id: number) => remove(`/api/channels/${id}`), both);

/**
 * Follows the channels with these ids, or those in a subscriptions file from Google
 * Takeout.
 */
export const useImport = () =>
  useChange(
    (brought: BroughtChannels) =>
      fetchJson('/api/channels/import', importRequest(brought), importedChannelsSchema),
    [[KEY]],
  );

export const useKeepSearch = () =>
  useChange(
    (search: KeepSearch) => post('/api/standing-searches', standingSearchSchema, search),
    [[KEY]],
  );

export const useEndSearch = () =>
  useChange((id: number) => remove(`/api/standing-searches/${id}`), both);

const freshKey = [searchKey, 'fresh'] as const;

export const freshQuery = infiniteQueryOptions({
  queryKey: freshKey,
  queryFn: ({ pageParam, signal }) => fetchPage(pageParam, freshListSchema, { signal }),
  initialPageParam: '/api/fresh?limit=50',
  getNextPageParam: ({ next }) => next,
  // The list is dropped as soon as it is out of view.
  gcTime: 0,
});

export const loadFreshAnew = (client: QueryClient) =>
  client.resetQueries({ queryKey: freshKey });

export const seeFresh = (videoIds: number[]) =>
  fetchNothing('/api/fresh/seen', { method: 'POST', body: { videoIds } });

export const dismissFresh = (videoId: number, isDismissed: boolean) =>
  fetchNothing(`/api/fresh/${videoId}/dismissed`, {
    method: isDismissed ? 'PUT' : 'DELETE',
  });

type BroughtChannels = { channelIds: string[] } | { csv: Blob };

function importRequest(brought: BroughtChannels): RequestOptions {
  if ('channelIds' in brought) return { method: 'POST', body: brought };
  return { method: 'POST', file: { content: brought.csv, type: 'text/csv' } };
}
