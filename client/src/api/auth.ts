import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { authUserResponseSchema, tokenStatusSchema } from '#shared/contracts/auth.ts';
import { setupLineSchema } from '#shared/contracts/setup-check.ts';
import { fetchJson, fetchJsonOrNull, fetchNothing } from './http.ts';

export const authKey = ['auth'] as const;

const POLL_MS = 5 * 60_000;

export const authUserQuery = queryOptions({
  queryKey: [...authKey, 'user'],
  queryFn: ({ signal }) => fetchJson('/api/auth/user', { signal }, authUserResponseSchema),
  // Retrying when the error view mounts would loop.
  retryOnMount: false,
});

export const tokenStatusQuery = queryOptions({
  queryKey: [...authKey, 'token-status'],
  queryFn: ({ signal }) => fetchJsonOrNull('/api/auth/token-status', { signal }, tokenStatusSchema),
  refetchInterval: POLL_MS,
});

export function useSignedIn(): boolean | undefined {
  return useQuery(authUserQuery).data?.authenticated;
}

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

/** Revokes the grant at Google, deletes the tokens and ends the session. */
export function useDisconnect() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => fetchNothing('/api/auth/disconnect', { method: 'POST' }),
    onSuccess: () => client.invalidateQueries({ queryKey: authUserQuery.queryKey }),
  });
}

export const useCheckSetup = () =>
  useMutation({
    mutationFn: () => fetchJson('/api/setup-check', { method: 'POST' }, z.array(setupLineSchema)),
  });
