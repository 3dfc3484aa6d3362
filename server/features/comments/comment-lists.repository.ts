import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  not,
  type SQL,
  type SQLWrapper,
  type Subquery,
  sql,
} from 'drizzle-orm';
import type { PgColumn, SelectedFields } from 'drizzle-orm/pg-core';
import type { CommentSort, QueueSort } from '#shared/contracts/lists.ts';
import { commentStatuses } from '#shared/contracts/primitives.ts';
import type { CommentListQuery, QueueListQuery } from '#shared/contracts/requests.ts';
import {
  comments,
  fromHighest,
  orLast,
  postAttempts,
  queueItems,
  replies,
  shownAt,
  videos,
} from '#shared/schema.ts';
import {
  type Db,
  hasReplyByCreator,
  isNotLongRejected,
  isOneOf,
  isOpenAttempt,
  pick,
} from '../../db/database.ts';
import type { CommentRowView, Queued, ShownComment } from './comment.view.ts';
import { rowFields, wholeFields } from './comment-fields.repository.ts';
import type { SortKey } from './list-cursor.rules.ts';

type NotAFilter = 'limit' | 'cursor' | 'ids' | 'fields' | 'sort' | 'q' | 'channel';
/**
 * `withWords` holds the ids of the comments that contain the searched words; null if the
 * request has none.
 */
type CommentFilter = Omit<CommentListQuery, NotAFilter> & {
  withWords: readonly number[] | null;
};
/** `now` decides which rejected comments have left the queue. */
type QueueFilter = Omit<QueueListQuery, NotAFilter> &
  Pick<CommentFilter, 'withWords'> & { now: Date };

function commentConditions({
  withWords,
  status,
  style,
  visibility,
  creatorReplied,
  from,
  to,
}: CommentFilter): (SQL | undefined)[] {
  return [
    withWords ? isOneOf(comments.id, withWords) : undefined,
    status && eq(comments.status, status),
    style && eq(comments.style, style),
    visibility && eq(comments.visibility, visibility),
    creatorReplied && hasReplyByCreator,
    from ? gte(shownAt(comments), from) : undefined,
    to ? lt(shownAt(comments), to) : undefined,
  ];
}

/**
 * Lists the other statuses instead of using `<>`, so that PostgreSQL can find these few
 * rows by the index on `status`.
 */
export const unposted = commentStatuses.filter((status) => status !== 'posted');

function queueConditions(db: Db, filter: QueueFilter): (SQL | undefined)[] {
  const { withWords, status, scheduled, posting, now } = filter;
  const beingPosted = exists(
    db
      .select({ one: sql`1` })
      .from(postAttempts)
      .where(
        and(
          eq(postAttempts.commentId, queueItems.commentId),
          isNull(postAttempts.closedAt),
        ),
      ),
  );
  return [
    withWords ? isOneOf(queueItems.commentId, withWords) : undefined,
    inArray(comments.status, unposted),
    isNotLongRejected(now),
    status && eq(comments.status, status),
    scheduled === true
      ? and(isNotNull(queueItems.scheduledFor), eq(comments.status, 'approved'))
      : undefined,
    scheduled === false ? isNull(queueItems.scheduledFor) : undefined,
    posting === true ? beingPosted : undefined,
    posting === false ? not(beingPosted) : undefined,
  ];
}

interface Order {
  orderBy: SQL[];
  after: (key: SortKey) => SQL;
}

const comma = sql`, `;

/**
 * Sorts all columns in the same direction, so that an index can find the rows after a
 * given key.
 */
function order(direction: typeof asc | typeof desc, columns: SQL[]): Order {
  const beyond = direction === asc ? sql`>` : sql`<`;
  const row = (values: SQL[]) => sql`(${sql.join(values, comma)})`;
  return {
    orderBy: columns.map((column) => direction(column)),
    after: (key) =>
      sql`${row(columns)} ${beyond} ${row(key.map((value) => sql`${value}`))}`,
  };
}

const shown = [shownAt(comments), sql`${comments.id}`];

const commentOrders: Record<CommentSort, Order> = {
  newest: order(desc, shown),
  oldest: order(asc, shown),
};

const { priority, createdAt, scheduledFor, commentId } = queueItems;

const queueOrders: Record<QueueSort, Order> = {
  position: order(asc, [fromHighest(priority), sql`${createdAt}`, sql`${commentId}`]),
  latest: order(desc, [sql`${createdAt}`, sql`${commentId}`]),
  time: order(asc, [orLast(scheduledFor), sql`${commentId}`]),
};

export interface Slice {
  /** Comment ids. */
  ids?: readonly number[] | undefined;
  after: SortKey | null;
  limit: number;
}

/**
 * Returns the conditions that limit a list to a slice. `commentId` is the column of that
 * list with the comment id.
 */
const within = (
  { ids, after }: Omit<Slice, 'limit'>,
  commentId: PgColumn,
  order: Order,
): (SQL | undefined)[] => [
  ids && isOneOf(commentId, ids),
  after ? order.after(after) : undefined,
];

type CommentSlice = CommentFilter & Slice & { sort: CommentSort };
type QueueSlice = QueueFilter & Slice & { sort: QueueSort };

type FieldsOf<View> = SelectedFields & Record<keyof View, unknown>;

/**
 * Finds the rows of a slice by indexes first, then joins only those rows with the other
 * tables.
 */
export function createCommentListsRepository(db: Db) {
  function commentSlice(slice: CommentSlice) {
    const order = commentOrders[slice.sort];
    return db
      .select({ ...pick(comments, 'id', 'revision', 'createdAt', 'postedAt') })
      .from(comments)
      .where(and(...commentConditions(slice), ...within(slice, comments.id, order)))
      .orderBy(...order.orderBy)
      .limit(slice.limit);
  }

  function queueSlice(slice: QueueSlice) {
    const order = queueOrders[slice.sort];
    const place = pick(
      queueItems,
      'id',
      'commentId',
      'priority',
      'createdAt',
      'scheduledFor',
      'autoPost',
    );
    return db
      .select({ ...place, revision: comments.revision })
      .from(queueItems)
      .innerJoin(comments, eq(comments.id, queueItems.commentId))
      .where(
        and(...queueConditions(db, slice), ...within(slice, queueItems.commentId, order)),
      )
      .orderBy(...order.orderBy)
      .limit(slice.limit);
  }

  async function joined<View>(
    fields: FieldsOf<View>,
    found: Subquery,
    commentId: SQLWrapper,
    { orderBy }: Order,
  ): Promise<View[]> {
    const rows = await db
      .select(fields)
      .from(found)
      .innerJoin(comments, sql`${comments.id} = ${commentId}`)
      .innerJoin(videos, eq(videos.id, comments.videoId))
      .leftJoin(queueItems, eq(queueItems.commentId, comments.id))
      .leftJoin(postAttempts, isOpenAttempt)
      .leftJoin(replies, eq(replies.id, comments.replyId))
      .orderBy(...orderBy);
    return rows as View[];
  }

  function ofComments<View>(
    fields: FieldsOf<View>,
    slice: CommentSlice,
  ): Promise<View[]> {
    const found = commentSlice(slice).as('found');
    return joined(fields, found, found.id, commentOrders[slice.sort]);
  }

  function ofQueue<View>(fields: FieldsOf<View>, slice: QueueSlice): Promise<View[]> {
    const found = queueSlice(slice).as('found');
    return joined(fields, found, found.commentId, queueOrders[slice.sort]);
  }

  return {
    countComments: (filter: CommentFilter): Promise<number> =>
      db.$count(comments, and(...commentConditions(filter))),

    async countQueue(filter: QueueFilter): Promise<number> {
      const [found] = await db
        .select({ rows: count() })
        .from(queueItems)
        .innerJoin(comments, eq(comments.id, queueItems.commentId))
        .where(and(...queueConditions(db, filter)));
      return found?.rows ?? 0;
    },

    commentIds: async (slice: CommentSlice) => commentSlice(slice),
    commentRows: (slice: CommentSlice) => ofComments<CommentRowView>(rowFields, slice),
    comments: (slice: CommentSlice) => ofComments<ShownComment>(wholeFields, slice),

    queueIds: async (slice: QueueSlice) => queueSlice(slice),
    queueRows: (slice: QueueSlice) => ofQueue<Queued<CommentRowView>>(rowFields, slice),
    queue: (slice: QueueSlice) => ofQueue<Queued<ShownComment>>(wholeFields, slice),
  };
}

export type CommentListsRepository = ReturnType<typeof createCommentListsRepository>;
