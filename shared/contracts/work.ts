import { z } from 'zod';
import { commentStatusSchema, instant } from './primitives.ts';

const workPlaceSchema = z.object({
  priority: z.int(),
  autoPost: z.boolean(),
  scheduledFor: instant.nullable(),
  dueAt: instant.nullable(),
  queuedAt: instant,
});

/**
 * One comment of the working set. The entry says where the comment belongs, and nothing
 * that only its row shows: thousands of entries must stay below 100 kB.
 */
export const workEntrySchema = z.object({
  /** The comment's id. */
  id: z.int(),
  status: commentStatusSchema,
  /**
   * Grows with each change of the text or the status. A change that names an older
   * revision is refused.
   */
  revision: z.int(),
  /**
   * Differs after every change that a row of this comment shows, also after those that
   * keep the revision (rule 3.14). Compare stamps only for equality.
   */
  stamp: z.int(),
  qualityScore: z.int(),
  /** Estimated time to review a pending comment; 0 for all others. */
  reviewSeconds: z.int(),
  posting: z.enum(['sending', 'confirming', 'waiting']).nullable(),
  /** The comment's place in the queue, or null if it is not in the queue. */
  place: workPlaceSchema.nullable(),
});
export type WorkEntry = z.infer<typeof workEntrySchema>;

/**
 * The working set: all comments that are not posted, except those that were rejected long
 * ago.
 */
export const workIndexSchema = z.array(workEntrySchema);
