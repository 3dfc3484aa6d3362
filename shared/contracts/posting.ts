import { z } from 'zod';
import { instant } from './primitives.ts';

export const postingHoldSchema = z.object({
  code: z.string(),
  reason: z.string(),
  attempts: z.int(),
  nextTryAt: instant.nullable(),
});

export const postingStatusSchema = z.object({
  state: z.enum(['running', 'paused']),
  code: z.string().nullable(),
  reason: z.string().nullable(),
  until: instant.nullable(),
  hold: postingHoldSchema.nullable(),
  postedToday: z.int(),
  dailyCap: z.int(),
  /**
   * When the first week of posting ends. Null before the first post, and once that week
   * is over.
   */
  firstWeekEndsAt: instant.nullable(),
  /** Time zone in which the days of the daily cap are counted. */
  timeZone: z.string(),
  channel: z.object({ id: z.string(), title: z.string() }).nullable(),
});
export type PostingStatus = z.infer<typeof postingStatusSchema>;
