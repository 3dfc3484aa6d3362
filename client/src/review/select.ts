import { inQueueOrder, type QueueSort } from '#shared/contracts/lists.ts';
import type { CommentStatus } from '#shared/contracts/primitives.ts';
import type { WorkEntry } from '#shared/contracts/work.ts';
import { calendarDays } from '#shared/rules/calendar.ts';
import { cadence } from '#shared/rules/schedule.ts';
import { viewersZone } from '../lib/time-zone.ts';
import {
  counts,
  dueTimes,
  isBeingPosted,
  isInReview,
  isScheduled,
  type Work,
} from './counts.ts';

/** An entry whose comment is in the queue. */
export type QueuedEntry = WorkEntry & { place: NonNullable<WorkEntry['place']> };

const isQueued = (entry: WorkEntry): entry is QueuedEntry => entry.place !== null;

function sorted(entries: readonly QueuedEntry[], sort: QueueSort): QueuedEntry[] {
  const items = entries.map((entry) => {
    const { priority, queuedAt, scheduledFor } = entry.place;
    return { commentId: entry.id, priority, createdAt: queuedAt, scheduledFor, entry };
  });
  return inQueueOrder(items, sort).map(({ entry }) => entry);
}

/** Returns the ids of the comments that are in the queue, scheduled ones included. */
export const queuedIds = (work: Work): ReadonlySet<number> =>
  new Set(work.filter(isQueued).map(({ id }) => id));

interface ReviewFilter {
  status?: CommentStatus | undefined;
  /** The comments that the server found for the search words; null without a search. */
  found?: ReadonlySet<number> | null;
}

/**
 * Returns the comments of the Review Queue in the order of the list (rules 2.13, 10.6).
 */
export function toReview(
  work: Work,
  { status, found = null }: ReviewFilter,
  sort: QueueSort,
): QueuedEntry[] {
  const shown = work
    .filter(isQueued)
    .filter(isInReview)
    .filter((entry) => status === undefined || entry.status === status)
    .filter(({ id }) => found === null || found.has(id));
  return sorted(shown, sort);
}

/** A comment that a bulk action applies to, as the user saw it when asked. */
export interface BulkItem {
  commentId: number;
  revision: number;
  autoPost: boolean;
}

/**
 * Returns the comments to which a bulk action on this status applies, in the order of
 * the queue. Leaves out comments that are being posted.
 */
export const bulkItems = (
  work: Work,
  status: CommentStatus,
  found: ReadonlySet<number> | null = null,
): BulkItem[] =>
  toReview(work, { status, found }, 'position')
    .filter((entry) => !isBeingPosted(entry))
    .map(({ id, revision, place }) => ({
      commentId: id,
      revision,
      autoPost: place.autoPost,
    }));

export const approvedItems = (work: Work): BulkItem[] => bulkItems(work, 'approved');
export const rejectedItems = (work: Work): BulkItem[] => bulkItems(work, 'rejected');

/** Returns the scheduled comments, soonest first (rule 2.15). */
export const scheduled = (work: Work): QueuedEntry[] =>
  sorted(work.filter(isQueued).filter(isScheduled), 'time');

/** Returns when a scheduled comment is due, as an ISO timestamp. */
export const timeOf = ({ place }: QueuedEntry): string => place.scheduledFor ?? '';

/** Returns the rhythm of the scheduled comments, or null if there are none (rule 4.7). */
export function scheduleCadence(work: Work): ReturnType<typeof cadence> | null {
  const times = scheduled(work).map((entry) => new Date(timeOf(entry)));
  const first = times.at(0);
  const last = times.at(-1);
  return first && last ? cadence(times.length, first, last) : null;
}

/** Number of comments that are due on a calendar day (YYYY-MM-DD). */
export interface PlannedDay {
  day: string;
  posts: number;
}

/** Returns how many comments are due on each day of the viewer's time zone. */
export const viewersPlannedDays = (work: Work): PlannedDay[] =>
  plannedDays(work, viewersZone(), new Date());

/** Returns how many comments are due on each day. Overdue comments count for today. */
export function plannedDays(work: Work, timeZone: string, now: Date): PlannedDay[] {
  const dayOf = calendarDays(timeZone);
  const times = dueTimes(work).map((iso) => new Date(iso));
  const byDay = Map.groupBy(times, (at) => dayOf(at < now ? now : at));
  return [...byDay]
    .map(([day, { length: posts }]) => ({ day, posts }))
    .toSorted((a, b) => a.day.localeCompare(b.day));
}

function reviewMinutes(pending: readonly WorkEntry[]): number {
  if (pending.length === 0) return 0;
  const seconds = pending.reduce((sum, { reviewSeconds }) => sum + reviewSeconds, 0);
  return Math.max(1, Math.round(seconds / 60));
}

/**
 * Counts what the Review Queue and Scheduled show above their lists (rules 2.13, 2.15).
 */
export function queueSummary(work: Work) {
  const inReview = work.filter(isInReview);
  const having = (status: CommentStatus) =>
    inReview.filter((entry) => entry.status === status);
  const pending = having('pending');
  return {
    ...counts(work),
    pending: pending.length,
    /** Without comments that are being posted. */
    approved: having('approved').filter((entry) => !isBeingPosted(entry)).length,
    rejected: having('rejected').length,
    reviewMinutes: reviewMinutes(pending),
    cadence: scheduleCadence(work),
    firstAt: scheduled(work)[0]?.place.scheduledFor ?? null,
  };
}
export type QueueSummary = ReturnType<typeof queueSummary>;
