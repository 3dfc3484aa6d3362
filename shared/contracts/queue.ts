import { z } from 'zod';
import { cadences } from '../rules/cadence.ts';
import { commentRowSchema } from './comments.ts';
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

export const addToQueueSchema = z.object({
  commentId: idSchema,
  priority: z.int().min(-1000).max(1000).default(0),
  autoPost: z.boolean().default(false),
  /** Restores the place of a removed item; not in the future. */
  queuedAt: instantSchema.optional(),
});
export type AddToQueue = z.infer<typeof addToQueueSchema>;

export const scheduleSchema = z.object({
  queueId: idSchema.optional(),
  scheduledFor: instantSchema.nullable(),
  autoPost: z.boolean(),
});
export type Schedule = z.infer<typeof scheduleSchema>;
