import { z } from 'zod';
import { commentSchema } from './comments.ts';
import { idSchema, instantSchema } from './primitives.ts';

export const queueItemSchema = z.object({
  id: z.int(),
  commentId: z.int(),
  priority: z.int(),
  scheduledFor: z.string().nullable(),
  autoPost: z.boolean(),
  dueAt: z.string().nullable(),
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
