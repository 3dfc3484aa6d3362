import type { PostingReason } from '#shared/rules/posting-reasons.ts';

export const youtubeScope = 'https://www.googleapis.com/auth/youtube.force-ssl';

export const requestedScopes = ['openid', 'email', 'profile', youtubeScope];

export interface Grant {
  scopes: readonly string[];
  accessToken: string | null;
  accessTokenExpiresAt: Date | null;
  refreshToken: string | null;
  grantExpiresAt: Date | null;
  blockedCode: string | null;
}

/**
 * Identifies one sign-in: each new one has a later `connectedAt`, even with the same
 * account.
 */
export interface SignInKey {
  googleSub: string;
  connectedAt: Date;
}

const minuteMs = 60_000;

const lastsLonger = (grant: Grant, ms: number, now: Date) =>
  grant.accessToken !== null &&
  grant.accessTokenExpiresAt !== null &&
  grant.accessTokenExpiresAt.getTime() - now.getTime() > ms;

export const isFresh = (grant: Grant, now: Date) => lastsLonger(grant, 5 * minuteMs, now);

export function grantProblem(grant: Grant, now: Date): PostingReason | null {
  if (grant.blockedCode === 'needs_reauth') return 'needs_reauth';
  if (!grant.scopes.includes(youtubeScope)) return 'scope_missing';
  if (grant.refreshToken === null && !lastsLonger(grant, minuteMs / 2, now))
    return 'needs_reauth';
  return null;
}

/**
 * Returns why the owner has to sign in again, even if the grant still works for a while.
 */
export function reauthReason(grant: Grant, now: Date): PostingReason | null {
  const problem = grantProblem(grant, now);
  if (problem) return problem;
  const isOver = grant.grantExpiresAt !== null && grant.grantExpiresAt <= now;
  return grant.refreshToken === null || isOver ? 'needs_reauth' : null;
}

/** Without a list the first account to sign in is the owner (rule 6.2). */
export function isListed(email: string, ownerEmails: readonly string[]): boolean {
  return ownerEmails.length === 0 || ownerEmails.includes(email.toLowerCase());
}

export type FoundChannel = { id: string; title: string } | null | 'unknown';

/** True if comments would be posted as somebody else (rule 6.3). */
export function changesChannel(
  last: { googleSub: string; channelId: string },
  googleSub: string,
  channel: FoundChannel,
): boolean {
  if (channel === 'unknown') return last.googleSub !== googleSub;
  return channel?.id !== last.channelId;
}
