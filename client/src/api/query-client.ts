import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { authKey } from './auth.ts';
import { isUnauthorized } from './http.ts';

/**
 * SPEC §9: data never goes stale, no refetch on focus, no polling, no retries; events say what to refresh.
 * A 401 anywhere means the session ended, so who is signed in is asked again.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (isUnauthorized(error)) void client.invalidateQueries({ queryKey: authKey });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // The server may be on this very machine: being offline is no reason to wait.
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}
