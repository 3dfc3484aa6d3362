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

export interface Figures {
  likeCount: number | null;
  replyCount: number | null;
}

export interface FiguresPlan {
  postedAt: Date;
  checkedAt: Date | null;
  nextFiguresAt: Date | null;
}

/** Half of the wait is over: worth a free place in a call for others. */
export function isNearlyDue({ postedAt, checkedAt, nextFiguresAt }: FiguresPlan, now: Date): boolean {
  if (nextFiguresAt === null) return false;
  const from = (checkedAt ?? postedAt).getTime();
  return now.getTime() - from >= (nextFiguresAt.getTime() - from) / 2;
}

export function nextFiguresAt(plan: FiguresPlan, happened: boolean, now: Date): Date {
  const ageMs = now.getTime() - plan.postedAt.getTime();
  const usual = intervals.find(({ untilAgeMs }) => ageMs < untilAgeMs)?.everyMs ?? 7 * dayMs;
  const planned =
    plan.checkedAt && plan.nextFiguresAt ? plan.nextFiguresAt.getTime() - plan.checkedAt.getTime() : 0;
  // A reading on request, early in the interval, must not slow the next ones down.
  const slower = isNearlyDue(plan, now) ? 2 * planned : planned;
  const interval = happened ? usual : Math.min(Math.max(slower, usual), slowest * usual);
  return new Date(now.getTime() + interval);
}

export function somethingHappened(before: Figures, now: Figures): boolean {
  return (
    (before.likeCount ?? 0) !== (now.likeCount ?? 0) || (before.replyCount ?? 0) !== (now.replyCount ?? 0)
  );
}

/** What YouTube did not tell stays as it was. */
export function knownFigures(before: Figures, now: Figures): Figures {
  return {
    likeCount: now.likeCount ?? before.likeCount,
    replyCount: now.replyCount ?? before.replyCount,
  };
}
