import {
  focusManager,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  queryOptions,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import {
  type AuthUserResponse,
  authUserResponseSchema,
  tokenStatusSchema,
} from '#shared/contracts/status.ts';
import { fetchJson, fetchNothing, isUnauthorized, jsonQuery } from './http.ts';
import { searchKey } from './videos.ts';

const authKey = ['auth'] as const;

const POLL_MS = 5 * 60_000;
const RETRY_MS = 10_000;

export const authUserQuery = queryOptions({
  ...jsonQuery([...authKey, 'user'], '/api/auth/user', authUserResponseSchema),
  // A retry each time the error view mounts would loop.
  retryOnMount: false,
  // While the server does not answer or nobody is signed in, no live stream reports
  // changes, so poll.
  refetchInterval: ({ state }) =>
    (state.status === 'error' || state.data?.authenticated === false) && RETRY_MS,
  // A hidden page does not poll: the user may have signed in elsewhere before coming back
  // to it.
  refetchOnWindowFocus: (query) =>
    isSignedOut(query.state.data) ? 'always' : afterFailure(query),
});

const isSignedOut = (user: AuthUserResponse | undefined): boolean =>
  user?.authenticated === false;

export const tokenStatusQuery = queryOptions({
  queryKey: [...authKey, 'token-status'],
  queryFn: ({ signal }) =>
    fetchJson('/api/auth/token-status', { signal }, tokenStatusSchema).catch(
      (error: unknown) => {
        if (isUnauthorized(error)) return null;
        throw error;
      },
    ),
  refetchInterval: POLL_MS,
});

export const useSignedIn = (): boolean | undefined =>
  useQuery(authUserQuery).data?.authenticated;

/** Returns the title of the channel that comments are posted from. */
export const useChannelTitle = (): string | undefined =>
  useQuery(authUserQuery).data?.user?.channel?.title;

export const useLogout = () =>
  useMutation({
    mutationFn: () => fetchNothing('/api/auth/logout', { method: 'POST' }),
    onSuccess: async (_, __, ___, { client }) => {
      await client.invalidateQueries({ queryKey: authUserQuery.queryKey });
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== authKey[0] });
    },
  });

/**
 * Refetches failed queries, but never a search: searches cost quota, so only the user
 * starts them.
 */
const afterFailure = ({ queryKey, state }: Pick<Query, 'queryKey' | 'state'>) =>
  state.status === 'error' && queryKey[0] !== searchKey ? ('always' as const) : false;

// TanStack Query listens only for visibilitychange, which
// never fires for a window that stayed visible beside others.
const hearFocus = (heard: () => void) => {
  const stop = new AbortController();
  for (const event of ['visibilitychange', 'focus'])
    window.addEventListener(event, () => heard(), stop);
  return () => stop.abort();
};

/**
 * Only failed queries refetch by themselves: live events say what else to refresh. A 401
 * response to any request checks whether the session has ended.
 */
export function createQueryClient(): QueryClient {
  focusManager.setEventListener(hearFocus);
  const onError = (error: unknown) => {
    if (isUnauthorized(error)) void client.invalidateQueries({ queryKey: authKey });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // The server may run on this machine, so requests are sent while offline too.
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: afterFailure,
        refetchOnReconnect: afterFailure,
        refetchInterval: false,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}
