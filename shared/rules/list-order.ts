import type { CommentSort, QueueSort } from '../contracts/lists.ts';

interface ShownComment {
  id: number;
  createdAt: string;
  postedAt: string | null;
}

interface QueuedItem {
  commentId: number;
  priority: number;
  createdAt: string;
  scheduledFor: string | null;
}

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
