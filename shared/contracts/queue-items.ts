import { z } from 'zod';
import { commentSchema } from './comment-detail.ts';
import { queueRowSchema } from './queue.ts';

/** A place in the queue with its whole comment. */
export const queueItemSchema = queueRowSchema.extend({ comment: commentSchema });
export type QueueItem = z.infer<typeof queueItemSchema>;
export const queueListSchema = z.array(queueItemSchema);
