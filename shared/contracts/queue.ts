import { z } from 'zod';
import { cadences } from '../rules/cadence.ts';
import { commentRowSchema } from './comments.ts';
import { commentStatusSchema } from './enums.ts';
import { idSchema, instantSchema } from './primitives.ts';

export const queueRowSchema = z.object({
  id: z.int(),
  commentId: z.int(),
  priority: z.int(),
  scheduledFor: z.string().nullable(),
  autoPost: z.boolean(),
  dueAt: z.string().nullable(),
  blockedReason: z.string().nullable(),
  heldDetail: z.string().nullable(),
  createdAt: z.string(),
  comment: commentRowSchema,
});
export type QueueRow = z.infer<typeof queueRowSchema>;
export const queueRowListSchema = z.array(queueRowSchema);

export const queueIdSchema = queueRowSchema.pick({ id: true, commentId: true }).extend({ revision: z.int() });
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
  /** When the next comment goes out by itself. */
  nextDueAt: z.string().nullable(),
});
export type QueueSummary = z.infer<typeof queueSummarySchema>;

/** Days, in the zone of the daily cap, on which comments of the queue are due. */
export const plannedDaysSchema = z.array(z.object({ day: z.string(), posts: z.int() }));
export type PlannedDays = z.infer<typeof plannedDaysSchema>;

export const queueExportQuerySchema = z.object({ format: z.enum(['csv', 'json']) });

const prioritySchema = z.int().min(-1000).max(1000);

export const addToQueueSchema = z.strictObject({
  commentId: idSchema,
  priority: prioritySchema.default(0),
  autoPost: z.boolean().default(false),
});
export type AddToQueue = z.infer<typeof addToQueueSchema>;

export const scheduleSchema = z.strictObject({
  queueId: idSchema.optional(),
  scheduledFor: instantSchema.nullable(),
  autoPost: z.boolean(),
});
export type Schedule = z.infer<typeof scheduleSchema>;

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
