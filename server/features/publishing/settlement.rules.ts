import { type PostingReason, postingReason } from '#shared/rules/posting-reasons.ts';
import type { comments, postAttempts, queueItems } from '#shared/schema.ts';
import type { Change } from '../../core/events.ts';
import { accountCode, configCode, refusalCode } from '../../core/youtube-failures.ts';
import type { ListedComment, YouTubeError } from '../../providers/youtube/youtube.ts';
import { firstFiguresMs, lookDelaysMs } from '../outcomes/outcomes.rules.ts';
import type { Hold, HoldChange, Origin } from './brakes.rules.ts';

export interface Settlement {
  attempt: Partial<typeof postAttempts.$inferInsert> & {
    state: typeof postAttempts.$inferInsert.state;
  };
  comment?: Partial<typeof comments.$inferInsert>;
  queueItem?: Partial<typeof queueItems.$inferInsert>;
  removeFromQueue?: boolean;
  /**
   * True if the comment's text and status do not change, so that its revision stays the
   * same.
   */
  keepsRevision?: boolean;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Delays after the attempt's start at which an unknown outcome is checked (rule 7.5). */
const checkDelaysMs = [minuteMs, 10 * minuteMs, hourMs, 6 * hourMs, 24 * hourMs];
/** An attempt fails after this many complete lists without the comment. */
const mostMisses = 2;
const processingCheckMs = 10 * minuteMs;

/**
 * Returns what open pages must reload after an attempt succeeded, besides the comment and
 * the statistics.
 */
export function shownBy({
  kind,
  parentYoutubeId,
}: typeof postAttempts.$inferSelect): Change[] {
  // The comment's answers were withdrawn with it, and its channel no longer counts as
  // commented on.
  if (kind === 'withdraw') return ['comments', 'commented-channels'];
  return kind === 'change'
    ? []
    : [parentYoutubeId === null ? 'commented-channels' : 'replies'];
}

export function posted(youtubeCommentId: string, at: Date, now: Date): Settlement {
  return {
    attempt: { state: 'posted', outcomeCode: 'posted', closedAt: now, nextCheckAt: null },
    comment: {
      status: 'posted',
      postedAt: at,
      youtubeCommentId,
      nextLookAt: new Date(at.getTime() + lookDelaysMs[0]),
      nextFiguresAt: new Date(at.getTime() + firstFiguresMs),
      failureCode: null,
      failureReason: null,
      restoredFrom: null,
      restoredAsApproved: false,
    },
    removeFromQueue: true,
  };
}

/** Settles an attempt whose comment was found in a list of YouTube's. */
export const postedAsListed = (
  {
    youtubeCommentId,
    publishedAt,
  }: Pick<ListedComment, 'youtubeCommentId' | 'publishedAt'>,
  now: Date,
): Settlement => posted(youtubeCommentId, new Date(publishedAt), now);

export function failed(
  code: PostingReason,
  now: Date,
  reason = postingReason(code),
): Settlement {
  return {
    attempt: { state: 'failed', outcomeCode: code, closedAt: now, nextCheckAt: null },
    comment: { status: 'failed', failureCode: code, failureReason: reason },
    queueItem: {
      scheduledFor: null,
      dueAt: null,
      nextTryAt: null,
      autoPost: false,
      blockedReason: null,
    },
  };
}

/**
 * Settles an attempt whose outcome is unknown: it is looked for on YouTube, and never
 * sent again by itself (rule 7.5).
 */
export function unconfirmed(startedAt: Date): Settlement {
  return {
    attempt: {
      state: 'confirming',
      nextCheckAt: nextCheck(startedAt, startedAt),
      checkCount: 0,
    },
  };
}

/** Returns when the next check is due, or null after the last one. */
function nextCheck(startedAt: Date, now: Date): Date | null {
  const times = checkDelaysMs.map((delay) => new Date(startedAt.getTime() + delay));
  return times.find((time) => time > now) ?? null;
}

/** Like nextCheck, but continues every hour after the last check. */
export const checkLater = (startedAt: Date, now: Date): Date =>
  nextCheck(startedAt, now) ?? new Date(now.getTime() + hourMs);

type Checked = Pick<typeof postAttempts.$inferSelect, 'startedAt' | 'checkCount'>;

/** Settles a check whose complete list did not contain the comment. */
export function notFoundByCheck(checked: Checked, now: Date): Settlement {
  return lookedInVain(checked, now) ?? failed('unconfirmed', now);
}

/**
 * Counts a check that found nothing and schedules the next one. Returns null if it was
 * the last.
 */
export function lookedInVain(
  { startedAt, checkCount }: Checked,
  now: Date,
): Settlement | null {
  const misses = checkCount + 1;
  if (misses >= mostMisses) return null;
  const nextCheckAt = checkLater(startedAt, now);
  return {
    attempt: { state: 'confirming', outcomeCode: null, checkCount: misses, nextCheckAt },
  };
}

/**
 * Settles a check whose list was refused or incomplete, which proves nothing. From then
 * on only the owner can send the comment again.
 */
export function notTold(startedAt: Date, now: Date): Settlement {
  const nextCheckAt = nextCheck(startedAt, now);
  const code = 'could_not_check';
  if (nextCheckAt)
    return { attempt: { state: 'confirming', outcomeCode: code, nextCheckAt } };
  return failed('unconfirmed', now, postingReason(code));
}

/**
 * Settles a processing failure: the comment is sent once more, and fails the second time
 * (rule 7.6).
 */
export function notProcessed(
  earlierOutcomes: readonly (string | null)[],
  now: Date,
): Settlement {
  const again = { dueAt: now, nextTryAt: now, blockedReason: 'processing_failure' };
  return earlierOutcomes.includes('processing_failure')
    ? failed('processing_failed', now)
    : released('processing_failure', now, again);
}

function released(
  code: PostingReason,
  now: Date,
  queueItem?: Settlement['queueItem'],
): Settlement {
  return {
    attempt: { state: 'released', outcomeCode: code, closedAt: now, nextCheckAt: null },
    ...(queueItem && { queueItem }),
  };
}

/**
 * Returns how the comment's texts change, or null. The text that was sent becomes its
 * content. A different text that it replaces, or a change that failed, is kept among the
 * earlier texts.
 */
export function textsAfter(
  before: Pick<typeof comments.$inferSelect, 'content' | 'style' | 'previousTexts'>,
  { kind, content }: Pick<typeof postAttempts.$inferSelect, 'kind' | 'content'>,
  state: Settlement['attempt']['state'],
  now: Date,
) {
  const kept = (text: string) => [
    ...before.previousTexts,
    { content: text, style: before.style, replacedAt: now.toISOString() },
  ];
  if (state === 'posted' && before.content !== content)
    return { content, previousTexts: kept(before.content) };
  return kind === 'change' && state === 'failed'
    ? { previousTexts: kept(content) }
    : null;
}

export type Renewal = 'renewed' | 'refused' | 'unavailable';

export interface Circumstances {
  origin: Origin;
  startedAt: Date;
  now: Date;
  renewal: Renewal | null;
  hold: Hold | null;
  othersAreDue: boolean;
}

export interface Consequence {
  settlement: Settlement;
  hold: HoldChange;
  needsSignIn?: boolean;
}

type Wait = Extract<HoldChange, { kind: 'wait' }>;

const lifted: HoldChange = { kind: 'lift' };

/** Holds posting for a while, by default until the backoff is over. */
function waitAfter(
  error: YouTubeError,
  code: PostingReason,
  over: Partial<Wait> = {},
): Wait {
  return { kind: 'wait', code, until: 'backoff', retryAfter: error.retryAfter, ...over };
}

/**
 * Without a response the comment may be on YouTube, unless the request was never sent.
 */
function afterNoAnswer(
  error: YouTubeError,
  { startedAt, now }: Circumstances,
): Consequence {
  const hold = waitAfter(error, 'youtube_unavailable');
  if (!error.neverSent) return { settlement: unconfirmed(startedAt), hold };
  const settlement = released('youtube_unavailable', now);
  return {
    settlement: {
      ...settlement,
      attempt: { ...settlement.attempt, reachedYouTube: false },
    },
    hold,
  };
}

function afterRejectedToken(
  error: YouTubeError,
  circumstances: Circumstances,
): Consequence {
  const { origin, now, renewal, hold } = circumstances;
  if (renewal === 'unavailable')
    return {
      settlement: released('youtube_unavailable', now),
      hold: waitAfter(error, 'youtube_unavailable'),
    };
  if (renewal !== 'renewed')
    return { settlement: released('needs_reauth', now), hold: lifted };
  if (hold?.code === 'needs_reauth')
    return { settlement: released('needs_reauth', now), hold: lifted, needsSignIn: true };
  // Retries at once with the new token, so a manual post needs no second click.
  const unblocked = { nextTryAt: null, blockedReason: null };
  const again = origin === 'manual' ? { ...unblocked, dueAt: now } : unblocked;
  return {
    settlement: released('needs_reauth', now, again),
    hold: waitAfter(error, 'needs_reauth', { until: 'next', retryAfter: null }),
  };
}

/**
 * Decides what an error means for the comment and for the hold. A comment fails only for
 * a reason about its video or text.
 */
export function consequenceOf(
  error: YouTubeError,
  circumstances: Circumstances,
): Consequence {
  const { now } = circumstances;
  const waits = (code: PostingReason, over?: Partial<Wait>) =>
    waitAfter(error, code, over);
  const comesBack = (
    code: PostingReason,
    hold: HoldChange = waits(code),
  ): Consequence => ({
    settlement: released(code, now),
    hold,
  });
  switch (error.kind) {
    case 'unknown':
      return afterNoAnswer(error, circumstances);
    case 'refused':
      return {
        settlement: failed(refusalCode(error.reason), now),
        hold: { kind: 'next' },
      };
    case 'forbidden': {
      // The next comment's outcome tells whether this video or everything is refused.
      const tellsApart = circumstances.hold === null && circumstances.othersAreDue;
      const code = 'refused_without_reason';
      return comesBack(
        code,
        tellsApart ? waits(code, { until: 'next', suspect: true }) : waits(code),
      );
    }
    case 'unexplained':
      return comesBack('refused_without_reason');
    case 'processing': {
      // Comments have appeared on YouTube despite this response.
      const nextCheckAt = new Date(now.getTime() + processingCheckMs);
      const attempt = {
        state: 'confirming',
        outcomeCode: 'processing_failure',
        nextCheckAt,
      } as const;
      return { settlement: { attempt }, hold: { kind: 'next' } };
    }
    case 'burst':
      return comesBack('rate_limited_by_youtube');
    case 'quota':
      // Only a spent shared bucket stops the next comment by itself; for another bucket
      // it takes a hold.
      return comesBack(
        'quota_spent',
        error.bucket === 'shared' ? lifted : waits('rate_limited_by_youtube'),
      );
    case 'auth':
      return afterRejectedToken(error, circumstances);
    case 'scope':
      return {
        settlement: released('scope_missing', now),
        hold: lifted,
        needsSignIn: true,
      };
    case 'account': {
      const code = accountCode(error.reason);
      const needsSignIn = code === 'youtube_signup_required';
      const change = needsSignIn ? lifted : waits(code, { until: 'person' });
      return { settlement: released(code, now), hold: change, needsSignIn };
    }
    case 'config': {
      const code = configCode(error.reason);
      return comesBack(code, waits(code, { until: 'person' }));
    }
  }
}
