import { type PostingReason, postingReason } from '#shared/rules/posting-reasons.ts';
import type { comments, postAttempts, queueItems } from '#shared/schema.ts';
import type { YouTubeError } from '../../providers/youtube/youtube.ts';
import type { Origin } from './preflight.rules.ts';

/** What one transaction writes when an attempt is settled, or its next step is known. */
export interface Settlement {
  attempt: Partial<typeof postAttempts.$inferInsert> & { state: typeof postAttempts.$inferInsert.state };
  comment?: Partial<typeof comments.$inferInsert>;
  /** Merged into the queue item; a comment that was not queued is queued with it. */
  queueItem?: Partial<typeof queueItems.$inferInsert>;
  removeFromQueue?: boolean;
}

const minuteMs = 60_000;

/** When an unconfirmed comment is looked for, counted from its start (DESIGN §7). */
export const lookDelaysMs = [minuteMs, 10 * minuteMs] as const;
/** A look that itself failed does not count and is tried again after this. */
export const failedLookDelayMs = minuteMs;
const processingLookMs = 10 * minuteMs;
const unreachableRetryMs = minuteMs;
const burstAttempts = 5;
const burstBaseMs = 30_000;
const burstCapMs = 15 * minuteMs;

export function posted(youtubeCommentId: string, at: Date, now: Date): Settlement {
  return {
    attempt: { state: 'posted', outcomeCode: 'posted', closedAt: now, lookAt: null },
    comment: {
      status: 'posted',
      postedAt: at,
      youtubeCommentId,
      failureCode: null,
      failureReason: null,
    },
    removeFromQueue: true,
  };
}

/** A failed comment loses its schedule and shows in the Review Queue with its cause (DESIGN §6). */
export function failed(code: PostingReason, now: Date): Settlement {
  return {
    attempt: { state: 'failed', outcomeCode: code, closedAt: now, lookAt: null },
    comment: { status: 'failed', failureCode: code, failureReason: postingReason(code) },
    queueItem: { scheduledFor: null, dueAt: null, nextTryAt: null, autoPost: false, heldReason: null },
  };
}

/** The outcome is not known: look for our own text, never send again. */
export function unconfirmed(startedAt: Date): Settlement {
  return {
    attempt: { state: 'confirming', lookAt: new Date(startedAt.getTime() + lookDelaysMs[0]), looks: 0 },
  };
}

/** A look that ran and found nothing. */
export function notFoundByLook(startedAt: Date, looks: number, now: Date): Settlement {
  const delay = lookDelaysMs[looks + 1];
  if (delay === undefined) return failed('unconfirmed', now);
  return {
    attempt: { state: 'confirming', looks: looks + 1, lookAt: new Date(startedAt.getTime() + delay) },
  };
}

/** YouTube said that it could not process the comment, and a look did not find it: sent once more, then failed. */
export function notProcessed(earlierOutcomes: readonly (string | null)[], now: Date): Settlement {
  return earlierOutcomes.includes('processing_failure')
    ? failed('processing_failed', now)
    : released('processing_failure', now, tryAgain(now, 'processing_failure'));
}

/** Nothing was sent, or nothing came of it: the comment stays approved. */
function released(code: PostingReason, now: Date, queueItem?: Settlement['queueItem']): Settlement {
  return {
    attempt: { state: 'released', outcomeCode: code, closedAt: now, lookAt: null },
    ...(queueItem && { queueItem }),
  };
}

/** What became of the token that YouTube rejected with a 401. */
export type Renewal = 'renewed' | 'refused' | 'unavailable';

interface Circumstances {
  origin: Origin;
  startedAt: Date;
  now: Date;
  /** Outcome codes of this comment's earlier attempts since its approval. */
  earlierOutcomes: readonly (string | null)[];
  /** Null unless YouTube rejected the token. */
  renewal: Renewal | null;
  random: () => number;
}

/** The table of DESIGN §7 for everything but a 200. */
export function settlementOfError(error: YouTubeError, circumstances: Circumstances): Settlement {
  const { origin, startedAt, now, earlierOutcomes } = circumstances;
  const before = (code: PostingReason) => earlierOutcomes.filter((outcome) => outcome === code).length;
  switch (error.kind) {
    case 'unknown':
      // Never connected: the one failure without an answer in which surely nothing was sent.
      if (error.reason === 'unreachable')
        return released('youtube_unavailable', now, laterByItself(origin, now));
      return unconfirmed(startedAt);
    case 'refused':
      return failed(refusalCode(error.reason), now);
    case 'processing':
      // Comments were seen to appear in spite of this answer.
      return {
        attempt: {
          state: 'confirming',
          outcomeCode: 'processing_failure',
          lookAt: new Date(now.getTime() + processingLookMs),
        },
      };
    case 'burst': {
      if (origin === 'manual') return released('rate_limited_by_youtube', now);
      const attempts = before('rate_limited_by_youtube') + 1;
      if (attempts >= burstAttempts) return failed('rate_limited_by_youtube', now);
      const again = new Date(now.getTime() + backoffMs(attempts, circumstances.random));
      return released('rate_limited_by_youtube', now, {
        nextTryAt: again,
        heldReason: 'rate_limited_by_youtube',
      });
    }
    case 'auth':
      if (circumstances.renewal === 'unavailable')
        return released('youtube_unavailable', now, laterByItself(origin, now));
      // With a new token the next tick tries once more; then posting pauses.
      return circumstances.renewal === 'renewed' && before('needs_reauth') === 0
        ? released('needs_reauth', now, tryAgain(now, null))
        : released('needs_reauth', now);
    case 'quota':
      return released('quota_spent', now);
    case 'scope':
      return released('scope_missing', now);
    case 'account':
      return released(accountCode(error.reason), now);
    case 'config':
      return released(configCode(error.reason), now);
  }
}

/** The loop keeps trying while the network is away; a person hears of it at once. */
function laterByItself(origin: Origin, now: Date): Settlement['queueItem'] {
  if (origin === 'manual') return undefined;
  return { nextTryAt: new Date(now.getTime() + unreachableRetryMs), heldReason: 'youtube_unavailable' };
}

/** Due again at `at`, by the loop, whoever asked first. */
function tryAgain(at: Date, heldReason: PostingReason | null): Settlement['queueItem'] {
  return { dueAt: at, nextTryAt: heldReason ? at : null, heldReason };
}

/** Half to all of 30 s, 1, 2, 4 … minutes, at most 15. */
export function backoffMs(attempts: number, random: () => number): number {
  const full = Math.min(burstCapMs, burstBaseMs * 2 ** (attempts - 1));
  return Math.round(full / 2 + (random() * full) / 2);
}

const refusals: Record<string, PostingReason> = {
  commentsDisabled: 'comments_off',
  videoNotFound: 'video_not_found',
  commentTextTooLong: 'text_too_long',
};

function refusalCode(reason: string): PostingReason {
  return refusals[reason] ?? 'comment_refused';
}

/** The project's own setting up is the person's to mend; any other complaint is about how this app asks. */
function configCode(reason: string): PostingReason {
  const isSetUp = reason === 'accessNotConfigured' || reason === 'API_KEY_INVALID';
  return isSetUp ? 'api_not_configured' : 'request_not_understood';
}

export function accountCode(reason: string): PostingReason {
  return reason === 'youtubeSignupRequired' ? 'youtube_signup_required' : 'account_cannot_post';
}
