import type { ProblemCode } from '#shared/contracts/problem-codes.ts';
import type { PostingReason } from '#shared/rules/posting-reasons.ts';
import { type Hold, isStanding } from './hold.rules.ts';

/**
 * What stands in the way of a claim:
 * - `global` holds every automatic post until it lifts, `item` this one alone;
 * - `certain` will not lift by itself: the comment fails, typed;
 * - `review` sends it back to the person.
 */
export interface Obstacle {
  code: PostingReason & ProblemCode;
  scope: 'global' | 'item' | 'certain' | 'review';
  /** When it lifts by itself, if it does. */
  until: Date | null;
  /** Where it is the hold of all posting. */
  hold?: Hold;
}

interface Facts {
  postingPaused: boolean;
  owner: { blockedCode: string | null } | null;
  hold: Hold | null;
  hasUnits: boolean;
  /** When the day's units come back. */
  resetsAt: Date;
}

/** What keeps every comment from going out, the person's own pacing aside; null while posting is open. */
export function whatCloses(facts: Facts, now: Date): Obstacle | null {
  const { postingPaused, owner, hold, hasUnits, resetsAt } = facts;
  if (postingPaused) return closed('posting_paused');
  if (!owner) return closed('not_connected');
  if (owner.blockedCode) return closed(owner.blockedCode);
  if (isStanding(hold, now)) return heldBy(hold);
  return hasUnits ? null : closed('quota_spent', resetsAt);
}

/** An obstacle for all comments at once. */
export const closed = (code: string, until: Date | null = null): Obstacle => ({
  code: code as Obstacle['code'],
  scope: 'global',
  until,
});

export const heldBy = (hold: Hold): Obstacle => ({ ...closed(hold.code, hold.nextTryAt), hold });
