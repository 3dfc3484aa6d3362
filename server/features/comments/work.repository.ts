import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { comments, postAttempts, queueItems, replies, videos } from '#shared/schema.ts';
import {
  type Db,
  isNotLongRejected,
  isOneOf,
  isOpenAttempt,
  pick,
} from '../../db/database.ts';
import { unposted } from './comment-lists.repository.ts';

/**
 * A number that differs after any change of the rows that a comment is shown from.
 * PostgreSQL itself records in `xmin` which transaction wrote a row last, so no code that
 * writes one of these rows can forget to.
 */
const stamp = sql<number>`hashtext(row(
  ${comments}.xmin, ${queueItems}.xmin, ${postAttempts}.xmin, ${videos}.xmin, ${replies}.xmin)::text)`;

const fields = {
  comment: pick(comments, 'id', 'status', 'revision', 'qualityScore'),
  characters: sql<number>`char_length(${comments.content})`,
  stamp,
  queueItem: pick(
    queueItems,
    'priority',
    'createdAt',
    'autoPost',
    'scheduledFor',
    'dueAt',
    'blockedReason',
  ),
  openAttempt: pick(postAttempts, 'state'),
};

export function createWorkRepository(db: Db) {
  return {
    /**
     * Returns the comments of the working set, or those of them that have one of these
     * ids.
     */
    entries: (now: Date, ids: readonly number[] | undefined) =>
      db
        .select(fields)
        .from(comments)
        .innerJoin(videos, eq(videos.id, comments.videoId))
        .leftJoin(queueItems, eq(queueItems.commentId, comments.id))
        .leftJoin(postAttempts, isOpenAttempt)
        .leftJoin(replies, eq(replies.id, comments.replyId))
        .where(
          and(
            inArray(comments.status, unposted),
            isNotLongRejected(now),
            ids && isOneOf(comments.id, ids),
          ),
        )
        .orderBy(asc(comments.id)),
  };
}

export type WorkRepository = ReturnType<typeof createWorkRepository>;
