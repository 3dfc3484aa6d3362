import { z } from 'zod';

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
  sandbox: z.object({ google: z.boolean(), languageModel: z.boolean() }),
});
export type AuthUserResponse = z.infer<typeof authUserResponseSchema>;

export const tokenStatusSchema = z.object({
  needsReauth: z.boolean(),
  code: z.string().nullable(),
  reason: z.string().nullable(),
  grantExpiresAt: z.string().nullable(),
});
export type TokenStatus = z.infer<typeof tokenStatusSchema>;

export const authMessages = { success: 'auth-success', error: 'auth-error' } as const;
