import { type PostingReason, postingReason } from '#shared/rules/posting-reasons.ts';
import type { postingHold } from '#shared/schema.ts';
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
