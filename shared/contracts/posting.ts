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
  /** A week after the first post; null before that post and after that week. */
  firstWeekEndsAt: instant.nullable(),
  /** Time zone in which the days of the daily cap are counted. */
  timeZone: z.string(),
  channel: z.object({ id: z.string(), title: z.string() }).nullable(),
});
export type PostingStatus = z.infer<typeof postingStatusSchema>;
