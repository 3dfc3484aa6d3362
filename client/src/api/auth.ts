import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { authUserResponseSchema, tokenStatusSchema } from '#shared/contracts/auth.ts';
import { fetchJson, fetchJsonOrNull, fetchNothing } from './http.ts';

export const authKey = ['auth'] as const;

const POLL_MS = 5 * 60_000;

/** Who is signed in; the one call that answers without a session. */
export const authUserQuery = queryOptions({
  queryKey: [...authKey, 'user'],
  queryFn: ({ signal }) => fetchJson('/api/auth/user', { signal }, authUserResponseSchema),
  // What says that it failed is mounted by the failure: asking again then would go round for ever.
  retryOnMount: false,
});

/** Whether posting still has its grant; asked every five minutes (SPEC §7), only while signed in. */
export const tokenStatusQuery = queryOptions({
  queryKey: [...authKey, 'token-status'],
  queryFn: ({ signal }) => fetchJsonOrNull('/api/auth/token-status', { signal }, tokenStatusSchema),
  refetchInterval: POLL_MS,
});

/** True or false once known, undefined before. */
export function useSignedIn(): boolean | undefined {
  return useQuery(authUserQuery).data?.authenticated;
}

/** Ends the session and drops what was loaded in it. */
export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => fetchNothing('/api/auth/logout', { method: 'POST' }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: authUserQuery.queryKey });
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== authKey[0] });
    },
  });
}

/** Gives the grant back to Google and deletes the tokens; the session ends with it. */
export function useDisconnect() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => fetchNothing('/api/auth/disconnect', { method: 'POST' }),
    onSuccess: () => client.invalidateQueries({ queryKey: authUserQuery.queryKey }),
  });
}
