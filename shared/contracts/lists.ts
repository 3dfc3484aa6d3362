import { z } from 'zod';
import { commentStatusSchema, commentStyleSchema } from './enums.ts';
import { visibilitySchema } from './outcomes.ts';
import { flagSchema, idListSchema, instantSchema, textSchema } from './primitives.ts';

/** The most rows of a page, and the most that `ids` may name. */
export const mostRows = 200;

/** `row`: what a closed row shows; `ids`: ids and revision; else everything. */
export const fieldsSchema = z.enum(['row', 'ids']).optional();

/** For answers to a change. */
export const answerQuerySchema = z.object({ fields: z.literal('row').optional() });

/**
 * Without `limit` a list holds everything. The Link header leads to the next page, and X-Total-Count counts
 * what the filters let through, not counting `limit`, `cursor` and `ids`; “100+” means at least 100 (rule 10.6).
 */
const listQuerySchema = z.object({
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(mostRows))
    .optional(),
  /** From the Link header; bound to the sort order. */
  cursor: textSchema(200).optional(),
  /** Ids of comments, in both lists: a removed queue item has lost its own. */
  ids: idListSchema(mostRows).optional(),
  fields: fieldsSchema,
  /** Words, or their beginnings, in the comment or the video's title; in the queue also in the channel's name. */
  q: textSchema(200).optional(),
  status: commentStatusSchema.optional(),
});

export const commentSorts = ['newest', 'oldest'] as const;
export type CommentSort = (typeof commentSorts)[number];

/** `from` and `to` bound the time of posting, or of drafting if it is not posted; `to` is exclusive. */
export const commentListQuerySchema = listQuerySchema.extend({
  sort: z.enum(commentSorts).default('newest'),
  /** Words, or their beginnings, in the channel's name. */
  channel: textSchema(200).optional(),
  style: commentStyleSchema.optional(),
  visibility: visibilitySchema.optional(),
  from: instantSchema.optional(),
  to: instantSchema.optional(),
});
export type CommentListQuery = z.infer<typeof commentListQuerySchema>;

/** `position`: by priority, then oldest first; `latest`: newest first; `time`: by scheduledFor, soonest first. */
export const queueSorts = ['position', 'latest', 'time'] as const;
export type QueueSort = (typeof queueSorts)[number];

export const queueListQuerySchema = listQuerySchema.extend({
  sort: z.enum(queueSorts).default('position'),
  /** True: approved and with a time; false: without a time. */
  scheduled: flagSchema.optional(),
  /** Whether a post attempt is under way. */
  posting: flagSchema.optional(),
});
export type QueueListQuery = z.infer<typeof queueListQuerySchema>;
