import { queryOptions } from '@tanstack/react-query';
import { statsSchema } from '#shared/contracts/stats.ts';
import { fetchJson } from './http.ts';

export const statsQuery = queryOptions({
  queryKey: ['stats'],
  queryFn: ({ signal }) => fetchJson('/api/stats', { signal }, statsSchema),
});
