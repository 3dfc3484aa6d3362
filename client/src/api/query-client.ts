import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { authKey } from './auth.ts';
import { isUnauthorized } from './http.ts';

/** Nothing refetches by itself: server events say what to refresh. A 401 anywhere checks whether the session ended. */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (isUnauthorized(error)) void client.invalidateQueries({ queryKey: authKey });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // The server may run on this machine, so send requests while offline too.
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
