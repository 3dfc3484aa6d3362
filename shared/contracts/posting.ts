import { z } from 'zod';

/** GET /api/quota: both of Google's daily buckets, as we counted them. */
export const quotaBucketSchema = z.object({
  bucket: z.enum(['shared', 'search']),
  used: z.int(),
  /** Units kept for comments that go out by themselves before the reset; 0 for searches. */
  reserved: z.int(),
  limit: z.int(),
  /** Set when Google said the bucket is spent before our own count did. */
  blockedUntil: z.string().nullable(),
  /** The next midnight in America/Los_Angeles. */
  resetsAt: z.string(),
});
export type QuotaBucketStatus = z.infer<typeof quotaBucketSchema>;
export const quotaResponseSchema = z.object({ buckets: z.array(quotaBucketSchema) });
export type QuotaResponse = z.infer<typeof quotaResponseSchema>;

/** Posting waits as one: YouTube, Google or the network said something that concerns more than one comment. */
export const postingHoldSchema = z.object({
  code: z.string(),
  reason: z.string(),
  /** Tries since the trouble began. */
  attempts: z.int(),
  /** When one comment is tried by itself; null where only the person can end it, as by signing in. */
  nextTryAt: z.string().nullable(),
});
export type PostingHold = z.infer<typeof postingHoldSchema>;

/** GET /api/posting-status: whether anything goes out by itself, and if not, why. */
export const postingStatusSchema = z.object({
  state: z.enum(['running', 'paused']),
  code: z.string().nullable(),
  reason: z.string().nullable(),
  /** When it goes on by itself, if it does. */
  until: z.string().nullable(),
  hold: postingHoldSchema.nullable(),
  postedToday: z.int(),
  dailyCap: z.int(),
  channel: z.object({ id: z.string(), title: z.string() }).nullable(),
});
export type PostingStatus = z.infer<typeof postingStatusSchema>;
