import { z } from 'zod';

export const quotaBucketSchema = z.object({
  bucket: z.enum(['shared', 'search']),
  used: z.int(),
  /** Units kept for comments due before the reset. */
  reserved: z.int(),
  limit: z.int(),
  blockedUntil: z.string().nullable(),
  resetsAt: z.string(),
});
export type QuotaBucketStatus = z.infer<typeof quotaBucketSchema>;
export const quotaResponseSchema = z.object({ buckets: z.array(quotaBucketSchema) });
export type QuotaResponse = z.infer<typeof quotaResponseSchema>;

export const postingHoldSchema = z.object({
  code: z.string(),
  reason: z.string(),
  attempts: z.int(),
  nextTryAt: z.string().nullable(),
});
export type PostingHold = z.infer<typeof postingHoldSchema>;

export const postingStatusSchema = z.object({
  state: z.enum(['running', 'paused']),
  code: z.string().nullable(),
  reason: z.string().nullable(),
  until: z.string().nullable(),
  hold: postingHoldSchema.nullable(),
  postedToday: z.int(),
  dailyCap: z.int(),
  /** A week after the first post; null before that post and after that week. */
  firstWeekEndsAt: z.string().nullable(),
  /** In which the days of the cap are counted. */
  timeZone: z.string(),
  channel: z.object({ id: z.string(), title: z.string() }).nullable(),
});
export type PostingStatus = z.infer<typeof postingStatusSchema>;
