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
  /** `until`: `person` if only the person can end it, `next` if another comment is tried at once. */
  | {
      kind: 'wait';
      code: PostingReason;
      until: 'backoff' | 'person' | 'next';
      retryAfter?: RetryAfter | null;
      suspect?: boolean;
    };

interface Circumstances {
  commentId: number | null;
  /** The one try at the hold's end; false for an attempt that began before the hold. */
  isProbe: boolean;
  now: Date;
  random: () => number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const firstWaitMs = 30_000;
const longestWaitMs = 15 * minuteMs;
const longestSetAsideMs = 4 * 60 * minuteMs;
/** Longer than an insert's deadline: a probe cut off by a crash must not hold the others for ever. */
const probeLeaseMs = minuteMs;

/** False once the wait is over: then one comment may be tried. */
export const isActive = (hold: Hold | null, now: Date): hold is Hold =>
  hold !== null && (hold.nextTryAt === null || hold.nextTryAt > now);

export const isSameHold = (hold: Hold, seen: Hold | null | undefined): boolean =>
  hold.attempts === seen?.attempts && hold.nextTryAt?.getTime() === seen.nextTryAt?.getTime();

/** Keeps other comments from being tried meanwhile. */
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
  if (change.kind === 'next') return isProbe && current?.nextTryAt ? { ...current, nextTryAt: now } : current;
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
  // From the second try on, a Retry-After shorter than our backoff has failed before.
  const ownMs = askedMs === null || attempts > 1 ? backoffMs(attempts, random) : 0;
  return new Date(now.getTime() + Math.max(ownMs, askedMs ?? 0));
}

export function backoffMs(attempts: number, random: () => number): number {
  const full = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempts - 1));
  return Math.round(full / 2 + (random() * full) / 2);
}

/** `times` counts refusals without a reason while another comment was taken. */
export const setAsideMs = (times: number): number =>
  Math.min(longestSetAsideMs, firstWaitMs * 2 ** (times - 1));

export function holdSentence({ code, nextTryAt }: Pick<Hold, 'code' | 'nextTryAt'>, now: Date): string {
  const why = `Posting is on hold. ${postingReason(code)}`;
  return nextTryAt ? `${why} The next try is in ${timeUntil(nextTryAt, now)}.` : why;
}

function timeUntil(at: Date, now: Date): string {
  const minutes = Math.ceil((at.getTime() - now.getTime()) / minuteMs);
  if (minutes <= 1) return 'less than a minute';
  return minutes <= 90 ? `about ${minutes} minutes` : `about ${Math.round(minutes / 60)} hours`;
}

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
  // The person may have moved it, or taken it off, since the loop saw that it was due.
  const dueAt = origin === 'loop' ? facts.queueItem?.dueAt : now;
  if (comment.status !== 'approved' || !dueAt || dueAt > now)
    return { code: 'not_approved', effect: 'wait', until: null };
  // An approval checks YouTube first and clears the mark.
  if (comment.restoredFrom) return { code: 'restored', effect: 'review', until: null };
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
