import { and, count, eq, gte, lt, ne, or, sql } from 'drizzle-orm';
import { comments, libraryTotals, queueItems, videos } from '#shared/schema.ts';
import type { Db } from '../../db/client.ts';
import type { CountedComment } from './figures.rules.ts';

export interface OverallCounts {
  videosFound: number;
  inQueue: number;
  commentsPosted: number;
  totalComments: number;
}

export function createAnalyticsRepository(db: Db) {
  return {
    /** Over all time. Videos that were deleted since stay counted (DESIGN §5). */
    async overall(): Promise<OverallCounts> {
      const [found] = await db.select({ videos: count() }).from(videos);
      const [forgotten] = await db.select({ videos: libraryTotals.forgottenVideos }).from(libraryTotals);
      const [queued] = await db
        .select({ items: count() })
        .from(queueItems)
        .innerJoin(comments, eq(comments.id, queueItems.commentId))
        .where(ne(comments.status, 'posted'));
      const [written] = await db
        .select({ all: count(), posted: count(sql`case when ${comments.status} = 'posted' then 1 end`) })
        .from(comments);
      return {
        videosFound: (found?.videos ?? 0) + (forgotten?.videos ?? 0),
        inQueue: queued?.items ?? 0,
        commentsPosted: written?.posted ?? 0,
        totalComments: written?.all ?? 0,
      };
    },

    /** Comments drafted or posted since `since` and before `until`. */
    commentsSince(since: Date, until: Date): Promise<CountedComment[]> {
      return db
        .select({
          status: comments.status,
          style: comments.style,
          qualityScore: comments.qualityScore,
          channelId: videos.channelId,
          channelTitle: videos.channelTitle,
          createdAt: comments.createdAt,
          postedAt: comments.postedAt,
        })
        .from(comments)
        .innerJoin(videos, eq(videos.id, comments.videoId))
        .where(
          or(
            and(gte(comments.createdAt, since), lt(comments.createdAt, until)),
            and(gte(comments.postedAt, since), lt(comments.postedAt, until)),
          ),
        );
    },
  };
}

export type AnalyticsRepository = ReturnType<typeof createAnalyticsRepository>;
