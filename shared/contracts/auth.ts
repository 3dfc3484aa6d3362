import { z } from 'zod';

/** GET /api/auth/user, the one open call: what a signed-out page may know, and who is signed in. */
export const authUserResponseSchema = z.object({
  authenticated: z.boolean(),
  user: z
    .object({
      name: z.string(),
      email: z.string(),
      picture: z.string().nullable(),
      /** The channel comments are posted as. */
      channel: z.object({ id: z.string(), title: z.string() }).nullable(),
    })
    .nullable(),
  /** Which providers are stand-ins; the UI labels them. */
  sandbox: z.object({ google: z.boolean(), languageModel: z.boolean() }),
});
export type AuthUserResponse = z.infer<typeof authUserResponseSchema>;

export const tokenStatusSchema = z.object({
  needsReauth: z.boolean(),
  /** A code of problem-codes and its sentence, when something is wrong. */
  code: z.string().nullable(),
  reason: z.string().nullable(),
  /** When Google will end the grant by itself (test-mode apps: seven days), if known. */
  grantExpiresAt: z.string().nullable(),
});
export type TokenStatus = z.infer<typeof tokenStatusSchema>;

/** What the popup says to the page that opened it (SPEC §2). */
export const authMessages = { success: 'auth-success', error: 'auth-error' } as const;
