import { z } from 'zod';
import { requestedScopes } from './scopes.ts';

/** What Google told about a finished sign-in; verified by exchanging the code, not yet by us (owner.rules). */
export const googleSignInSchema = z.object({
  googleSub: z.string().min(1),
  email: z.string(),
  emailVerified: z.boolean(),
  name: z.string(),
  picture: z.string().nullable(),
  accessToken: z.string().min(1),
  /** Null where Google gave none: the stored one stays. */
  refreshToken: z.string().nullable(),
  scopes: z.array(z.string()),
  accessTokenExpiresAt: z.coerce.date(),
  grantExpiresAt: z.coerce.date().nullable(),
});
export type GoogleSignIn = z.infer<typeof googleSignInSchema>;

/** The token reply, beside the tokens themselves. */
const tokenReplySchema = z.object({
  expires_in: z.coerce.number().positive().catch(3600),
  scope: z.string().optional(),
  /** Only where the grant ends by itself, as in Google's test mode. */
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

/** Puts the library's four answers into one. */
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
    // RFC 6749: without a scope in the reply, all that was asked for is granted.
    scopes: reply.scope === undefined ? requestedScopes : reply.scope.split(' ').filter(Boolean),
    accessTokenExpiresAt: after(reply.expires_in),
    grantExpiresAt: reply.refresh_token_expires_in ? after(reply.refresh_token_expires_in) : null,
  };
}
