import { createHash } from 'node:crypto';
import { and, asc, desc, eq, getTableColumns, gt, gte, isNull, lte, sql } from 'drizzle-orm';
import type { CommentStatus } from '#shared/contracts/enums.ts';
import { comments, postAttempts, queueItems, searchCache } from '#shared/schema.ts';
import { type Db, isOneOf } from '../../db/database.ts';
import { isNotWithdrawn } from '../../db/posted-comment.ts';

export type CachedSearch = Omit<typeof searchCache.$inferSelect, 'key'>;

export interface CommentState {
  commentId: number;
  status: CommentStatus;
  createdAt: Date;
  postedAt: Date | null;
  queueItemId: number | null;
  scheduledFor: Date | null;
  /** Then the video is free again. */
  withdrawnAt: Date | null;
}

export interface CommentedChannel {
  channelId: string;
  postedAt: Date;
}

export function createDiscoveryRepository(db: Db) {
  return {
    async findSearch(key: string, after: Date): Promise<CachedSearch | null> {
      const { key: _, ...columns } = getTableColumns(searchCache);
      const [row] = await db
        .select(columns)
        .from(searchCache)
        .where(and(eq(searchCache.key, hashed(key)), gt(searchCache.fetchedAt, after)));
      return row ?? null;
    },

    async saveSearch(key: string, search: CachedSearch): Promise<void> {
      await db
        .insert(searchCache)
        .values({ key: hashed(key), ...search })
        .onConflictDoUpdate({ target: searchCache.key, set: search });
    },

    async dropSearchesUpTo(expired: Date): Promise<void> {
      await db.delete(searchCache).where(lte(searchCache.fetchedAt, expired));
    },

    async commentStates(videoIds: readonly number[]): Promise<Map<number, CommentState>> {
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
          withdrawnAt: comments.withdrawnAt,
        })
        .from(comments)
        .leftJoin(queueItems, eq(queueItems.commentId, comments.id))
        .where(and(isOneOf(comments.videoId, videoIds), isNull(comments.replyId)))
        // The last one stands: the comment of today, else the one withdrawn last.
        .orderBy(sql`${comments.withdrawnAt} asc nulls last`);
      return new Map(rows.map(({ videoId, ...state }) => [videoId, state]));
    },

    channelsPostedOn(since: Date): Promise<CommentedChannel[]> {
      return db
        .selectDistinctOn([postAttempts.channelId], {
          channelId: postAttempts.channelId,
          postedAt: postAttempts.startedAt,
        })
        .from(postAttempts)
        .where(
          and(
            eq(postAttempts.kind, 'insert'),
            isNull(postAttempts.parentYoutubeId),
            gte(postAttempts.startedAt, since),
            eq(postAttempts.state, 'posted'),
            isNotWithdrawn,
          ),
        )
        .orderBy(asc(postAttempts.channelId), desc(postAttempts.startedAt));
    },
  };
}

export type DiscoveryRepository = ReturnType<typeof createDiscoveryRepository>;

const hashed = (key: string) => createHash('sha256').update(key).digest('base64url');
