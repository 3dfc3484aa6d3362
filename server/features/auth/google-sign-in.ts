import { z } from 'zod';
import { requestedScopes } from './scopes.ts';

export const googleSignInSchema = z.object({
  googleSub: z.string().min(1),
  email: z.string(),
  emailVerified: z.boolean(),
  name: z.string(),
  picture: z.string().nullable(),
  accessToken: z.string().min(1),
  refreshToken: z.string().nullable(),
  scopes: z.array(z.string()),
  accessTokenExpiresAt: z.coerce.date(),
  grantExpiresAt: z.coerce.date().nullable(),
});
export type GoogleSignIn = z.infer<typeof googleSignInSchema>;

const tokenReplySchema = z.object({
  expires_in: z.coerce.number().positive().catch(3600),
  scope: z.string().optional(),
  refresh_token_expires_in: z.coerce.number().positive().optional().catch(undefined),
});

interface Profile {
  id: string;
  displayName?: string;
  emails?: { value: string; verified: unknown }[] | undefined;
  photos?: { value: string }[] | undefined;
}

interface Reply {
  accessToken: string;
  refreshToken: string | undefined;
  params: unknown;
  profile: Profile;
}

export function readSignIn({ accessToken, refreshToken, params, profile }: Reply, now: Date): GoogleSignIn {
  const reply = tokenReplySchema.parse(params ?? {});
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const [email] = profile.emails ?? [];
  return {
    googleSub: String(profile.id),
    email: (email?.value ?? '').toLowerCase(),
    emailVerified: email?.verified === true || email?.verified === 'true',
    name: profile.displayName || email?.value || 'Google account',
    picture: profile.photos?.[0]?.value ?? null,
    accessToken,
    refreshToken: refreshToken ?? null,
    // RFC 6749: a reply without a scope grants all that was asked for.
    scopes: reply.scope === undefined ? requestedScopes : reply.scope.split(' ').filter(Boolean),
    accessTokenExpiresAt: after(reply.expires_in),
    grantExpiresAt: reply.refresh_token_expires_in ? after(reply.refresh_token_expires_in) : null,
  };
}
