import { z } from 'zod';
import { type CommentRow, visibilitySchema } from './comments.ts';
import {
  commentStatusSchema,
  commentStyleSchema,
  countSchema,
  flagSchema,
  idListSchema,
  instantSchema,
  textSchema,
} from './primitives.ts';
import type { QueueRow } from './queue.ts';

/** The most rows of a page, and the most ids in `ids`. */
export const mostRows = 200;

/** `row`: the fields that a closed row shows; `ids`: ids and revision; if missing, all fields. */
export const fieldsSchema = z.enum(['row', 'ids']).optional();

/** For the response to a change. */
export const answerQuerySchema = z.object({ fields: z.literal('row').optional() });

/**
 * The Link header contains the address of the next page. X-Total-Count is the number of rows that match the
 * filters, regardless of `limit`, `cursor` and `ids` (rule 10.6).
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

export const commentSorts = ['newest', 'oldest'] as const;
export type CommentSort = (typeof commentSorts)[number];

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

/**
 * `position`: by priority, then oldest first; `latest`: newest first; `time`: by scheduledFor, soonest first.
 */
export const queueSorts = ['position', 'latest', 'time'] as const;
export type QueueSort = (typeof queueSorts)[number];

export const queueListQuerySchema = listQuerySchema.extend({
  sort: z.enum(queueSorts).default('position'),
  /** True: approved comments with a time; false: comments without a time. */
  scheduled: flagSchema.optional(),
  /** Whether a post attempt is in progress. */
  posting: flagSchema.optional(),
});
export type QueueListQuery = z.infer<typeof queueListQuerySchema>;

type ShownComment = Pick<CommentRow, 'id' | 'createdAt' | 'postedAt'>;
type QueuedItem = Pick<QueueRow, 'commentId' | 'priority' | 'createdAt' | 'scheduledFor'>;

type Compare<Row> = (a: Row, b: Row) => number;

const byTime = (a: string, b: string) => Date.parse(a) - Date.parse(b);

export const shownAt = ({ postedAt, createdAt }: Omit<ShownComment, 'id'>): string => postedAt ?? createdAt;

const oldestFirst: Compare<ShownComment> = (a, b) => byTime(shownAt(a), shownAt(b)) || a.id - b.id;

/** The order in which the server sends comments. */
export const commentOrder: Record<CommentSort, Compare<ShownComment>> = {
  oldest: oldestFirst,
  newest: (a, b) => oldestFirst(b, a),
};

/** The order in which the server sends queue items. Sorted by time, items without a time come last. */
export const queueOrder: Record<QueueSort, Compare<QueuedItem>> = {
  position: (a, b) =>
    b.priority - a.priority || byTime(a.createdAt, b.createdAt) || a.commentId - b.commentId,
  latest: (a, b) => byTime(b.createdAt, a.createdAt) || b.commentId - a.commentId,
  time: (a, b) => timeOf(a) - timeOf(b) || a.commentId - b.commentId,
};

const timeOf = ({ scheduledFor }: QueuedItem) =>
  scheduledFor === null ? Number.MAX_SAFE_INTEGER : Date.parse(scheduledFor);
