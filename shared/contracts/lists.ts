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

/** The most rows of a page, and the most that `ids` may name. */
export const mostRows = 200;

/** `row`: what a closed row shows; `ids`: ids and revision; else everything. */
export const fieldsSchema = z.enum(['row', 'ids']).optional();

/** For answers to a change. */
export const answerQuerySchema = z.object({ fields: z.literal('row').optional() });

/**
 * The Link header leads to the next page, and X-Total-Count counts what the filters let through, not counting
 * `limit`, `cursor` and `ids` (rule 10.6).
 */
export const pageQuerySchema = z.object({
  limit: countSchema(mostRows).optional(),
  /** From the Link header; bound to the sort order. */
  cursor: textSchema(200).optional(),
});
export type PageQuery = z.infer<typeof pageQuerySchema>;

/** Without `limit` a list holds everything. */
const listQuerySchema = pageQuerySchema.extend({
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

/** The order in which the server sends queue items; without a time they come last. */
export const queueOrder: Record<QueueSort, Compare<QueuedItem>> = {
  position: (a, b) =>
    b.priority - a.priority || byTime(a.createdAt, b.createdAt) || a.commentId - b.commentId,
  latest: (a, b) => byTime(b.createdAt, a.createdAt) || b.commentId - a.commentId,
  time: (a, b) => timeOf(a) - timeOf(b) || a.commentId - b.commentId,
};

const timeOf = ({ scheduledFor }: QueuedItem) =>
  scheduledFor === null ? Number.MAX_SAFE_INTEGER : Date.parse(scheduledFor);
