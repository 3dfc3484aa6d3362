import type { CommentRow } from './comments.ts';
import type { QueueRow } from './queue.ts';

/** The most rows of a page, and the most ids in `ids`. */
export const mostRows = 200;

export const commentSorts = ['newest', 'oldest'] as const;
export type CommentSort = (typeof commentSorts)[number];

/**
 * `position`: by priority, then oldest first; `latest`: newest first; `time`: by scheduledFor, soonest first.
 */
export const queueSorts = ['position', 'latest', 'time'] as const;
export type QueueSort = (typeof queueSorts)[number];

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
