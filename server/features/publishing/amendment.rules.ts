import { gapRefusal, isAmong, spacedText } from '#shared/rules/comment-text.ts';
import { type PostingReason, postingReason } from '#shared/rules/posting-reasons.ts';
import type { postAttempts } from '#shared/schema.ts';
import type { YouTubeError } from '../../providers/youtube/youtube.ts';
import { type ClaimFacts, heldOrPaused, type Obstacle } from './brakes.rules.ts';
import {
  type Circumstances,
  type Consequence,
  consequenceOf,
  lookedInVain,
  type Settlement,
  unconfirmed,
} from './settlement.rules.ts';

/** A change or a withdrawal of a comment that is on YouTube. */
export type Amendment = { kind: 'change'; content: string } | { kind: 'withdraw' };

type AmendmentKind = Amendment['kind'];

const lookAfterChangeMs = 10 * 60_000;

function refused(code: Obstacle['code'], detail?: string): Obstacle {
  const obstacle: Obstacle = { code, effect: 'wait', until: null };
  return detail === undefined ? obstacle : { ...obstacle, detail };
}

export function amendmentObstacle(
  facts: ClaimFacts,
  amendment: Amendment,
  now: Date,
): Obstacle | null {
  const { comment, postedAs, openAttempt, recentTexts } = facts;
  if (comment.status !== 'posted' || comment.youtubeCommentId === null)
    return refused('not_posted');
  if (comment.withdrawnAt) return refused('withdrawn');
  if (postedAs && !postedAs.isConnected) {
    const detail = `Posted as ${postedAs.title ?? 'another channel of yours'}; sign in as it to ${amendment.kind} it.`;
    return refused('other_channel', detail);
  }
  if (openAttempt) return refused('being_changed');
  const pause = heldOrPaused(facts, now);
  if (pause || amendment.kind === 'withdraw') return pause;
  if (amendment.content === comment.content) return refused('text_unchanged');
  // Only the generated draft can contain open gaps: the earlier texts of a posted comment
  // are the owner's own.
  const detail = gapRefusal(amendment.content, [comment.generatedContent]);
  if (detail !== null) return refused('open_gap', detail);
  return isAmong(recentTexts, amendment.content) ? refused('duplicate_text') : null;
}

/**
 * Settles an amendment that succeeded. `settle` keeps the old text of a change. YouTube
 * may hold a changed comment for review again, so its visibility is checked after ten
 * minutes.
 */
export function amended(kind: AmendmentKind, now: Date): Settlement {
  const fate =
    kind === 'change'
      ? {
          nextLookAt: new Date(now.getTime() + lookAfterChangeMs),
          lookFailingSince: null,
        }
      : { withdrawnAt: now, nextLookAt: null, nextFiguresAt: null };
  return {
    attempt: { state: 'posted', outcomeCode: 'posted', closedAt: now, nextCheckAt: null },
    comment: { ...fate, failureCode: null, failureReason: null },
  };
}

/**
 * Settles an amendment that failed: the comment stays posted, and unchanged on YouTube.
 */
export function notAmended(code: PostingReason, now: Date): Settlement {
  return {
    attempt: { state: 'failed', outcomeCode: code, closedAt: now, nextCheckAt: null },
    comment: { failureCode: code, failureReason: postingReason(code) },
    keepsRevision: true,
  };
}

/**
 * Ends the amendment only for an error about this comment. Other errors have the same
 * consequence as for any comment.
 */
export function amendmentConsequence(
  kind: AmendmentKind,
  error: YouTubeError,
  circumstances: Circumstances,
): Consequence {
  const { now, startedAt } = circumstances;
  const next = { kind: 'next' } as const;
  switch (error.kind) {
    case 'refused':
    case 'forbidden':
      return { settlement: refusedBy(error.reason, kind, now), hold: next };
    case 'processing':
      return { settlement: unconfirmed(startedAt), hold: next };
    default: {
      const { settlement, ...rest } = consequenceOf(error, circumstances);
      return { settlement: { attempt: settlement.attempt }, ...rest };
    }
  }
}

function refusedBy(reason: string, kind: AmendmentKind, now: Date): Settlement {
  if (kind === 'withdraw')
    return reason === 'commentNotFound'
      ? amended(kind, now)
      : notAmended('withdrawal_refused', now);
  if (reason === 'commentNotFound') return notAmended('gone_from_youtube', now);
  return notAmended(
    reason === 'commentTextTooLong' ? 'text_too_long' : 'change_refused',
    now,
  );
}

/**
 * Settles an amendment whose outcome was checked. `shown` is the text that the comment's
 * author sees, or null if YouTube does not have the comment.
 */
export function amendmentSeen(
  kind: AmendmentKind,
  attempt: Pick<typeof postAttempts.$inferSelect, 'content' | 'startedAt' | 'checkCount'>,
  shown: string | null,
  now: Date,
): Settlement {
  if (shown === null)
    return kind === 'withdraw'
      ? amended(kind, now)
      : notAmended('gone_from_youtube', now);
  // This comparison respects letter case, because the case may be all that changed.
  if (kind === 'change' && spacedText(shown) === spacedText(attempt.content))
    return amended(kind, now);
  const code = kind === 'change' ? 'change_unconfirmed' : 'withdrawal_unconfirmed';
  return lookedInVain(attempt, now) ?? notAmended(code, now);
}
