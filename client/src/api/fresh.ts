import { freshSummarySchema } from '#shared/contracts/fresh.ts';
import { jsonQuery } from './http.ts';

/**
 * Live events refresh these counts. The list itself loads again only when the user asks,
 * like a search.
 */
export const freshSummaryQuery = jsonQuery(
  ['fresh'],
  '/api/fresh/summary',
  freshSummarySchema,
);
