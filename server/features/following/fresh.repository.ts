import { and, desc, eq, gt, isNull, lte, ne, notExists, type SQL, sql } from 'drizzle-orm';
import {
  comments,
  followedChannels,
  freshVideos,
  standingSearches,
  userSettings,
  videos,
} from '#shared/schema.ts';
import { type Db, isOneOf } from '../../db/database.ts';
import type { FreshPlace } from './following.rules.ts';

type FreshRow = typeof freshVideos.$inferSelect;

export interface FreshFilter {
  since: Date;
  blockedChannels: readonly string[];
  skipShorts: boolean;
}

export interface FreshSlice extends FreshFilter, FreshPlace {
  groupStarts: readonly Date[];
  limit: number;
}

export interface ShownFresh
  extends Pick<FreshRow, 'videoId' | 'seenAt' | 'foundAt' | 'appearedAt' | 'match'> {
  group: number;
  followed: boolean;
  channelTitle: string;
  query: string | null;
}

export function createFreshRepository(db: Db) {
  return {
    async freshPage(slice: FreshSlice): Promise<ShownFresh[]> {
      const group = groupOf(slice.groupStarts);
      const { after } = slice;
      const isAfter = after
        ? sql`(${group}, -${freshVideos.match}, -${freshVideos.videoId}) > (${after.group}, ${-after.match}, ${-after.videoId})`
        : undefined;
      const rows = await db
        .select({
          videoId: freshVideos.videoId,
          seenAt: freshVideos.seenAt,
          foundAt: freshVideos.foundAt,
          appearedAt: freshVideos.appearedAt,
          match: freshVideos.match,
          group: group.mapWith(Number).as('group'),
          followed: sql<boolean>`${followedChannels.id} is not null`,
          channelTitle: videos.channelTitle,
          query: standingSearches.query,
        })
        .from(freshVideos)
        .innerJoin(videos, eq(videos.id, freshVideos.videoId))
        .leftJoin(followedChannels, eq(followedChannels.channelId, videos.channelId))
        .leftJoin(standingSearches, eq(standingSearches.id, freshVideos.searchId))
        .where(and(isShown(slice), lte(freshVideos.foundAt, slice.asOf), isAfter))
        .orderBy(sql`"group"`, desc(freshVideos.match), desc(freshVideos.videoId))
        .limit(slice.limit);
      return rows;
    },

    async freshCounts(
      filter: FreshFilter,
      foundBy: Date,
    ): Promise<{ total: number; unseen: number; shorts: number; commentsOff: number }> {
      const isThere = isShown(filter);
      const countOf = (which: SQL | undefined) => sql`count(*) filter (where ${which})`.mapWith(Number);
      const [row] = await db
        .select({
          total: countOf(isThere),
          unseen: countOf(and(isThere, isNull(freshVideos.seenAt))),
          shorts: countOf(and(isFollowed, eq(freshVideos.isShort, true))),
          commentsOff: countOf(and(isFollowed, eq(videos.commentsOff, true))),
        })
        .from(freshVideos)
        .innerJoin(videos, eq(videos.id, freshVideos.videoId))
        .leftJoin(followedChannels, eq(followedChannels.channelId, videos.channelId))
        .leftJoin(standingSearches, eq(standingSearches.id, freshVideos.searchId))
        .where(and(gt(freshVideos.appearedAt, filter.since), lte(freshVideos.foundAt, foundBy)));
      return row ?? { total: 0, unseen: 0, shorts: 0, commentsOff: 0 };
    },

    /** What was matched with anything else than `matchedWith`. */
    unmatched: (matchedWith: string, after: Date) =>
      db
        .select({
          videoId: freshVideos.videoId,
          title: videos.title,
          description: videos.description,
          keywords: videos.keywords,
        })
        .from(freshVideos)
        .innerJoin(videos, eq(videos.id, freshVideos.videoId))
        .where(and(gt(freshVideos.appearedAt, after), ne(freshVideos.matchedWith, matchedWith))),

    async match(matches: ReadonlyMap<number, number>, matchedWith: string): Promise<void> {
      for (const [match, all] of Map.groupBy(matches, ([, score]) => score)) {
        const ids = all.map(([videoId]) => videoId);
        await db.update(freshVideos).set({ match, matchedWith }).where(isOneOf(freshVideos.videoId, ids));
      }
    },

    async see(videoIds: readonly number[], seenAt: Date): Promise<boolean> {
      const seen = await db
        .update(freshVideos)
        .set({ seenAt })
        .where(and(isOneOf(freshVideos.videoId, videoIds), isNull(freshVideos.seenAt)))
        .returning({ videoId: freshVideos.videoId });
      return seen.length > 0;
    },

    async dismiss(videoId: number, dismissedAt: Date | null): Promise<boolean> {
      const changed = await db
        .update(freshVideos)
        .set({ dismissedAt })
        .where(eq(freshVideos.videoId, videoId))
        .returning({ videoId: freshVideos.videoId });
      return changed.length > 0;
    },

    /** The best without a comment, from no channel where two drafts of a morning were rejected (rule 14.11). */
    async toDraft(filter: FreshFilter, limit: number): Promise<number[]> {
      const ofVideo = db
        .select({ id: comments.id })
        .from(comments)
        .where(eq(comments.videoId, freshVideos.videoId));
      const unwanted = sql`(
        select rejected.channel_id from ${comments} join ${videos} as rejected on rejected.id = ${comments.videoId}
        where ${comments.draftedForYou} and ${comments.status} = 'rejected'
        group by rejected.channel_id having count(*) >= 2)`;
      const rows = await db
        .select({ videoId: freshVideos.videoId })
        .from(freshVideos)
        .innerJoin(videos, eq(videos.id, freshVideos.videoId))
        .leftJoin(followedChannels, eq(followedChannels.channelId, videos.channelId))
        .leftJoin(standingSearches, eq(standingSearches.id, freshVideos.searchId))
        .where(and(isShown(filter), notExists(ofVideo), sql`${videos.channelId} not in ${unwanted}`))
        .orderBy(desc(freshVideos.match), desc(freshVideos.appearedAt))
        .limit(limit);
      return rows.map(({ videoId }) => videoId);
    },

    draftedSince: (since: Date): Promise<number> =>
      db.$count(
        comments,
        and(
          eq(comments.draftedForYou, true),
          sql`${comments.createdAt} >= ${since.toISOString()}::timestamptz`,
        ),
      ),

    async endMorning(day: string): Promise<void> {
      await db.update(userSettings).set({ morningDay: day });
    },
  };
}

export type FreshRepository = ReturnType<typeof createFreshRepository>;

/** By a channel that is not muted, or by a search that still stands. */
const isFollowed = sql`(${followedChannels.muted} is false
  or (${followedChannels.id} is null and ${standingSearches.id} is not null))`;

function isShown({ since, blockedChannels, skipShorts }: FreshFilter) {
  return and(
    gt(freshVideos.appearedAt, since),
    isNull(freshVideos.dismissedAt),
    isFollowed,
    eq(videos.available, true),
    eq(videos.commentsOff, false),
    skipShorts ? eq(freshVideos.isShort, false) : undefined,
    sql`not ${videos.channelId} = any(${sql.param([...blockedChannels])})`,
  );
}

function groupOf(starts: readonly Date[]): SQL {
  const cases = starts.map(
    (start, place) =>
      sql`when ${freshVideos.appearedAt} > ${start.toISOString()}::timestamptz then ${place}::int`,
  );
  return sql`case ${sql.join(cases, sql` `)} else ${starts.length}::int end`;
}
