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

/**
 * How often likes and replies are read, by the age of the comment: the first row whose
 * age is not reached applies (rule 13.4).
 */
const intervals = [
  { untilAgeMs: 6 * hourMs, everyMs: 30 * minuteMs },
  { untilAgeMs: 7 * dayMs, everyMs: 6 * hourMs },
  { untilAgeMs: 30 * dayMs, everyMs: dayMs },
  { untilAgeMs: Number.POSITIVE_INFINITY, everyMs: 7 * dayMs },
];

/**
 * While nothing changes, intervals double up to this many times the usual one, which is
 * four weeks at most.
 */
const slowest = 4;

export const firstFiguresMs = 30 * minuteMs;

/** Comments younger than this are read before older ones. */
export const youngMs = 7 * dayMs;

/**
 * Shares of the daily units that must be left before less urgent like and reply counts
 * are read, so that more urgent reads still have them (rule 13.6).
 */
export const leftForOthers = { youngFigures: 0.2, oldFigures: 0.4 };

type Columns = typeof comments.$inferSelect;
type Posted = { postedAt: Date };
export type Figures = Pick<Columns, 'likeCount' | 'replyCount'>;
type FiguresPlan = Pick<Columns, 'outcomesCheckedAt' | 'nextFiguresAt'> & Posted;

/**
 * Returns when likes and replies are counted next, rounded to a few times of the day, so
 * that many comments can be read with one call.
 */
export function nextFiguresAt(plan: FiguresPlan, happened: boolean, now: Date): Date {
  const ageMs = now.getTime() - plan.postedAt.getTime();
  const usual =
    intervals.find(({ untilAgeMs }) => ageMs < untilAgeMs)?.everyMs ?? 7 * dayMs;
  const { outcomesCheckedAt: from, nextFiguresAt: to } = plan;
  // A reading requested by the user before the planned time must not slow down the next
  // ones.
  if (to && to > now && !happened) return to;
  const planned = from && to ? to.getTime() - from.getTime() : 0;
  const interval = happened
    ? usual
    : Math.min(Math.max(2 * planned, usual), slowest * usual);
  const apartMs = Math.min(usual, 6 * hourMs);
  return new Date(Math.round((now.getTime() + interval) / apartMs) * apartMs);
}

/** Keeps the earlier count where YouTube returned none. */
export function knownFigures(before: Figures, now: Figures): Figures {
  return {
    likeCount: now.likeCount ?? before.likeCount,
    replyCount: now.replyCount ?? before.replyCount,
  };
}

/**
 * Delays after posting at which YouTube is checked for who can see the comment (rule
 * 13.1).
 */
export const lookDelaysMs = [10 * minuteMs, dayMs, 7 * dayMs] as const;

/** How long a check is retried after its first failure. */
export const triedForMs = 12 * hourMs;

const keptLooks = 20;

/**
 * The result of one visibility check. `missed` means that strangers do not see the
 * comment and it has not been read as its owner yet.
 */
export type Sight =
  | { kind: 'seen'; by: 'everyone' | 'owner' | 'nobody' }
  | { kind: 'missed' }
  | { kind: 'unknown'; reason: VisibilityReason }
  /** `reason` is set if YouTube responds in general, but not for this comment. */
  | { kind: 'no_answer'; reason?: VisibilityReason };

type LookPlan = Pick<Columns, 'looks' | 'nextLookAt' | 'lookFailingSince'>;
/** The last entry of `looks` may be a first miss, which a second check has to confirm. */
export type Looked = LookPlan & Pick<Columns, 'visibility'> & Posted;

export function firstMissAt({ looks }: Pick<Looked, 'looks'>): Date | null {
  const last = looks.at(-1);
  return last && isFirstMiss(last) ? new Date(last.at) : null;
}

/** Returns true if a miss now would be the second one, long enough after the first. */
export function confirmsMiss(looked: Pick<Looked, 'looks'>, now: Date): boolean {
  const missedAt = firstMissAt(looked);
  return missedAt !== null && now.getTime() - missedAt.getTime() >= secondLookMs;
}

const words: Record<
  'everyone' | 'owner' | 'nobody',
  { word: Visibility; reason: VisibilityReason | null }
> = {
  everyone: { word: 'public', reason: null },
  owner: { word: 'only_you', reason: 'held_or_hidden' },
  nobody: { word: 'removed', reason: 'not_on_the_video' },
};

/** Reasons that say nothing about the comment, because the check could not even begin. */
const sawNothing: readonly VisibilityReason[] = [
  'no_api_key',
  'refused_by_youtube',
  'youtube_unavailable',
];

export type LookChange = LookPlan &
  Partial<Pick<Columns, 'visibility' | 'visibilityReason' | 'visibilityCheckedAt'>>;

/** Returns the changes to the comment after a visibility check (rules 13.1 to 13.3). */
export function afterLook(looked: Looked, sight: Sight, now: Date): LookChange {
  const concluded = firstMissAt(looked) ? looked.looks.slice(0, -1) : [...looked.looks];
  const record = (look: Omit<Look, 'at'>) => ({
    looks: [...concluded, { at: now.toISOString(), ...look }].slice(-keptLooks),
    nextLookAt: soonest(
      scheduledAfter(looked.postedAt, now),
      promised(looked, sight, now),
    ),
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
      const looks = [
        ...concluded,
        { at: missedAt.toISOString(), seenBy: null, reason: null },
      ];
      return {
        looks: looks.slice(-keptLooks),
        nextLookAt: new Date(missedAt.getTime() + secondLookMs),
        lookFailingSince: null,
      };
    }
    case 'unknown': {
      const { reason } = sight;
      const looks = record({ seenBy: null, reason });
      // Keeps a “public” result with its date, but not a hidden one, which would be
      // reported on old evidence.
      if (sawNothing.includes(reason) && looked.visibility === 'public') return looks;
      return {
        ...looks,
        visibility: 'unknown',
        visibilityReason: reason,
        visibilityCheckedAt: now,
      };
    }
    case 'no_answer': {
      const lookFailingSince = looked.lookFailingSince ?? now;
      const waitedMs = now.getTime() - lookFailingSince.getTime();
      if (waitedMs >= triedForMs)
        return afterLook(
          looked,
          { kind: 'unknown', reason: sight.reason ?? 'youtube_unavailable' },
          now,
        );
      const again = Math.min(Math.max(waitedMs, minuteMs), hourMs);
      const nextLookAt = new Date(now.getTime() + again);
      return { looks: [...looked.looks], nextLookAt, lookFailingSince };
    }
  }
}

const scheduledAfter = (postedAt: Date, now: Date): Date | null =>
  lookDelaysMs
    .map((delay) => new Date(postedAt.getTime() + delay))
    .find((time) => time > now) ?? null;

/**
 * Returns the time of a planned check that this one does not replace: one planned after a
 * change, or the second one after a miss.
 */
function promised(
  { nextLookAt, lookFailingSince, looks }: Looked,
  sight: Sight,
  now: Date,
): Date | null {
  const isDone =
    lookFailingSince !== null ||
    (sight.kind === 'seen' && firstMissAt({ looks }) !== null);
  return nextLookAt && nextLookAt > now && !isDone ? nextLookAt : null;
}

/** Returns the earlier of two times; null stands for no time. */
function soonest(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
