import { and, asc, desc, eq, gte } from 'drizzle-orm';
import type { CommentStatus } from '#shared/contracts/enums.ts';
import { comments, postAttempts, queueItems } from '#shared/schema.ts';
import type { Db } from '../../db/client.ts';
import { isOneOf } from '../../db/one-of.ts';

/** Where the comment on a found video stands. */
export interface CommentState {
  commentId: number;
  status: CommentStatus;
  createdAt: Date;
  postedAt: Date | null;
  queueItemId: number | null;
  scheduledFor: Date | null;
}

export interface CommentedChannel {
  channelId: string;
  postedAt: Date;
}

export function createCommentStateRepository(db: Db) {
  return {
    /** By the video's id; a video without a comment is missing. */
    async ofVideos(videoIds: readonly number[]): Promise<Map<number, CommentState>> {
      if (videoIds.length === 0) return new Map();
      const rows = await db
        .select({
          videoId: comments.videoId,
          commentId: comments.id,
          status: comments.status,
          createdAt: comments.createdAt,
          postedAt: comments.postedAt,
          queueItemId: queueItems.id,
          scheduledFor: queueItems.scheduledFor,
        })
        .from(comments)
        .leftJoin(queueItems, eq(queueItems.commentId, comments.id))
        .where(isOneOf(comments.videoId, videoIds));
      return new Map(rows.map(({ videoId, ...state }) => [videoId, state]));
    },

    /** With the last post on each since then. */
    channelsPostedOn(since: Date): Promise<CommentedChannel[]> {
      return db
        .selectDistinctOn([postAttempts.channelId], {
          channelId: postAttempts.channelId,
          postedAt: postAttempts.startedAt,
        })
        .from(postAttempts)
        .where(and(gte(postAttempts.startedAt, since), eq(postAttempts.state, 'posted')))
        .orderBy(asc(postAttempts.channelId), desc(postAttempts.startedAt));
    },
  };
}

export type CommentStateRepository = ReturnType<typeof createCommentStateRepository>;
