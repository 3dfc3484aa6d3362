import { comparableText } from '#shared/rules/comment-text.ts';
import { nextPacificMidnight } from '#shared/rules/pacific-day.ts';
import type { comments, postAttempts, queueItems, userSettings, videos } from '#shared/schema.ts';
import { closed, heldBy, type Obstacle } from './closed.rules.ts';
import { type Hold, isSame, isStanding } from './hold.rules.ts';

export type Origin = 'manual' | 'loop';

/** What the claim reads under its locks. */
export interface ClaimFacts {
  settings: Pick<
    typeof userSettings.$inferSelect,
    'minGapSeconds' | 'dailyCap' | 'channelCooldownHours' | 'blockedChannels' | 'postingPaused'
  >;
  comment: typeof comments.$inferSelect;
  video: typeof videos.$inferSelect;
  queueItem: typeof queueItems.$inferSelect | null;
  openAttempt: typeof postAttempts.$inferSelect | null;
  hold: Hold | null;
  /** Under a hold: another comment is on its way at this moment, and its answer will tell. */
  isAnotherBeingSent: boolean;
  /** Posted, being posted or unconfirmed since midnight Pacific. */
  postedToday: number;
  /** Start of the latest automatic attempt that reached YouTube or may have; null also where there is no gap to keep. */
  lastAutomaticAt: Date | null;
  /** Start of the latest attempt on this channel that went out or may have; null also without a cooldown. */
  lastOnChannelAt: Date | null;
  /** Texts posted in the last 30 days, this comment's own aside. */
  recentTexts: readonly string[];
}

/** The hold as it stood when a person asked for one try under it. */
export type UnderHold = Hold | null | undefined;

const hourMs = 3_600_000;

/** The checks before a claim, in the order in which a person would want to hear of them (DESIGN §7.2). */
export function preflight(
  facts: ClaimFacts,
  origin: Origin,
  now: Date,
  underHold?: UnderHold,
): Obstacle | null {
  const { settings, comment, video, openAttempt } = facts;
  if (openAttempt) return { code: 'being_posted', scope: 'item', until: null };
  if (comment.status === 'posted') return { code: 'already_posted', scope: 'item', until: null };
  if (comment.status !== 'approved') return { code: 'not_approved', scope: 'item', until: null };
  if (settings.postingPaused) return closed('posting_paused');
  if (facts.hold && !mayTry(facts, facts.hold, now, underHold)) return heldBy(facts.hold);
  if (settings.blockedChannels.includes(video.channelId))
    return { code: 'channel_blocked', scope: 'review', until: null };
  if (!video.available) return { code: 'video_not_found', scope: 'certain', until: null };
  if (video.commentsOff) return { code: 'comments_off', scope: 'certain', until: null };
  const text = comparableText(comment.content);
  if (facts.recentTexts.some((recent) => comparableText(recent) === text))
    return { code: 'duplicate_text', scope: 'certain', until: null };
  if (facts.postedToday >= settings.dailyCap) return closed('daily_cap', nextPacificMidnight(now));
  const cooldownEnds = after(facts.lastOnChannelAt, settings.channelCooldownHours * hourMs);
  if (cooldownEnds && cooldownEnds > now)
    return { code: 'channel_cooldown', scope: 'item', until: cooldownEnds };
  const gapEnds = after(facts.lastAutomaticAt, settings.minGapSeconds * 1000);
  if (origin === 'loop' && gapEnds && gapEnds > now) return closed('min_gap', gapEnds);
  return null;
}

/** One at a time: a second one who asked for the same try is told of the hold as it is by then. */
function mayTry({ isAnotherBeingSent }: ClaimFacts, hold: Hold, now: Date, underHold: UnderHold): boolean {
  return !isAnotherBeingSent && (!isStanding(hold, now) || isSame(hold, underHold));
}

function after(start: Date | null, ms: number): Date | null {
  return start && ms > 0 ? new Date(start.getTime() + ms) : null;
}
