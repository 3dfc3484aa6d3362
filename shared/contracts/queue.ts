import { z } from 'zod';
import { rhythms } from '../rules/rhythms.ts';
import { commentHardLimit, commentRowSchema } from './comments.ts';
import { countSchema, idSchema, instant, instantSchema, textSchema } from './primitives.ts';

const minute = 60_000;

const cadences = ['Single', rhythms.quick, rhythms.hourly, rhythms.daily] as const;
type Cadence = (typeof cadences)[number];

/** Returns the rhythm of `count` posts from the first to the last. */
export function cadence(count: number, first: Date, last: Date): Cadence {
  if (count === 1) return 'Single';
  const averageMinutes = (last.getTime() - first.getTime()) / (count - 1) / minute;
  if (averageMinutes < 30) return rhythms.quick;
  if (averageMinutes < 120) return rhythms.hourly;
  return rhythms.daily;
}

export const queueRowSchema = z.object({
  id: z.int(),
  commentId: z.int(),
  priority: z.int(),
  scheduledFor: instant.nullable(),
  autoPost: z.boolean(),
  dueAt: instant.nullable(),
  blockedReason: z.string().nullable(),
  heldDetail: z.string().nullable(),
  createdAt: instant,
  comment: commentRowSchema,
});
export type QueueRow = z.infer<typeof queueRowSchema>;
export const queueRowListSchema = z.array(queueRowSchema);

export const queueIdSchema = queueRowSchema
  .pick({ id: true, commentId: true, autoPost: true })
  .extend({ revision: z.int() });
export type QueueId = z.infer<typeof queueIdSchema>;
export const queueIdListSchema = z.array(queueIdSchema);

export const queueSummarySchema = z.object({
  inReview: z.int(),
  /** Counts of the comments in review. */
  pending: z.int(),
  /** Without comments that are being posted. */
  approved: z.int(),
  rejected: z.int(),
  failed: z.int(),
  /** Estimated minutes to review all pending comments. */
  reviewMinutes: z.int(),
  scheduled: z.int(),
  cadence: z.enum(cadences).nullable(),
  /** When the first scheduled comment is due. */
  firstAt: instant.nullable(),
  /** When the next comment will be posted automatically. */
  nextDueAt: instant.nullable(),
});
export type QueueSummary = z.infer<typeof queueSummarySchema>;

/** Number of queued comments that are due per day, in the time zone of the daily cap. */
export const plannedDaysSchema = z.array(z.object({ day: z.string(), posts: z.int() }));
export type PlannedDays = z.infer<typeof plannedDaysSchema>;

export const queueExportQuerySchema = z.object({ format: z.enum(['csv', 'json']) });

const prioritySchema = z.int().min(-1000).max(1000);

export const addToQueueSchema = z.strictObject({
  commentId: idSchema,
  /** A missing value stays unchanged. A new item gets 0 and false. */
  priority: prioritySchema.optional(),
  autoPost: z.boolean().optional(),
});
export type AddToQueue = z.infer<typeof addToQueueSchema>;

export const removeQuerySchema = z.object({
  /** The comment as the user saw it. If it was changed since, the answer to the removal names no step. */
  revision: z.coerce.number().pipe(z.int().min(1)).optional(),
});

export const scheduleSchema = z.strictObject({
  queueId: idSchema.optional(),
  scheduledFor: instantSchema.nullable(),
  autoPost: z.boolean(),
});
export type Schedule = z.infer<typeof scheduleSchema>;

/**
 * Approves a comment with the text that the owner sees,
 * and schedules it. Adds it to the queue first if needed.
 */
export const approveAndScheduleSchema = z.strictObject({
  revision: z.int().min(1),
  scheduledFor: instantSchema,
  content: textSchema(commentHardLimit).optional(),
  confirmMayBeHeld: z.boolean().optional(),
});
export type ApproveAndSchedule = z.infer<typeof approveAndScheduleSchema>;

const longestRangeMs = 32 * 24 * 60 * 60_000;

/** `to` is exclusive. */
export const scheduleQuerySchema = z
  .object({ from: instantSchema, to: instantSchema })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { path: ['to'], error: 'must be after from' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= longestRangeMs, {
    path: ['to'],
    error: 'must be at most 32 days after from',
  });

export const scheduleEntrySchema = z.object({
  commentId: z.int(),
  /** Id of the queue item; null for a posted comment. */
  queueId: z.int().nullable(),
  at: instant,
  state: z.enum(['scheduled', 'posted']),
  title: z.string(),
  channelTitle: z.string(),
});
export type ScheduleEntry = z.infer<typeof scheduleEntrySchema>;

/** A calendar day, in the time zone of the daily cap. */
export const scheduleDaySchema = z.object({
  day: z.string(),
  posted: z.int(),
  /** Due and not posted yet. Overdue comments count for today. */
  due: z.int(),
});
export type ScheduleDay = z.infer<typeof scheduleDaySchema>;

export const scheduleOverviewSchema = z.object({
  /**
   * If the range contains the present, this also includes
   * scheduled comments from before the range: they are overdue.
   */
  entries: z.array(scheduleEntrySchema),
  days: z.array(scheduleDaySchema),
  dailyCap: z.int(),
  /** Slots in the range that have room for another comment. */
  free: z.array(instant),
});
export type ScheduleOverview = z.infer<typeof scheduleOverviewSchema>;

export const freeSlotsQuerySchema = z.object({ count: countSchema(500) });

/** Times for `count` comments, soonest first. Contains fewer if a year has no more. */
export const freeSlotsSchema = z.object({ times: z.array(instant) });
