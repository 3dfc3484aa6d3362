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
    /** Origin of the sandbox's own pages; null if the sandbox does not stand in for YouTube. */
    origin: z.string().nullable(),
    /** Search terms that find videos in the sandbox. */
    topics: z.array(z.string()),
  }),
});
export type AuthUserResponse = z.infer<typeof authUserResponseSchema>;

export const tokenStatusSchema = z.object({
  needsReauth: z.boolean(),
  code: z.string().nullable(),
  reason: z.string().nullable(),
  grantExpiresAt: instant.nullable(),
});
export type TokenStatus = z.infer<typeof tokenStatusSchema>;

/** BroadcastChannel on which a popup without its opener reports how the sign-in ended. */
export const signInChannel = 'chime-in.sign-in';
/** Storage key for the time, in milliseconds, at which the user canceled the sign-in at Google. */
export const signInCanceledKey = 'chime-in.sign-in-canceled';

export const authMessages = { success: 'auth-success', error: 'auth-error' } as const;

export const setupLineSchema = z.object({
  name: z.string(),
  /** `unknown`: this part could not be checked; `found` says why. */
  state: z.enum(['ok', 'warning', 'failed', 'unknown']),
  tried: z.string(),
  found: z.string(),
  /** Address of the page where this can be checked or fixed. */
  page: z.string().nullable(),
  command: z.string().nullable(),
});
export type SetupLine = z.infer<typeof setupLineSchema>;

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

/** Returns the units that may be used for reading: units for scheduled comments are reserved (rule 7.14). */
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
  return Math.max(0, Math.min(dailyCap - postedToday, Math.floor(unitsLeft(shared) / insertUnits)));
}

/** YouTube's terms require these links wherever users sign in or manage their data. */
export const policyLinks = {
  youtubeTerms: 'https://www.youtube.com/t/terms',
  googlePrivacy: 'https://policies.google.com/privacy',
  googleAccess: 'https://myaccount.google.com/permissions',
} as const;

export const privacyPath = '/privacy';
