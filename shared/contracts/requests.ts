import { z } from 'zod';
import { commentHardLimit, visibilitySchema } from './comments.ts';
import { commentSorts, mostRows, queueSorts } from './lists.ts';
import {
  commentStatusSchema,
  commentStyleSchema,
  countSchema,
  flagSchema,
  idListSchema,
  instantSchema,
  textSchema,
} from './primitives.ts';
import { replyStateSchema } from './replies.ts';

// Parts of requests that only the server parses. The client imports nothing but types
// from this file, so that its first script stays small.

/**
 * `row`: the fields that a closed row shows; `ids`: ids and revision; if missing, all
 * fields.
 */
export const fieldsSchema = z.enum(['row', 'ids']).optional();

/** For the response to a change. */
export const answerQuerySchema = z.object({ fields: z.literal('row').optional() });

/**
 * The Link header contains the address of the next page. X-Total-Count is the number of
 * rows that match the filters, regardless of `limit`, `cursor` and `ids` (rule 10.6).
 */
export const pageQuerySchema = z.object({
  limit: countSchema(mostRows).optional(),
  /** From the Link header. Valid only for the sort order it was made for. */
  cursor: textSchema(200).optional(),
});
export type PageQuery = z.infer<typeof pageQuerySchema>;

/** Without `limit`, the response contains the whole list. */
const listQuerySchema = pageQuerySchema.extend({
  /** Ids of comments, in the queue too, since a removed queue item loses its own id. */
  ids: idListSchema(mostRows).optional(),
  fields: fieldsSchema,
  /**
   * Words or beginnings of words in the comment or the
   * video's title; in the queue also in the channel's name.
   */
  q: textSchema(200).optional(),
  status: commentStatusSchema.optional(),
});

/**
 * `from` and `to` limit the time of posting or, for comments
 * that are not posted, of drafting. `to` is exclusive.
 */
export const commentListQuerySchema = listQuerySchema.extend({
  sort: z.enum(commentSorts).default('newest'),
  /** Words or beginnings of words in the channel's name. */
  channel: textSchema(200).optional(),
  style: commentStyleSchema.optional(),
  visibility: visibilitySchema.optional(),
  /** Only comments that the creator of the video replied to. */
  creatorReplied: z.literal('true').optional(),
  from: instantSchema.optional(),
  to: instantSchema.optional(),
});
export type CommentListQuery = z.infer<typeof commentListQuerySchema>;

export const queueListQuerySchema = listQuerySchema.extend({
  sort: z.enum(queueSorts).default('position'),
  /** True: approved comments with a time; false: comments without a time. */
  scheduled: flagSchema.optional(),
  /** Whether a post attempt is in progress. */
  posting: flagSchema.optional(),
});
export type QueueListQuery = z.infer<typeof queueListQuerySchema>;

/**
 * `ids` requests the entries of these comments. Comments that are not in the working set
 * have none.
 */
export const workIndexQuerySchema = z.object({ ids: idListSchema(mostRows).optional() });

/**
 * Lists replies: those by creators that wait first, then the newest. The Link header
 * contains the address of the next page. X-Total-Count is the number of replies in the
 * given states, which are separated by commas.
 */
export const replyListQuerySchema = pageQuerySchema.extend({
  state: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(replyStateSchema))
    .optional(),
  /** Only replies that contain a question. */
  questions: z.literal('true').optional(),
  /** Only replies by the creator of the video. */
  byCreator: z.literal('true').optional(),
  /** True: only replies whose answer is scheduled. False: only the others. */
  scheduled: z.enum(['true', 'false']).optional(),
  limit: countSchema(mostRows).default(50),
});
export type ReplyListQuery = z.infer<typeof replyListQuerySchema>;

export const queueExportQuerySchema = z.object({ format: z.enum(['csv', 'json']) });

const longestRangeMs = 32 * 24 * 60 * 60_000;

/** `to` is exclusive. */
export const scheduleQuerySchema = z
  .object({ from: instantSchema, to: instantSchema })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    path: ['to'],
    error: 'must be after from',
  })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= longestRangeMs, {
    path: ['to'],
    error: 'must be at most 32 days after from',
  });

export const freeSlotsQuerySchema = z.object({ count: countSchema(500) });

export const postCommentSchema = z
  .strictObject({
    revision: z.int().min(1).optional(),
    underHold: z.boolean().optional(),
  })
  .optional();

/**
 * Changes the text of a posted comment on YouTube. `revision` is the one that the owner
 * saw.
 */
export const changePostedSchema = z.strictObject({
  content: textSchema(commentHardLimit),
  revision: z.int().min(1),
});
export const withdrawSchema = z.strictObject({ revision: z.int().min(1) });

/** Deletes a draft. `revision` is the one that the owner saw. */
export const discardQuerySchema = z.object({
  revision: z.coerce.number().pipe(z.int().min(1)),
});
export const markExampleSchema = z.strictObject({ isExample: z.boolean() });

export const removeQuerySchema = z.object({
  /**
   * The comment as the user saw it. If it was changed since, the answer to the removal
   * names no step.
   */
  revision: z.coerce.number().pipe(z.int().min(1)).optional(),
});
