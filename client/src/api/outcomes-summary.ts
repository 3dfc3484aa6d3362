import { queryOptions } from '@tanstack/react-query';
import { outcomesSummarySchema } from '#shared/contracts/outcomes.ts';
import { fetchJson } from './http.ts';

export const outcomesSummaryQuery = queryOptions({
  queryKey: ['outcomes', 'summary'],
  queryFn: ({ signal }) => fetchJson('/api/outcomes/summary', { signal }, outcomesSummarySchema),
});
