import { z } from 'zod';
import { rhythms } from '../rules/rhythms.ts';
import { commentHardLimit, commentRowSchema } from './comments.ts';
import {
  commentStatusSchema,
  countSchema,
  idSchema,
  instant,
  instantSchema,
  textSchema,
} from './primitives.ts';

const minute = 60_000;

const cadences = ['Single', rhythms.quick, rhythms.hourly, rhythms.daily] as const;
type Cadence = (typeof cadences)[number];

/** The rhythm of `count` posts between the first and the last. */
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
  /** Of those in review. */
  pending: z.int(),
  /** Of those in review, without those being posted. */
  approved: z.int(),
  rejected: z.int(),
  failed: z.int(),
  /** Minutes to review what is pending; an estimate. */
  reviewMinutes: z.int(),
  scheduled: z.int(),
  cadence: z.enum(cadences).nullable(),
  /** Of those with a time of their own. */
  firstAt: instant.nullable(),
  /** When the next comment goes out by itself. */
  nextDueAt: instant.nullable(),
});
export type QueueSummary = z.infer<typeof queueSummarySchema>;

/** Days, in the zone of the daily cap, on which comments of the queue are due. */
export const plannedDaysSchema = z.array(z.object({ day: z.string(), posts: z.int() }));
export type PlannedDays = z.infer<typeof plannedDaysSchema>;

export const queueExportQuerySchema = z.object({ format: z.enum(['csv', 'json']) });

const prioritySchema = z.int().min(-1000).max(1000);

export const addToQueueSchema = z.strictObject({
  commentId: idSchema,
  /** A missing value stays unchanged; a new item gets 0 and false. */
  priority: prioritySchema.optional(),
  autoPost: z.boolean().optional(),
});
export type AddToQueue = z.infer<typeof addToQueueSchema>;

export const scheduleSchema = z.strictObject({
  queueId: idSchema.optional(),
  scheduledFor: instantSchema.nullable(),
  autoPost: z.boolean(),
});
export type Schedule = z.infer<typeof scheduleSchema>;

/** Approves a comment, with the text that the owner sees, and schedules it; queues it first where it is not queued. */
export const approveAndScheduleSchema = z.strictObject({
  revision: z.int().min(1),
  scheduledFor: instantSchema,
  content: textSchema(commentHardLimit).optional(),
  confirmMayBeHeld: z.boolean().optional(),
});
export type ApproveAndSchedule = z.infer<typeof approveAndScheduleSchema>;

/** One step on a queue item: how it left the item, and how that was before. */
export const undoSchema = z.strictObject({
  left: z.strictObject({
    revision: z.int().min(1),
    inQueue: z.boolean(),
    scheduledFor: instantSchema.nullable(),
  }),
  before: z.strictObject({
    status: commentStatusSchema,
    scheduledFor: instantSchema.nullable(),
    /** What is missing, the step did not change. */
    priority: prioritySchema.optional(),
    autoPost: z.boolean().optional(),
    queuedAt: instantSchema.optional(),
  }),
});
export type Undo = z.infer<typeof undoSchema>;

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
  /** Of the queue item; null for a posted comment. */
  queueId: z.int().nullable(),
  at: instant,
  state: z.enum(['scheduled', 'posted']),
  title: z.string(),
  channelTitle: z.string(),
});
export type ScheduleEntry = z.infer<typeof scheduleEntrySchema>;

/** A calendar day, in the zone of the daily cap. */
export const scheduleDaySchema = z.object({
  day: z.string(),
  posted: z.int(),
  /** Due and not posted yet; what is late counts for today. */
  due: z.int(),
});
export type ScheduleDay = z.infer<typeof scheduleDaySchema>;

export const scheduleOverviewSchema = z.object({
  /** Scheduled ones of before the range too where the range holds now: they are overdue. */
  entries: z.array(scheduleEntrySchema),
  days: z.array(scheduleDaySchema),
  dailyCap: z.int(),
  /** Slots of the range that could each take one more comment. */
  free: z.array(instant),
});
export type ScheduleOverview = z.infer<typeof scheduleOverviewSchema>;

export const freeSlotsQuerySchema = z.object({ count: countSchema(500) });

/** Times for that many comments, soonest first; fewer where a year has no more. */
export const freeSlotsSchema = z.object({ times: z.array(instant) });
