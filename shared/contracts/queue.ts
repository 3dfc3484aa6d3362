import { z } from 'zod';
import { commentSchema } from './comments.ts';
import { idSchema, instantSchema } from './primitives.ts';

export const queueItemSchema = z.object({
  id: z.int(),
  commentId: z.int(),
  priority: z.int(),
  scheduledFor: z.string().nullable(),
  autoPost: z.boolean(),
  /** When the loop may post it by itself, if it is approved. */
  dueAt: z.string().nullable(),
  /** Why it waits or came back to review: a code, and the sentence for it. */
  blockedReason: z.string().nullable(),
  heldDetail: z.string().nullable(),
  createdAt: z.string(),
  comment: commentSchema,
});
export type QueueItem = z.infer<typeof queueItemSchema>;
export const queueListSchema = z.array(queueItemSchema);

export const addToQueueSchema = z.object({
  commentId: idSchema,
  priority: z.int().min(-1000).max(1000).default(0),
  autoPost: z.boolean().default(false),
  /** Undoing a removal: when it had been queued, so that it gets its place back. Not later than now. */
  queuedAt: instantSchema.optional(),
});
export type AddToQueue = z.infer<typeof addToQueueSchema>;

/** PATCH /api/queue/:id: schedule (an instant and autoPost true) or unschedule (null and autoPost false). */
export const scheduleSchema = z.object({
  queueId: idSchema.optional(),
  scheduledFor: instantSchema.nullable(),
  autoPost: z.boolean(),
});
export type Schedule = z.infer<typeof scheduleSchema>;
