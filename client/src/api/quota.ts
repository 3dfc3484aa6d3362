import { queryOptions } from '@tanstack/react-query';
import { quotaResponseSchema } from '#shared/contracts/posting.ts';
import { fetchJson } from './http.ts';

export const quotaQuery = queryOptions({
  queryKey: ['quota'],
  queryFn: ({ signal }) => fetchJson('/api/quota', { signal }, quotaResponseSchema),
});
