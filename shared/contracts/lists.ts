import type { CommentRow } from './comments.ts';
import type { QueueRow } from './queue.ts';

/** The most rows of a page, and the most ids in `ids`. */
export const mostRows = 200;

export const commentSorts = ['newest', 'oldest'] as const;
export type CommentSort = (typeof commentSorts)[number];

/**
 * `position`: by priority, then oldest first; `latest`: newest first; `time`: by
 * scheduledFor, soonest first.
 */
export const queueSorts = ['position', 'latest', 'time'] as const;
export type QueueSort = (typeof queueSorts)[number];

type ShownComment = Pick<CommentRow, 'id' | 'createdAt' | 'postedAt'>;

type QueuedItem = Pick<QueueRow, 'commentId' | 'priority' | 'createdAt' | 'scheduledFor'>;

type Compare<Row> = (a: Row, b: Row) => number;

const byTime = (a: string, b: string) => Date.parse(a) - Date.parse(b);

export const shownAt = ({ postedAt, createdAt }: Omit<ShownComment, 'id'>): string =>
  postedAt ?? createdAt;

const oldestFirst: Compare<ShownComment> = (a, b) =>
  byTime(shownAt(a), shownAt(b)) || a.id - b.id;

/** The order in which the server sends comments. */
export const commentOrder: Record<CommentSort, Compare<ShownComment>> = {
  oldest: oldestFirst,
  newest: (a, b) => oldestFirst(b, a),
};

interface Sortable<Item extends QueuedItem> {
  item: Item;
  /**
   * Milliseconds since 1970. Text would be parsed again for each comparison, which takes
   * long for thousands.
   */
  createdAt: number;
  scheduledFor: number;
}

const queueOrders: Record<QueueSort, Compare<Sortable<QueuedItem>>> = {
  position: (a, b) =>
    b.item.priority - a.item.priority ||
    a.createdAt - b.createdAt ||
    a.item.commentId - b.item.commentId,
  latest: (a, b) => b.createdAt - a.createdAt || b.item.commentId - a.item.commentId,
  time: (a, b) => a.scheduledFor - b.scheduledFor || a.item.commentId - b.item.commentId,
};

/**
 * Sorts queue items in the order in which the server sends them. By time, items without a
 * time come last.
 */
export function inQueueOrder<Item extends QueuedItem>(
  items: readonly Item[],
  sort: QueueSort,
): Item[] {
  const sortable = items.map((item): Sortable<Item> => {
    const { createdAt, scheduledFor } = item;
    return {
      item,
      createdAt: Date.parse(createdAt),
      scheduledFor:
        scheduledFor === null ? Number.MAX_SAFE_INTEGER : Date.parse(scheduledFor),
    };
  });
  return sortable.toSorted(queueOrders[sort]).map(({ item }) => item);
}
