import type { PostedAs } from '#shared/contracts/outcomes.ts';
import type { ProblemCode } from '#shared/contracts/problem-codes.ts';
import { nextDayStart } from '#shared/rules/calendar.ts';
import { isAmong } from '#shared/rules/comment-text.ts';
import { draftsOf, gapRefusal } from '#shared/rules/gaps.ts';
import { pacificZone } from '#shared/rules/pacific-day.ts';
import type { PostingReason } from '#shared/rules/posting-reasons.ts';
import type { comments, postAttempts, queueItems, userSettings, videos } from '#shared/schema.ts';
import { type Hold, isActive, isSameHold } from './hold.rules.ts';

export type Origin = 'manual' | 'loop';

export interface Obstacle {
  code: PostingReason & ProblemCode;
  /** `pause`: every due comment waits; `wait`: this one; `fail`, `review`: waiting would not help. */
  effect: 'pause' | 'wait' | 'fail' | 'review';
  until: Date | null;
  hold?: Hold;
  /** Says more than the code's own sentence. */
  detail?: string;
}

interface PostingFacts {
  postingPaused: boolean;
  owner: { blockedCode: string | null } | null;
  hold: Hold | null;
  hasUnits: boolean;
  resetsAt: Date;
}

/** Returns what stops every comment, gap and daily cap aside; null while posting is open. */
export function postingObstacle(facts: PostingFacts, now: Date): Obstacle | null {
  const { postingPaused, owner, hold, hasUnits, resetsAt } = facts;
  if (postingPaused) return pause('posting_paused');
  if (!owner) return pause('not_connected');
  if (owner.blockedCode) return pause(owner.blockedCode);
  if (isActive(hold, now)) return pauseForHold(hold);
  return hasUnits ? null : pause('quota_spent', resetsAt);
}

export const pause = (code: string, until: Date | null = null): Obstacle => ({
  code: code as Obstacle['code'],
  effect: 'pause',
  until,
});

export const pauseForHold = (hold: Hold): Obstacle => ({ ...pause(hold.code, hold.nextTryAt), hold });

export interface ClaimFacts {
  settings: Pick<
    typeof userSettings.$inferSelect,
    'minGapSeconds' | 'dailyCap' | 'timeZone' | 'channelCooldownHours' | 'blockedChannels' | 'postingPaused'
  >;
  comment: typeof comments.$inferSelect;
  video: typeof videos.$inferSelect;
  /** The owner's comment whose thread it goes into; null for a comment on the video itself. */
  parent: { youtubeCommentId: string | null; withdrawnAt: Date | null } | null;
  queueItem: typeof queueItems.$inferSelect | null;
  openAttempt: typeof postAttempts.$inferSelect | null;
  hold: Hold | null;
  isAnotherBeingSent: boolean;
  postedToday: number;
  /** Latest automatic start that may have reached YouTube; null without a gap. */
  lastAutomaticAt: Date | null;
  /** Latest start on this channel that may have been posted; null without a cooldown. */
  lastOnChannelAt: Date | null;
  recentTexts: readonly string[];
  /** Of the connected account now; the token may have been got before another one was connected. */
  channelId: string | null;
  channelTitle: string | null;
  /** Of a comment that is on YouTube. */
  postedAs: PostedAs | null;
}

/** The hold as a person saw it when asking for one try. */
export type UnderHold = Hold | null | undefined;

const hourMs = 3_600_000;

export function preflight(
  facts: ClaimFacts,
  origin: Origin,
  now: Date,
  underHold?: UnderHold,
): Obstacle | null {
  const { settings, comment, video, openAttempt } = facts;
  if (openAttempt) return { code: 'being_posted', effect: 'wait', until: null };
  if (comment.status === 'posted') return { code: 'already_posted', effect: 'wait', until: null };
  if (comment.status !== 'approved') return { code: 'not_approved', effect: 'wait', until: null };
  const paused = heldOrPaused(facts, now, underHold);
  if (paused) return paused;
  if (settings.blockedChannels.includes(video.channelId))
    return { code: 'channel_blocked', effect: 'review', until: null };
  if (!video.available) return { code: 'video_not_found', effect: 'fail', until: null };
  if (video.commentsOff) return { code: 'comments_off', effect: 'fail', until: null };
  if (comment.replyId !== null && !isThere(facts.parent))
    return { code: 'parent_gone', effect: 'fail', until: null };
  const detail = gapRefusal(comment.content, draftsOf(comment));
  if (detail !== null) return { code: 'open_gap', effect: 'review', until: null, detail };
  if (isAmong(facts.recentTexts, comment.content))
    return { code: 'duplicate_text', effect: 'fail', until: null };
  if (facts.postedToday >= settings.dailyCap)
    return pause('daily_cap', nextDayStart(now, settings.timeZone ?? pacificZone));
  const cooldownEnds = after(facts.lastOnChannelAt, settings.channelCooldownHours * hourMs);
  if (comment.replyId === null && cooldownEnds && cooldownEnds > now)
    return { code: 'channel_cooldown', effect: 'wait', until: cooldownEnds };
  const gapEnds = after(facts.lastAutomaticAt, settings.minGapSeconds * 1000);
  if (origin === 'loop' && gapEnds && gapEnds > now) return pause('min_gap', gapEnds);
  return null;
}

export function heldOrPaused(facts: ClaimFacts, now: Date, underHold?: UnderHold): Obstacle | null {
  if (facts.settings.postingPaused) return pause('posting_paused');
  return facts.hold && !mayTry(facts, facts.hold, now, underHold) ? pauseForHold(facts.hold) : null;
}

const isThere = (parent: ClaimFacts['parent']) =>
  parent !== null && parent.youtubeCommentId !== null && parent.withdrawnAt === null;

/** One at a time: its answer decides about the hold. */
function mayTry({ isAnotherBeingSent }: ClaimFacts, hold: Hold, now: Date, underHold: UnderHold): boolean {
  return !isAnotherBeingSent && (!isActive(hold, now) || isSameHold(hold, underHold));
}

function after(start: Date | null, ms: number): Date | null {
  return start && ms > 0 ? new Date(start.getTime() + ms) : null;
}
