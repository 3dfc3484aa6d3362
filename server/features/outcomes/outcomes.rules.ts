import {
  isFirstMiss,
  type Look,
  secondLookMs,
  type Visibility,
  type VisibilityReason,
} from '#shared/contracts/comments.ts';
import type { comments } from '#shared/schema.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** From the first row whose age is not reached: how often figures are read (rule 13.4). */
const intervals = [
  { untilAgeMs: 6 * hourMs, everyMs: 30 * minuteMs },
  { untilAgeMs: 7 * dayMs, everyMs: 6 * hourMs },
  { untilAgeMs: 30 * dayMs, everyMs: dayMs },
  { untilAgeMs: Number.POSITIVE_INFINITY, everyMs: 7 * dayMs },
];

/** While nothing happens, intervals double up to this many times the usual one: four weeks at most. */
const slowest = 4;

export const firstFiguresMs = 30 * minuteMs;

/** Younger comments come first. */
export const youngMs = 7 * dayMs;

/** Of the day's units: what less urgent reading leaves to more urgent reading. */
export const leftForOthers = { youngFigures: 0.2, oldFigures: 0.4 };

type Columns = typeof comments.$inferSelect;
type Posted = { postedAt: Date };
export type Figures = Pick<Columns, 'likeCount' | 'replyCount'>;
type FiguresPlan = Pick<Columns, 'outcomesCheckedAt' | 'nextFiguresAt'> & Posted;

/** At few times of a day, so that many comments are one call. */
export function nextFiguresAt(plan: FiguresPlan, happened: boolean, now: Date): Date {
  const ageMs = now.getTime() - plan.postedAt.getTime();
  const usual = intervals.find(({ untilAgeMs }) => ageMs < untilAgeMs)?.everyMs ?? 7 * dayMs;
  const { outcomesCheckedAt: from, nextFiguresAt: to } = plan;
  // A reading on request, before its time, must not slow the next ones down.
  if (to && to > now && !happened) return to;
  const planned = from && to ? to.getTime() - from.getTime() : 0;
  const interval = happened ? usual : Math.min(Math.max(2 * planned, usual), slowest * usual);
  const apartMs = Math.min(usual, 6 * hourMs);
  return new Date(Math.round((now.getTime() + interval) / apartMs) * apartMs);
}

/** What YouTube did not tell stays as it was. */
export function knownFigures(before: Figures, now: Figures): Figures {
  return { likeCount: now.likeCount ?? before.likeCount, replyCount: now.replyCount ?? before.replyCount };
}

/** After the posting (rule 13.1). */
export const lookDelaysMs = [10 * minuteMs, dayMs, 7 * dayMs] as const;

/** For so long after its first failure a look is tried again. */
export const triedForMs = 12 * hourMs;

const keptLooks = 20;

/** What one look saw; `missed`: strangers do not see it, and the owner was not asked yet. */
export type Sight =
  | { kind: 'seen'; by: 'everyone' | 'owner' | 'nobody' }
  | { kind: 'missed' }
  | { kind: 'unknown'; reason: VisibilityReason }
  /** With a reason where only this comment gets none. */
  | { kind: 'no_answer'; reason?: VisibilityReason };

type LookPlan = Pick<Columns, 'looks' | 'nextLookAt' | 'lookFailingSince'>;
/** The last look may be a first miss, which waits for its second one. */
export type Looked = LookPlan & Pick<Columns, 'visibility'> & Posted;

export function firstMissAt({ looks }: Pick<Looked, 'looks'>): Date | null {
  const last = looks.at(-1);
  return last && isFirstMiss(last) ? new Date(last.at) : null;
}

/** Whether a miss now would be the second complete one. */
export function confirmsMiss(looked: Pick<Looked, 'looks'>, now: Date): boolean {
  const missedAt = firstMissAt(looked);
  return missedAt !== null && now.getTime() - missedAt.getTime() >= secondLookMs;
}

const words: Record<'everyone' | 'owner' | 'nobody', { word: Visibility; reason: VisibilityReason | null }> =
  {
    everyone: { word: 'public', reason: null },
    owner: { word: 'only_you', reason: 'held_or_hidden' },
    nobody: { word: 'removed', reason: 'not_on_the_video' },
  };

/** Say nothing about the comment: a look that could not even begin. */
const sawNothing: readonly VisibilityReason[] = ['no_api_key', 'refused_by_youtube', 'youtube_unavailable'];

export type LookChange = LookPlan &
  Partial<Pick<Columns, 'visibility' | 'visibilityReason' | 'visibilityCheckedAt'>>;

/** What follows from a look (rules 13.1 to 13.3). */
export function afterLook(looked: Looked, sight: Sight, now: Date): LookChange {
  const concluded = firstMissAt(looked) ? looked.looks.slice(0, -1) : [...looked.looks];
  const record = (look: Omit<Look, 'at'>) => ({
    looks: [...concluded, { at: now.toISOString(), ...look }].slice(-keptLooks),
    nextLookAt: soonest(scheduledAfter(looked.postedAt, now), promised(looked, sight, now)),
    lookFailingSince: null,
  });
  switch (sight.kind) {
    case 'seen': {
      const { word, reason } = words[sight.by];
      return {
        ...record({ seenBy: sight.by, reason }),
        visibility: word,
        visibilityReason: reason,
        visibilityCheckedAt: now,
      };
    }
    case 'missed': {
      const missedAt = firstMissAt(looked) ?? now;
      const looks = [...concluded, { at: missedAt.toISOString(), seenBy: null, reason: null }];
      return {
        looks: looks.slice(-keptLooks),
        nextLookAt: new Date(missedAt.getTime() + secondLookMs),
        lookFailingSince: null,
      };
    }
    case 'unknown': {
      const { reason } = sight;
      const looks = record({ seenBy: null, reason });
      // A public word stays with its date; a hidden one is never told on old evidence.
      if (sawNothing.includes(reason) && looked.visibility === 'public') return looks;
      return { ...looks, visibility: 'unknown', visibilityReason: reason, visibilityCheckedAt: now };
    }
    case 'no_answer': {
      const lookFailingSince = looked.lookFailingSince ?? now;
      const waitedMs = now.getTime() - lookFailingSince.getTime();
      if (waitedMs >= triedForMs)
        return afterLook(looked, { kind: 'unknown', reason: sight.reason ?? 'youtube_unavailable' }, now);
      const again = Math.min(Math.max(waitedMs, minuteMs), hourMs);
      const nextLookAt = new Date(now.getTime() + again);
      return { looks: [...looked.looks], nextLookAt, lookFailingSince };
    }
  }
}

const scheduledAfter = (postedAt: Date, now: Date): Date | null =>
  lookDelaysMs.map((delay) => new Date(postedAt.getTime() + delay)).find((time) => time > now) ?? null;

/** A look ahead that this one does not stand for: after a change, or a second one after a miss. */
function promised({ nextLookAt, lookFailingSince, looks }: Looked, sight: Sight, now: Date): Date | null {
  const isDone = lookFailingSince !== null || (sight.kind === 'seen' && firstMissAt({ looks }) !== null);
  return nextLookAt && nextLookAt > now && !isDone ? nextLookAt : null;
}

const soonest = (a: Date | null, b: Date | null): Date | null => (a && b ? (a < b ? a : b) : (a ?? b));
