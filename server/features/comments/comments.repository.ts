import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  getTableColumns,
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
import type { PgColumn, PgTable, SelectedFields } from 'drizzle-orm/pg-core';
import { commentSchema } from '#shared/contracts/comment-detail.ts';
import { commentRowSchema } from '#shared/contracts/comments.ts';
import type { CommentSort, QueueSort } from '#shared/contracts/lists.ts';
import { commentStatuses } from '#shared/contracts/primitives.ts';
import type { CommentListQuery, QueueListQuery } from '#shared/contracts/requests.ts';
import type { StepKind } from '#shared/contracts/steps.ts';
import { videoRowSchema, videoSchema } from '#shared/contracts/videos.ts';
import {
  comments,
  draftRecords,
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
  firstRow,
  hasReplyByCreator,
  isNotLongRejected,
  isOneOf,
  isOpenAttempt,
  onlyRow,
  pick,
  postedAs,
  type Tx,
} from '../../db/database.ts';
import type {
  ChangedComment,
  CommentChange,
  CommentRowView,
  CommentView,
  Queued,
  ShownComment,
} from './comment.view.ts';
import { findStep, insertStep, markUndone } from './journal.repository.ts';
import type { SortKey } from './list-cursor.rules.ts';
import { type PresentStep, type StepRow, stepBetween } from './steps.rules.ts';

type NotAFilter = 'limit' | 'cursor' | 'ids' | 'fields' | 'sort' | 'q' | 'channel';
/**
 * `withWords` holds the ids of the comments that contain the searched words; null if the request has none.
 */
type CommentFilter = Omit<CommentListQuery, NotAFilter> & { withWords: readonly number[] | null };
/** `now` decides which rejected comments have left the queue. */
type QueueFilter = Omit<QueueListQuery, NotAFilter> & Pick<CommentFilter, 'withWords'> & { now: Date };

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
 * Lists the other statuses instead of using `<>`, so that PostgreSQL can find these few rows by the index on
 * `status`.
 */
export const unposted = commentStatuses.filter((status) => status !== 'posted');

function queueConditions(db: Db, filter: QueueFilter): (SQL | undefined)[] {
  const { withWords, status, scheduled, posting, now } = filter;
  const beingPosted = exists(
    db
      .select({ one: sql`1` })
      .from(postAttempts)
      .where(and(eq(postAttempts.commentId, queueItems.commentId), isNull(postAttempts.closedAt))),
  );
  return [
    withWords ? isOneOf(queueItems.commentId, withWords) : undefined,
    inArray(comments.status, unposted),
    isNotLongRejected(now),
    status && eq(comments.status, status),
    scheduled === true ? and(isNotNull(queueItems.scheduledFor), eq(comments.status, 'approved')) : undefined,
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

/** Sorts all columns in the same direction, so that an index can find the rows after a given key. */
function order(direction: typeof asc | typeof desc, columns: SQL[]): Order {
  const beyond = direction === asc ? sql`>` : sql`<`;
  const row = (values: SQL[]) => sql`(${sql.join(values, comma)})`;
  return {
    orderBy: columns.map((column) => direction(column)),
    after: (key) => sql`${row(columns)} ${beyond} ${row(key.map((value) => sql`${value}`))}`,
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
 * Returns the conditions that limit a list to a slice. `commentId` is the column of that list with the
 * comment id.
 */
const within = (
  { ids, after }: Omit<Slice, 'limit'>,
  commentId: PgColumn,
  order: Order,
): (SQL | undefined)[] => [ids && isOneOf(commentId, ids), after ? order.after(after) : undefined];

type CommentSlice = CommentFilter & Slice & { sort: CommentSort };
type QueueSlice = QueueFilter & Slice & { sort: QueueSort };

type FieldsOf<View> = SelectedFields & Record<keyof View, unknown>;

/** Finds the rows of a slice by indexes first, then joins only those rows with the other tables. */
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
    const place = pick(queueItems, 'id', 'commentId', 'priority', 'createdAt', 'scheduledFor', 'autoPost');
    return db
      .select({ ...place, revision: comments.revision })
      .from(queueItems)
      .innerJoin(comments, eq(comments.id, queueItems.commentId))
      .where(and(...queueConditions(db, slice), ...within(slice, queueItems.commentId, order)))
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

  function ofComments<View>(fields: FieldsOf<View>, slice: CommentSlice): Promise<View[]> {
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

const openAttempt = { ...pick(postAttempts, 'kind', 'state', 'nextCheckAt', 'outcomeCode') };
const previousTextCount = sql<number>`jsonb_array_length(${comments.previousTexts})`;
/**
 * The text that the quality score belongs to: the one the model reviewed last, otherwise the draft as
 * generated.
 */
const scoredText = sql<string>`coalesce(${comments.analysis} #>> '{reading,text}', ${comments.generatedContent})`;
/** Skips the search for replies unless the comment is posted; other comments have none. */
const creatorRepliedAt = sql`case when ${comments.status} = 'posted' then (
  select min(reply.published_at) from ${replies} reply
  where reply.comment_id = ${comments.id} and reply.is_video_author
) end`.mapWith(replies.publishedAt);
const wasSent = sql<boolean>`exists (select from ${postAttempts} where ${postAttempts.commentId} = ${comments.id})`;
const answered = { ...pick(replies, 'id', 'youtubeReplyId', 'authorName', 'text', 'hasPicture') };
/** Returns the columns that the contract names, and the ones in `more`. */
const named = (table: PgTable, { shape }: { shape: object }, ...more: string[]) =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).filter(([name]) => name in shape || more.includes(name)),
  );

const rowFields = {
  comment: named(comments, commentRowSchema, 'generatedContent', 'youtubeCommentId', 'restoredAsApproved'),
  video: named(videos, videoRowSchema),
  queueItem: getTableColumns(queueItems),
  scoredText,
  openAttempt,
  answered,
  creatorRepliedAt,
};

const wholeFields = {
  ...rowFields,
  comment: named(comments, commentSchema, 'restoredAsApproved'),
  previousTextCount,
  postedAs,
  video: named(videos, videoSchema),
};

export function createCommentsRepository(db: Db) {
  return {
    comment: (id: number): Promise<CommentView | null> => firstRow(views(db).where(eq(comments.id, id))),

    async commentIdOfQueueItem(id: number): Promise<number | null> {
      const [row] = await db
        .select({ commentId: queueItems.commentId })
        .from(queueItems)
        .where(eq(queueItems.id, id));
      return row?.commentId ?? null;
    },

    /**
     * Writes the change that `decide` returns, and journals it as a step of this kind unless `kind` is null.
     * `decide` may throw; it runs under the row lock, so that a claim for posting and a change cannot
     * overlap.
     */
    change(
      id: number,
      { kind, now }: { kind: StepKind | null; now: Date },
      decide: (view: CommentView) => CommentChange | null,
    ): Promise<ChangedComment | null> {
      return db.transaction(async (tx) => {
        const view = await lockedView(tx, id);
        if (!view) return null;
        const change = decide(view);
        if (!change) return { ...view, step: null };
        if (change.discard) {
          await tx.delete(comments).where(eq(comments.id, id));
          return { ...view, step: null };
        }
        const changed = await write(tx, view, change, now);
        return { ...changed, step: kind && (await insertStep(tx, stepBetween(view, changed, kind), now)) };
      });
    },

    /**
     * Writes the change that `decide` returns to undo a step, and journals the undo as a step too. `decide`
     * may throw. It runs under the row lock, so that of two requests to undo the same step the second one
     * finds it undone. Returns null for an unknown step.
     */
    undoStep(
      { id, commentId }: Pick<StepRow, 'id' | 'commentId'>,
      now: Date,
      decide: (present: PresentStep) => CommentChange,
    ): Promise<(ChangedComment & { step: string }) | null> {
      return db.transaction(async (tx) => {
        const view = await lockedView(tx, commentId);
        const step = await findStep(tx, id);
        if (!view || !step) return null;
        const ofComment = eq(draftRecords.commentId, commentId);
        const record = await firstRow(tx.select().from(draftRecords).where(ofComment).for('update'));
        const undone = await write(tx, view, decide({ view, step, record }), now);
        await markUndone(tx, step, undone.comment.revision, now);
        return { ...undone, step: await insertStep(tx, stepBetween(view, undone, 'undo', step), now) };
      });
    },
  };
}

export type CommentsRepository = ReturnType<typeof createCommentsRepository>;

function views(on: Db | Tx) {
  return on
    .select({
      comment: comments,
      previousTextCount,
      postedAs,
      video: videos,
      queueItem: queueItems,
      scoredText,
      openAttempt,
      answered,
      creatorRepliedAt,
      wasSent,
    })
    .from(comments)
    .innerJoin(videos, eq(videos.id, comments.videoId))
    .leftJoin(queueItems, eq(queueItems.commentId, comments.id))
    .leftJoin(postAttempts, isOpenAttempt)
    .leftJoin(replies, eq(replies.id, comments.replyId));
}

/** Returns the comment as stored, with its row locked until the end of the transaction. */
async function lockedView(tx: Tx, id: number): Promise<CommentView | null> {
  await tx.select({ id: comments.id }).from(comments).where(eq(comments.id, id)).for('update');
  return firstRow(views(tx).where(eq(comments.id, id)));
}

/** Returns the comment after the change. */
async function write(tx: Tx, view: CommentView, change: CommentChange, now: Date): Promise<CommentView> {
  const { comment, queueItem } = view;
  if (change.comment)
    await tx
      .update(comments)
      .set({ ...change.comment, updatedAt: now })
      .where(eq(comments.id, comment.id));
  if (change.draftRecord) {
    const ofComment = eq(draftRecords.commentId, comment.id);
    const present = await firstRow(tx.select().from(draftRecords).where(ofComment).for('update'));
    const record = { ...change.draftRecord(present, comment), createdAt: now };
    await tx
      .insert(draftRecords)
      .values({ commentId: comment.id, ...record })
      .onConflictDoUpdate({ target: draftRecords.commentId, set: record });
  }
  if (change.removeFromQueue) {
    await tx.delete(queueItems).where(eq(queueItems.commentId, comment.id));
  } else if (change.queueItem && queueItem) {
    await tx.update(queueItems).set(change.queueItem).where(eq(queueItems.id, queueItem.id));
  } else if (change.queueItem) {
    await tx.insert(queueItems).values({ createdAt: now, ...change.queueItem, commentId: comment.id });
  }
  return onlyRow(views(tx).where(eq(comments.id, comment.id)));
}
