import type { PostedAs } from '#shared/contracts/comments.ts';
import type { ProblemCode } from '#shared/contracts/primitives.ts';
import { nextDayStart, pacificZone } from '#shared/rules/calendar.ts';
import { draftsOf, gapRefusal, isAmong } from '#shared/rules/comment-text.ts';
import { type PostingReason, postingReason } from '#shared/rules/posting-reasons.ts';
import type {
  comments,
  postAttempts,
  postingHold,
  queueItems,
  userSettings,
  videos,
} from '#shared/schema.ts';
import { msUntil, type RetryAfter } from '../../core/outgoing.ts';

export type Hold = Omit<typeof postingHold.$inferSelect, 'id'>;

export type HoldChange =
  | { kind: 'lift' }
  | { kind: 'next' }
  /**
   * `until` is `person` if only the owner can end the hold, `next` if another comment is
   * tried at once, and `backoff` otherwise.
   */
  | {
      kind: 'wait';
      code: PostingReason;
      until: 'backoff' | 'person' | 'next';
      retryAfter?: RetryAfter | null;
      suspect?: boolean;
    };

interface Circumstances {
  commentId: number | null;
  /**
   * True for the one try at the end of a hold; false for an attempt that began before the
   * hold.
   */
  isProbe: boolean;
  now: Date;
  random: () => number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const firstWaitMs = 30_000;
const longestWaitMs = 15 * minuteMs;
const longestSetAsideMs = 4 * 60 * minuteMs;
/**
 * How long a probe keeps other comments waiting. Longer than the deadline of a post, and
 * limited in case a crash cuts the probe off.
 */
const probeLeaseMs = minuteMs;

/** Returns false once the wait is over; then one comment may be tried. */
export const isActive = (hold: Hold | null, now: Date): hold is Hold =>
  hold !== null && (hold.nextTryAt === null || hold.nextTryAt > now);

export const isSameHold = (hold: Hold, seen: Hold | null | undefined): boolean =>
  hold.attempts === seen?.attempts &&
  hold.nextTryAt?.getTime() === seen.nextTryAt?.getTime();

/**
 * Returns the hold as it is during a probe: extended, so that no other comment is tried
 * in the meantime.
 */
export function whileProbing(hold: Hold, now: Date): Hold {
  const nextTryAt = hold.nextTryAt && new Date(now.getTime() + probeLeaseMs);
  return { ...hold, attempts: hold.attempts + 1, nextTryAt };
}

export function holdAfter(
  current: Hold | null,
  change: HoldChange,
  circumstances: Circumstances,
): Hold | null {
  const { commentId, isProbe, now } = circumstances;
  if (change.kind === 'lift') return isProbe ? null : current;
  if (change.kind === 'next')
    return isProbe && current?.nextTryAt ? { ...current, nextTryAt: now } : current;
  const attempts = current?.attempts ?? 1;
  const nextTryAt = endOf(change, attempts, circumstances);
  const suspect = change.suspect ?? false;
  const fresh = { code: change.code, attempts, nextTryAt, commentId, suspect };
  if (isProbe || !current || nextTryAt === null) return fresh;
  const isLonger = current.nextTryAt !== null && current.nextTryAt < nextTryAt;
  return isLonger ? { ...current, nextTryAt } : current;
}

function endOf(
  { until, retryAfter = null }: Extract<HoldChange, { kind: 'wait' }>,
  attempts: number,
  { now, random }: Circumstances,
): Date | null {
  if (until === 'person') return null;
  if (until === 'next') return now;
  const askedMs = retryAfter === null ? null : Math.min(msUntil(retryAfter, now), dayMs);
  // From the second try on, our backoff is the minimum: a shorter Retry-After has failed
  // before.
  const ownMs = askedMs === null || attempts > 1 ? backoffMs(attempts, random) : 0;
  return new Date(now.getTime() + Math.max(ownMs, askedMs ?? 0));
}

export function backoffMs(attempts: number, random: () => number): number {
  const full = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempts - 1));
  return Math.round(full / 2 + (random() * full) / 2);
}

/**
 * Returns how long a comment is set aside: 30 seconds, doubling to 4 hours (rule 7.11).
 * `times` is the number of its released attempts, at least 1.
 */
export const setAsideMs = (times: number): number =>
  Math.min(longestSetAsideMs, firstWaitMs * 2 ** (times - 1));

export function holdSentence(
  { code, nextTryAt }: Pick<Hold, 'code' | 'nextTryAt'>,
  now: Date,
): string {
  const why = `Posting is on hold. ${postingReason(code)}`;
  return nextTryAt ? `${why} The next try is in ${timeUntil(nextTryAt, now)}.` : why;
}

function timeUntil(at: Date, now: Date): string {
  const minutes = Math.ceil((at.getTime() - now.getTime()) / minuteMs);
  if (minutes <= 1) return 'less than a minute';
  return minutes <= 90
    ? `about ${minutes} minutes`
    : `about ${Math.round(minutes / 60)} hours`;
}

export type Origin = 'manual' | 'loop';

export interface Obstacle {
  code: PostingReason & ProblemCode;
  /**
   * `pause` makes every due comment wait, `wait` only this one. With `fail` and `review`
   * waiting would not help: the comment fails or goes back to review.
   */
  effect: 'pause' | 'wait' | 'fail' | 'review';
  until: Date | null;
  hold?: Hold;
  /** A sentence for this case that replaces the general sentence of the code. */
  detail?: string;
}

interface PostingFacts {
  postingPaused: boolean;
  owner: { blockedCode: string | null } | null;
  hold: Hold | null;
  hasUnits: boolean;
  resetsAt: Date;
}

/**
 * Returns what stops all posting, apart from gap and daily cap, or null if posting is
 * open.
 */
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

export const pauseForHold = (hold: Hold): Obstacle => ({
  ...pause(hold.code, hold.nextTryAt),
  hold,
});

export interface ClaimFacts {
  settings: Pick<
    typeof userSettings.$inferSelect,
    | 'minGapSeconds'
    | 'dailyCap'
    | 'timeZone'
    | 'channelCooldownHours'
    | 'blockedChannels'
    | 'postingPaused'
  >;
  comment: typeof comments.$inferSelect;
  video: typeof videos.$inferSelect;
  /**
   * The owner's comment whose thread an answer goes into; null for a comment on the video
   * itself.
   */
  parent: { youtubeCommentId: string | null; withdrawnAt: Date | null } | null;
  queueItem: typeof queueItems.$inferSelect | null;
  openAttempt: typeof postAttempts.$inferSelect | null;
  hold: Hold | null;
  isAnotherBeingSent: boolean;
  postedToday: number;
  /**
   * Start of the latest automatic attempt that may have reached YouTube; null if no gap
   * is set.
   */
  lastAutomaticAt: Date | null;
  /**
   * Start of the latest attempt on this channel that may have been posted; null if no
   * cooldown is set.
   */
  lastOnChannelAt: Date | null;
  recentTexts: readonly string[];
  /**
   * Channel of the account that is connected now. The access token may be older and
   * belong to another account.
   */
  channelId: string | null;
  channelTitle: string | null;
  /** The channel that the comment was posted as; null if it is not on YouTube. */
  postedAs: PostedAs | null;
}

/** The hold that the owner saw when they asked for one try despite it. */
export type UnderHold = Hold | null | undefined;

const hourMs = 3_600_000;

export function preflight(
  facts: ClaimFacts,
  origin: Origin,
  now: Date,
  underHold?: UnderHold,
): Obstacle | null {
  return (
    obstacleInState(facts, origin, now) ??
    heldOrPaused(facts, now, underHold) ??
    obstacleAtPlace(facts) ??
    obstacleInText(facts) ??
    obstacleByLimits(facts, origin, now)
  );
}

/** Returns why the comment is not one that may be posted now. */
function obstacleInState(
  { comment, queueItem, openAttempt }: ClaimFacts,
  origin: Origin,
  now: Date,
): Obstacle | null {
  if (openAttempt) return { code: 'being_posted', effect: 'wait', until: null };
  if (comment.status === 'posted')
    return { code: 'already_posted', effect: 'wait', until: null };
  // The owner may have moved or unscheduled the comment since the loop found it due.
  const dueAt = origin === 'loop' ? queueItem?.dueAt : now;
  if (comment.status !== 'approved' || !dueAt || dueAt > now)
    return { code: 'not_approved', effect: 'wait', until: null };
  // Approving the comment checks YouTube first and clears `restoredFrom`.
  if (comment.restoredFrom) return { code: 'restored', effect: 'review', until: null };
  return null;
}

/** Returns why nothing can be posted on this channel, on this video or in this thread. */
function obstacleAtPlace({
  settings,
  comment,
  video,
  parent,
}: ClaimFacts): Obstacle | null {
  if (settings.blockedChannels.includes(video.channelId))
    return { code: 'channel_blocked', effect: 'review', until: null };
  if (!video.available) return { code: 'video_not_found', effect: 'fail', until: null };
  if (video.commentsOff) return { code: 'comments_off', effect: 'fail', until: null };
  if (comment.replyId !== null && !isThere(parent))
    return { code: 'parent_gone', effect: 'fail', until: null };
  return null;
}

function obstacleInText({ comment, recentTexts }: ClaimFacts): Obstacle | null {
  const detail = gapRefusal(comment.content, draftsOf(comment));
  if (detail !== null) return { code: 'open_gap', effect: 'review', until: null, detail };
  if (isAmong(recentTexts, comment.content))
    return { code: 'duplicate_text', effect: 'fail', until: null };
  return null;
}

/**
 * Checks the owner's own limits: the daily cap, the channel's cooldown, and the gap
 * between posts.
 */
function obstacleByLimits(facts: ClaimFacts, origin: Origin, now: Date): Obstacle | null {
  const { settings, comment } = facts;
  if (facts.postedToday >= settings.dailyCap)
    return pause('daily_cap', nextDayStart(now, settings.timeZone ?? pacificZone));
  const cooldownEnds = after(
    facts.lastOnChannelAt,
    settings.channelCooldownHours * hourMs,
  );
  if (comment.replyId === null && cooldownEnds && cooldownEnds > now)
    return { code: 'channel_cooldown', effect: 'wait', until: cooldownEnds };
  const gapEnds = after(facts.lastAutomaticAt, settings.minGapSeconds * 1000);
  if (origin === 'loop' && gapEnds && gapEnds > now) return pause('min_gap', gapEnds);
  return null;
}

export function heldOrPaused(
  facts: ClaimFacts,
  now: Date,
  underHold?: UnderHold,
): Obstacle | null {
  if (facts.settings.postingPaused) return pause('posting_paused');
  return facts.hold && !mayTry(facts, facts.hold, now, underHold)
    ? pauseForHold(facts.hold)
    : null;
}

const isThere = (parent: ClaimFacts['parent']) =>
  parent !== null && parent.youtubeCommentId !== null && parent.withdrawnAt === null;

/** Allows one try at a time, because its result decides about the hold. */
function mayTry(
  { isAnotherBeingSent }: ClaimFacts,
  hold: Hold,
  now: Date,
  underHold: UnderHold,
): boolean {
  return !isAnotherBeingSent && (!isActive(hold, now) || isSameHold(hold, underHold));
}

function after(start: Date | null, ms: number): Date | null {
  return start && ms > 0 ? new Date(start.getTime() + ms) : null;
}
