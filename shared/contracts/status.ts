import { z } from 'zod';
import { instant } from './primitives.ts';

export const authUserResponseSchema = z.object({
  authenticated: z.boolean(),
  user: z
    .object({
      name: z.string(),
      email: z.string(),
      picture: z.string().nullable(),
      channel: z.object({ id: z.string(), title: z.string() }).nullable(),
    })
    .nullable(),
  sandbox: z.object({
    google: z.boolean(),
    languageModel: z.boolean(),
    /**
     * Origin of the sandbox's own pages; null if the sandbox does not stand in for
     * YouTube.
     */
    origin: z.string().nullable(),
    /** Search terms that find videos in the sandbox. */
    topics: z.array(z.string()),
  }),
  /**
   * Id of the newest live event. A page that loads its data after this response needs
   * only the events after it. Null for visitors who are not signed in.
   */
  lastEventId: z.string().nullable(),
});
export type AuthUserResponse = z.infer<typeof authUserResponseSchema>;

export const tokenStatusSchema = z.object({
  needsReauth: z.boolean(),
  code: z.string().nullable(),
  reason: z.string().nullable(),
  grantExpiresAt: instant.nullable(),
});
export type TokenStatus = z.infer<typeof tokenStatusSchema>;

export const quotaBucketSchema = z.object({
  bucket: z.enum(['shared', 'search']),
  used: z.int(),
  /** Units reserved for comments that are due before the reset. */
  reserved: z.int(),
  limit: z.int(),
  blockedUntil: instant.nullable(),
  resetsAt: instant,
});
export type QuotaBucketStatus = z.infer<typeof quotaBucketSchema>;
const shareSchema = z.object({ used: z.int(), limit: z.int() });
export const quotaResponseSchema = z.object({
  buckets: z.array(quotaBucketSchema),
  /** What followed channels and standing searches use. Included in the buckets too. */
  following: z.object({ units: shareSchema, searches: shareSchema }),
});
export type QuotaResponse = z.infer<typeof quotaResponseSchema>;

export const statsSchema = z.object({
  videosFound: z.int(),
  inQueue: z.int(),
  commentsPosted: z.int(),
  /** In percent. If it is missing, the page shows 94 (rule 2.3). */
  successRate: z.number().optional(),
});
export type Stats = z.infer<typeof statsSchema>;

export const insertUnits = 50;

export function unitsLeft({ limit, used, blockedUntil }: UnitsSpent): number {
  return blockedUntil === null ? Math.max(0, limit - used) : 0;
}
type UnitsSpent = Pick<QuotaBucketStatus, 'limit' | 'used'> & { blockedUntil: unknown };

/**
 * Returns the units that may be used for reading: units for scheduled comments are
 * reserved (rule 7.14).
 */
export function spareUnits(bucket: QuotaBucketStatus): number {
  return Math.max(0, unitsLeft(bucket) - bucket.reserved);
}

interface Kept extends Record<'due' | 'dailyCap' | 'postedToday', number> {
  /** Whether the next day of the daily cap starts before the quota is reset. */
  beginsAnew: boolean;
}

export function keptUnits({ due, dailyCap, postedToday, beginsAnew }: Kept): number {
  const capLeaves = Math.max(0, dailyCap - postedToday) + (beginsAnew ? dailyCap : 0);
  return Math.min(due, capLeaves) * insertUnits;
}

export function postsLeft(
  { dailyCap, postedToday }: { dailyCap: number; postedToday: number },
  shared: UnitsSpent,
): number {
  return Math.max(
    0,
    Math.min(dailyCap - postedToday, Math.floor(unitsLeft(shared) / insertUnits)),
  );
}
