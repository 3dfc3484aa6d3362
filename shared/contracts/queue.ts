import { z } from 'zod';
import { commentHardLimit, commentRowSchema } from './comments.ts';
import { idSchema, instant, instantSchema, textSchema } from './primitives.ts';

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

const prioritySchema = z.int().min(-1000).max(1000);

export const addToQueueSchema = z.strictObject({
  commentId: idSchema,
  /** A missing value stays unchanged. A new item gets 0 and false. */
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

/** Times for `count` comments, soonest first. Contains fewer if a year has no more. */
export const freeSlotsSchema = z.object({ times: z.array(instant) });
