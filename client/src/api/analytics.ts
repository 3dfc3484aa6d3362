import { queryOptions } from '@tanstack/react-query';
import { type analyticsRanges, analyticsResponseSchema } from '#shared/contracts/analytics.ts';
import { fetchJson } from './http.ts';

export type AnalyticsRange = (typeof analyticsRanges)[number];

export function analyticsQuery(days: AnalyticsRange) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return queryOptions({
    queryKey: ['analytics', days, timeZone],
    queryFn: ({ signal }) =>
      fetchJson('/api/analytics', { query: { days, timeZone }, signal }, analyticsResponseSchema),
  });
}
