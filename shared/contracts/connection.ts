import { z } from 'zod';

/** BroadcastChannel on which a popup without its opener reports how the sign-in ended. */
export const signInChannel = 'chime-in.sign-in';
/**
 * Storage key for the time, in milliseconds, at which the user canceled the sign-in at
 * Google.
 */
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

/** YouTube's terms require these links wherever users sign in or manage their data. */
export const policyLinks = {
  youtubeTerms: 'https://www.youtube.com/t/terms',
  googlePrivacy: 'https://policies.google.com/privacy',
  googleAccess: 'https://myaccount.google.com/permissions',
} as const;

export const privacyPath = '/privacy';
