import type { WorkEntry } from '#shared/contracts/work.ts';

/** The index of the working set. */
export type Work = readonly WorkEntry[];

// Every page shows these counts, so this file is part of the first script. Other
// selectors are in select.ts.

export const isInReview = (entry: WorkEntry): boolean =>
  entry.place?.scheduledFor === null;

export const isScheduled = ({ status, place }: WorkEntry): boolean =>
  status === 'approved' && typeof place?.scheduledFor === 'string';

/** Returns whether the comment is being posted, or YouTube has not confirmed it yet. */
export const isBeingPosted = ({ posting }: WorkEntry): boolean =>
  posting === 'sending' || posting === 'confirming';

/** Counts what the navigation and the header show (rules 2.2, 2.3). */
export const counts = (work: Work) => ({
  inQueue: work.filter(({ place }) => place !== null).length,
  inReview: work.filter(isInReview).length,
  scheduled: work.filter(isScheduled).length,
  failed: work.filter((entry) => isInReview(entry) && entry.status === 'failed').length,
});
export type WorkCounts = ReturnType<typeof counts>;

/**
 * Returns when each comment that waits for its time is due. A comment that is being
 * posted is not waiting.
 */
export const dueTimes = (work: Work): string[] =>
  work
    .filter((entry) => entry.status === 'approved' && !isBeingPosted(entry))
    .flatMap(({ place }) => place?.dueAt ?? []);

/**
 * Returns when the next comment will be posted automatically. ISO timestamps sort as
 * text.
 */
export const nextDueAt = (work: Work): string | null =>
  dueTimes(work).toSorted()[0] ?? null;
