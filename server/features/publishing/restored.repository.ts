import { and, eq, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { comments, postAttempts, replies, videos } from '#shared/schema.ts';
import { type Db, isOneOf, lockComment } from '../../db/database.ts';
import { markAnswered, openAttempts, writeSettlement } from './attempts.repository.ts';
import { type Settlement, textsAfter } from './settlement.rules.ts';

/** A comment that was restored from a backup and is not marked as posted. */
export interface RestoredComment {
  commentId: number;
  /** When the backup was made. */
  restoredFrom: Date;
  wasApproved: boolean;
  content: string;
  youtubeVideoId: string;
  channelId: string;
  /**
   * The YouTube id of the thread that an answer belongs to; null for a comment on the
   * video itself.
   */
  parentYoutubeId: string | null;
}

interface FoundComment {
  text: string;
  authorChannelId: string;
  publishedAt: Date;
}

const parents = alias(comments, 'parents');

/**
 * Stores what is known of restored comments, which may have been posted after their
 * backup was made.
 */
export function createRestoredRepository(db: Db) {
  return {
    /**
     * Returns null for a comment that was not restored, is posted, or has been checked
     * since.
     */
    async restored(commentId: number): Promise<RestoredComment | null> {
      const [row] = await db
        .select({
          restoredFrom: comments.restoredFrom,
          wasApproved: comments.restoredAsApproved,
          content: comments.content,
          youtubeVideoId: videos.youtubeId,
          channelId: videos.channelId,
          parentYoutubeId: parents.youtubeCommentId,
        })
        .from(comments)
        .innerJoin(videos, eq(videos.id, comments.videoId))
        .leftJoin(replies, eq(replies.id, comments.replyId))
        .leftJoin(parents, eq(parents.id, replies.commentId))
        .where(and(eq(comments.id, commentId), ne(comments.status, 'posted')));
      if (!row?.restoredFrom) return null;
      return { ...row, commentId, restoredFrom: row.restoredFrom };
    },

    async authorChannels(): Promise<string[]> {
      const rows = await db
        .selectDistinct({ id: postAttempts.authorChannelId })
        .from(postAttempts);
      return rows.map(({ id }) => id);
    },

    /** Returns the ids among these that belong to a comment of this database. */
    async knownOnYouTube(
      youtubeCommentIds: readonly string[],
    ): Promise<Set<string | null>> {
      const rows = await db
        .select({ id: comments.youtubeCommentId })
        .from(comments)
        .where(isOneOf(comments.youtubeCommentId, youtubeCommentIds));
      return new Set(rows.map(({ id }) => id));
    },

    /**
     * Records that the comment is on YouTube, and adds the attempt that is missing from
     * this database.
     */
    async recordFound(
      restored: RestoredComment,
      { text, authorChannelId, publishedAt }: FoundComment,
      settlement: Settlement,
      now: Date,
    ): Promise<void> {
      const { commentId, youtubeVideoId, channelId, parentYoutubeId } = restored;
      await db.transaction(async (tx) => {
        const before = await lockComment(tx, commentId);
        if (
          !before ||
          before.status === 'posted' ||
          (await openAttempts(tx, commentId)) > 0
        )
          return;
        const [attempt] = await tx
          .insert(postAttempts)
          .values({
            ...settlement.attempt,
            commentId,
            content: text,
            youtubeVideoId,
            channelId,
            parentYoutubeId,
            authorChannelId,
            origin: 'manual',
            worker: 'restore',
            startedAt: publishedAt,
          })
          .returning();
        const texts =
          attempt && textsAfter(before, attempt, settlement.attempt.state, now);
        const comment = { ...settlement.comment, ...texts };
        await writeSettlement(tx, commentId, { ...settlement, comment }, now);
        await markAnswered(tx, commentId);
      });
    },
  };
}

export type RestoredRepository = ReturnType<typeof createRestoredRepository>;
