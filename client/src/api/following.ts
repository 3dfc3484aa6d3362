import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import {
  type FreshVideo,
  followedChannelListSchema,
  followedChannelSchema,
  freshListSchema,
  freshSummarySchema,
  importedChannelsSchema,
  type KeepSearch,
  standingSearchListSchema,
  standingSearchSchema,
  subscriptionListSchema,
} from '#shared/contracts/following.ts';
import { fetchAnswer, fetchJson, fetchNothing, jsonQuery, parseAnswer, useChange } from './http.ts';
import { searchKey } from './videos.ts';

const KEY = 'following';

export const channelsQuery = jsonQuery([KEY, 'channels'], '/api/channels', followedChannelListSchema);
export const standingSearchesQuery = jsonQuery(
  [KEY, 'searches'],
  '/api/standing-searches',
  standingSearchListSchema,
);
export const subscriptionsQuery = {
  ...jsonQuery([KEY, 'subscriptions'], '/api/channels/subscriptions', subscriptionListSchema),
  gcTime: 0,
};

export const follow = (address: string) =>
  fetchJson('/api/channels', { method: 'POST', body: { address } }, followedChannelSchema);

export const useFollow = () => useChange(follow, [[KEY]]);

export const useMute = () =>
  useChange(
    ({ id, muted }: { id: number; muted: boolean }) =>
      fetchJson(`/api/channels/${id}`, { method: 'PATCH', body: { muted } }, followedChannelSchema),
    [[KEY], ['fresh']],
  );

export const useUnfollow = () =>
  useChange((id: number) => fetchNothing(`/api/channels/${id}`, { method: 'DELETE' }), [[KEY], ['fresh']]);

export const useImport = () =>
  useChange(
    (brought: { channelIds: string[] } | { file: Blob }) =>
      fetchJson(
        '/api/channels/import',
        'file' in brought ? { method: 'POST', csv: brought.file } : { method: 'POST', body: brought },
        importedChannelsSchema,
      ),
    [[KEY]],
  );

export const useKeepSearch = () =>
  useChange(
    (search: KeepSearch) =>
      fetchJson('/api/standing-searches', { method: 'POST', body: search }, standingSearchSchema),
    [[KEY]],
  );

export const useEndSearch = () =>
  useChange(
    (id: number) => fetchNothing(`/api/standing-searches/${id}`, { method: 'DELETE' }),
    [[KEY], ['fresh']],
  );

/** Events refresh these counts; the list itself is asked again by a press alone, as a search is. */
export const freshSummaryQuery = jsonQuery(['fresh'], '/api/fresh/summary', freshSummarySchema);

interface FreshPage {
  rows: FreshVideo[];
  total: number;
  next: string | null;
}

const freshKey = [searchKey, 'fresh'] as const;

export const freshQuery = infiniteQueryOptions({
  queryKey: freshKey,
  queryFn: async ({ pageParam, signal }): Promise<FreshPage> => {
    const answer = await fetchAnswer(pageParam, { signal });
    return {
      rows: parseAnswer(freshListSchema, await answer.json()),
      total: Number(answer.headers.get('X-Total-Count')),
      next: /<([^>]+)>;\s*rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1] ?? null,
    };
  },
  initialPageParam: '/api/fresh?limit=50',
  getNextPageParam: ({ next }: FreshPage) => next,
});

export const loadFreshAnew = (client: QueryClient) => client.resetQueries({ queryKey: freshKey });

export const seeFresh = (videoIds: number[]) =>
  fetchNothing('/api/fresh/seen', { method: 'POST', body: { videoIds } });

export const dismissFresh = (videoId: number, isDismissed: boolean) =>
  fetchNothing(`/api/fresh/${videoId}/dismissed`, { method: isDismissed ? 'PUT' : 'DELETE' });
