import { and, count, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { SelectedFields } from 'drizzle-orm/pg-core';
import type { CommentSort, QueueSort } from '#shared/contracts/lists.ts';
import { comments, postAttempts, queueItems, replies, videos } from '#shared/schema.ts';
import { type Db, isOneOf } from '../../db/database.ts';
import { postedAs } from '../../db/posted-comment.ts';
import type { CommentRowView, Queued, ShownComment } from './comment.view.ts';
import {
  type CommentFilter,
  commentConditions,
  type QueueFilter,
  queueConditions,
} from './list-conditions.repository.ts';
import type { SortKey } from './list-cursor.rules.ts';
import { commentOrders, queueOrders } from './list-orders.repository.ts';

export interface Slice {
  /** Of comments. */
  ids?: readonly number[] | undefined;
  after: SortKey | null;
  limit: number;
}

type CommentSlice = CommentFilter & Slice & { sort: CommentSort };
type QueueSlice = QueueFilter & Slice & { sort: QueueSort };

type FieldsOf<View> = SelectedFields & Record<keyof View, unknown>;

/** The rows of a slice are found first, by indexes, and only they are joined. */
export function createCommentListsRepository(db: Db) {
  function commentSlice(slice: CommentSlice) {
    const order = commentOrders[slice.sort];
    return db
      .select({
        id: comments.id,
        revision: comments.revision,
        createdAt: comments.createdAt,
        postedAt: comments.postedAt,
      })
      .from(comments)
      .where(
        and(
          ...commentConditions(slice),
          slice.ids && isOneOf(comments.id, slice.ids),
          slice.after ? order.after(slice.after) : undefined,
        ),
      )
      .orderBy(...order.orderBy)
      .limit(slice.limit);
  }

  function queueSlice(slice: QueueSlice) {
    const order = queueOrders[slice.sort];
    const { id, commentId, priority, createdAt, scheduledFor } = queueItems;
    return db
      .select({ id, commentId, priority, createdAt, scheduledFor, revision: comments.revision })
      .from(queueItems)
      .innerJoin(comments, eq(comments.id, queueItems.commentId))
      .where(
        and(
          ...queueConditions(db, slice),
          slice.ids && isOneOf(queueItems.commentId, slice.ids),
          slice.after ? order.after(slice.after) : undefined,
        ),
      )
      .orderBy(...order.orderBy)
      .limit(slice.limit);
  }

  async function ofComments<View>(fields: FieldsOf<View>, slice: CommentSlice): Promise<View[]> {
    const found = commentSlice(slice).as('found');
    const rows = await db
      .select(fields)
      .from(found)
      .innerJoin(comments, eq(comments.id, found.id))
      .innerJoin(videos, eq(videos.id, comments.videoId))
      .leftJoin(queueItems, eq(queueItems.commentId, comments.id))
      .leftJoin(postAttempts, isOpenAttempt)
      .leftJoin(replies, eq(replies.id, comments.replyId))
      .orderBy(...commentOrders[slice.sort].orderBy);
    return rows as View[];
  }

  async function ofQueue<View>(fields: FieldsOf<View>, slice: QueueSlice): Promise<View[]> {
    const found = queueSlice(slice).as('found');
    const rows = await db
      .select(fields)
      .from(found)
      .innerJoin(queueItems, eq(queueItems.id, found.id))
      .innerJoin(comments, eq(comments.id, queueItems.commentId))
      .innerJoin(videos, eq(videos.id, comments.videoId))
      .leftJoin(postAttempts, isOpenAttempt)
      .leftJoin(replies, eq(replies.id, comments.replyId))
      .orderBy(...queueOrders[slice.sort].orderBy);
    return rows as View[];
  }

  return {
    async countComments(filter: CommentFilter): Promise<number> {
      const [found] = await db
        .select({ rows: count() })
        .from(comments)
        .where(and(...commentConditions(filter)));
      return found?.rows ?? 0;
    },

    async countQueue(filter: QueueFilter): Promise<number> {
      const [found] = await db
        .select({ rows: count() })
        .from(queueItems)
        .innerJoin(comments, eq(comments.id, queueItems.commentId))
        .where(and(...queueConditions(db, filter)));
      return found?.rows ?? 0;
    },

    commentIds: async (slice: CommentSlice) => commentSlice(slice),
    commentRows: (slice: CommentSlice) => ofComments<CommentRowView>(row, slice),
    comments: (slice: CommentSlice) => ofComments<ShownComment>(whole, slice),

    queueIds: async (slice: QueueSlice) => queueSlice(slice),
    queueRows: (slice: QueueSlice) => ofQueue<Queued<CommentRowView>>(row, slice),
    queue: (slice: QueueSlice) => ofQueue<Queued<ShownComment>>(whole, slice),
  };
}

export type CommentListsRepository = ReturnType<typeof createCommentListsRepository>;

export const isOpenAttempt = and(eq(postAttempts.commentId, comments.id), isNull(postAttempts.closedAt));

export const openAttempt = {
  kind: postAttempts.kind,
  state: postAttempts.state,
  nextCheckAt: postAttempts.nextCheckAt,
  outcomeCode: postAttempts.outcomeCode,
};
export const previousTextCount = sql<number>`jsonb_array_length(${comments.previousTexts})`;
export const answered = {
  id: replies.id,
  youtubeReplyId: replies.youtubeReplyId,
  authorName: replies.authorName,
  text: replies.text,
  hasPicture: replies.hasPicture,
};
const { previousTexts, readReplyCount, nextFiguresAt, nextLookAt, updatedAt, ...shownOfComment } =
  getTableColumns(comments);
const { language, fetchedAt, absentSince, ...shownOfVideo } = getTableColumns(videos);

const whole = {
  comment: shownOfComment,
  previousTextCount,
  postedAs,
  video: shownOfVideo,
  queueItem: getTableColumns(queueItems),
  openAttempt,
  answered,
};

const row = {
  comment: {
    id: comments.id,
    videoId: comments.videoId,
    content: comments.content,
    generatedContent: comments.generatedContent,
    style: comments.style,
    qualityScore: comments.qualityScore,
    voiceProfileId: comments.voiceProfileId,
    status: comments.status,
    revision: comments.revision,
    failureCode: comments.failureCode,
    failureReason: comments.failureReason,
    createdAt: comments.createdAt,
    postedAt: comments.postedAt,
    youtubeCommentId: comments.youtubeCommentId,
    likeCount: comments.likeCount,
    replyCount: comments.replyCount,
    outcomesCheckedAt: comments.outcomesCheckedAt,
    visibility: comments.visibility,
    visibilityReason: comments.visibilityReason,
    visibilityCheckedAt: comments.visibilityCheckedAt,
    isExample: comments.isExample,
    withdrawnAt: comments.withdrawnAt,
  },
  video: {
    id: videos.id,
    youtubeId: videos.youtubeId,
    title: videos.title,
    channelTitle: videos.channelTitle,
    channelId: videos.channelId,
    viewCount: videos.viewCount,
  },
  queueItem: getTableColumns(queueItems),
  openAttempt,
  answered,
};
