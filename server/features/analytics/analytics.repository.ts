import { and, count, eq, gte, lt, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { comments, libraryTotals, queueItems, videos } from '#shared/schema.ts';
import type { Db } from '../../db/client.ts';
import { unknownChannel } from '../videos/video-row.rules.ts';
import type { CountedComments, CountedDay } from './figures.rules.ts';
import type { Range } from './ranges.rules.ts';

export interface OverallCounts {
  videosFound: number;
  inQueue: number;
  commentsPosted: number;
  totalComments: number;
}

export function createAnalyticsRepository(db: Db) {
  return {
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

    /** Grouped by the database: loading 100,000 comments would take seconds. */
    draftedWithin({ start, end }: Range): Promise<CountedComments[]> {
      return db
        .select({
          status: comments.status,
          style: comments.style,
          channelId: videos.channelId,
          channelTitle: channelName,
          count: count(),
          quality: sql`sum(${comments.qualityScore})`.mapWith(Number),
        })
        .from(comments)
        .innerJoin(videos, eq(videos.id, comments.videoId))
        .where(and(gte(comments.createdAt, start), lt(comments.createdAt, end)))
        .groupBy(comments.status, comments.style, videos.channelId);
    },

    draftedOn: (days: readonly Range[]) => countedByDay(db, comments.createdAt, days),

    postedOn: (days: readonly Range[]) =>
      countedByDay(db, comments.postedAt, days, eq(comments.status, 'posted')),
  };
}

export type AnalyticsRepository = ReturnType<typeof createAnalyticsRepository>;

const named = alias(videos, 'named');
/** The newest name known: a video YouTube no longer returns has lost it. */
const channelName = sql<string>`(
  select ${named.channelTitle} from ${videos} as named
  where ${named.channelId} = ${videos.channelId}
  order by ${named.channelTitle} = ${unknownChannel}, ${named.fetchedAt} desc
  limit 1
)`;

/** `days` must be consecutive. Empty days are missing. */
function countedByDay(
  db: Db,
  at: typeof comments.createdAt | typeof comments.postedAt,
  days: readonly Range[],
  which?: SQL,
): Promise<CountedDay[]> {
  const [first, last] = [days.at(0), days.at(-1)];
  if (!first || !last) return Promise.resolve([]);
  const starts = sql.join(
    days.map(({ start }) => sql`${start.toISOString()}::timestamptz`),
    sql`, `,
  );
  return (
    db
      .select({ dayIndex: sql`width_bucket(${at}, array[${starts}]) - 1`.mapWith(Number), count: count() })
      .from(comments)
      .where(and(gte(at, first.start), lt(at, last.end), which))
      // Group by ordinal: repeating the expression would bind new parameters.
      .groupBy(sql`1`)
  );
}
