import type { PostingReason } from '#shared/rules/posting-reasons.ts';
import { youtubeScope } from './scopes.ts';

export interface Grant {
  scopes: readonly string[];
  accessToken: string | null;
  accessTokenExpiresAt: Date | null;
  refreshToken: string | null;
  grantExpiresAt: Date | null;
  blockedCode: string | null;
}

const minuteMs = 60_000;
const earlyMs = 5 * minuteMs;
const leastMs = minuteMs / 2;

const lastsLonger = (grant: Grant, ms: number, now: Date) =>
  grant.accessToken !== null &&
  grant.accessTokenExpiresAt !== null &&
  grant.accessTokenExpiresAt.getTime() - now.getTime() > ms;

export const isFresh = (grant: Grant, now: Date) => lastsLonger(grant, earlyMs, now);
export const isStillUsable = (grant: Grant, now: Date) => lastsLonger(grant, leastMs, now);

export function grantProblem(grant: Grant, now: Date): PostingReason | null {
  if (grant.blockedCode === 'needs_reauth') return 'needs_reauth';
  if (!grant.scopes.includes(youtubeScope)) return 'scope_missing';
  if (grant.refreshToken === null && !isStillUsable(grant, now)) return 'needs_reauth';
  return null;
}

/** Returns a reason even if the grant still works for a while. */
export function reauthReason(grant: Grant, now: Date): PostingReason | null {
  const problem = grantProblem(grant, now);
  if (problem) return problem;
  const isOver = grant.grantExpiresAt !== null && grant.grantExpiresAt <= now;
  return grant.refreshToken === null || isOver ? 'needs_reauth' : null;
}
