import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  isNull,
  lt,
  lte,
  ne,
  notExists,
  or,
  type SQL,
  sql,
  TransactionRollbackError,
} from 'drizzle-orm';
import {
  comments,
  followedChannels,
  freshVideos,
  standingSearches,
  userSettings,
  videos,
} from '#shared/schema.ts';
import type { Db, Tx } from '../../db/database.ts';
import { isOneOf } from '../../db/database.ts';
import type { FreshPlace } from './following.rules.ts';

export type ChannelRow = typeof followedChannels.$inferSelect;
export type StandingSearchRow = typeof standingSearches.$inferSelect;
type NewChannel = typeof followedChannels.$inferInsert;
type FreshRow = typeof freshVideos.$inferSelect;
export type FoundFresh = Omit<typeof freshVideos.$inferInsert, 'videoId'> & { videoId: number };

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

export type ChannelChange = Partial<NewChannel> & { id: number };

const oldestFirst = asc(followedChannels.nextReadAt);
const isRead = and(eq(followedChannels.muted, false));

export function createFollowingRepository(db: Db) {
  return {
    async channels(): Promise<(ChannelRow & { commented: number })[]> {
      const [rows, posted] = await Promise.all([
        db
          .select()
          .from(followedChannels)
          .orderBy(asc(sql`lower(${followedChannels.title})`), asc(followedChannels.id)),
        db
          .select({ channelId: videos.channelId, commented: count() })
          .from(comments)
          .innerJoin(videos, eq(videos.id, comments.videoId))
          .innerJoin(followedChannels, eq(followedChannels.channelId, videos.channelId))
          .where(and(eq(comments.status, 'posted'), isNull(comments.replyId), isNull(comments.withdrawnAt)))
          .groupBy(videos.channelId),
      ]);
      const counts = new Map(posted.map(({ channelId, commented }) => [channelId, commented]));
      return rows.map((row) => ({ ...row, commented: counts.get(row.channelId) ?? 0 }));
    },

    async followed(channelIds: readonly string[]): Promise<Set<string>> {
      const rows = await db
        .select({ channelId: followedChannels.channelId })
        .from(followedChannels)
        .where(sql`${followedChannels.channelId} = any(${sql.param([...channelIds])})`);
      return new Set(rows.map(({ channelId }) => channelId));
    },

    async byChannelId(channelId: string): Promise<ChannelRow | null> {
      const [row] = await db.select().from(followedChannels).where(eq(followedChannels.channelId, channelId));
      return row ?? null;
    },

    /** Null, and nothing is followed, if there would be more than `most`; else how many were not followed yet. */
    follow(channels: readonly NewChannel[], most: number): Promise<number | null> {
      return db
        .transaction(async (tx) => {
          await lock(tx, 'followed_channels');
          const inserted =
            channels.length === 0
              ? []
              : await tx
                  .insert(followedChannels)
                  .values([...channels])
                  .onConflictDoNothing()
                  .returning();
          if ((await tx.$count(followedChannels)) > most) return tx.rollback();
          return inserted.length;
        })
        .catch((error: unknown) => {
          if (error instanceof TransactionRollbackError) return null;
          throw error;
        });
    },

    async mute(id: number, muted: boolean): Promise<ChannelRow | null> {
      const [row] = await db
        .update(followedChannels)
        .set({ muted })
        .where(eq(followedChannels.id, id))
        .returning();
      return row ?? null;
    },

    async unfollow(id: number): Promise<boolean> {
      const gone = await db.delete(followedChannels).where(eq(followedChannels.id, id)).returning();
      return gone.length > 0;
    },

    dueChannels: (now: Date, limit: number): Promise<ChannelRow[]> =>
      db
        .select()
        .from(followedChannels)
        .where(and(isRead, lte(followedChannels.nextReadAt, now)))
        .orderBy(oldestFirst)
        .limit(limit),

    async lastVideos(): Promise<(Date | null)[]> {
      const rows = await db
        .select({ lastVideoAt: followedChannels.lastVideoAt })
        .from(followedChannels)
        .where(isRead);
      return rows.map(({ lastVideoAt }) => lastVideoAt);
    },

    namedBefore: (before: Date, limit: number): Promise<ChannelRow[]> =>
      db
        .select()
        .from(followedChannels)
        .where(
          and(
            lt(followedChannels.namedAt, before),
            or(isNull(followedChannels.trouble), ne(followedChannels.trouble, 'gone')),
          ),
        )
        .orderBy(asc(followedChannels.namedAt))
        .limit(limit),

    /** Youtube's ids of what is in Fresh, by channel. */
    async freshIds(channelIds: readonly string[], after: Date): Promise<Map<string, string[]>> {
      const rows = await db
        .select({ channelId: videos.channelId, youtubeId: videos.youtubeId })
        .from(freshVideos)
        .innerJoin(videos, eq(videos.id, freshVideos.videoId))
        .where(
          and(
            gt(freshVideos.appearedAt, after),
            isNull(freshVideos.dismissedAt),
            sql`${videos.channelId} = any(${sql.param([...channelIds])})`,
          ),
        );
      return new Map(
        [...Map.groupBy(rows, ({ channelId }) => channelId)].map(([id, all]) => [
          id,
          all.map(({ youtubeId }) => youtubeId),
        ]),
      );
    },

    /** Together, so that no upload is known that is not in Fresh. Returns how many came to Fresh. */
    saveRound(found: readonly FoundFresh[], channels: readonly ChannelChange[]): Promise<number> {
      return db.transaction(async (tx) => {
        const added = await addFresh(tx, found);
        for (const { id, ...change } of channels)
          await tx.update(followedChannels).set(change).where(eq(followedChannels.id, id));
        return added;
      });
    },

    saveSearch(
      id: number,
      found: readonly FoundFresh[],
      change: Partial<StandingSearchRow>,
    ): Promise<number> {
      return db.transaction(async (tx) => {
        // Ended meanwhile.
        const [search] = await tx
          .update(standingSearches)
          .set(change)
          .where(eq(standingSearches.id, id))
          .returning();
        return search ? addFresh(tx, found) : 0;
      });
    },

    /** Deletes what is YouTube's and was not renewed (rule 14.12). Returns whether there was any. */
    async forget(before: Date): Promise<boolean> {
      const names = await db
        .update(followedChannels)
        .set({ title: null, thumbnailUrl: null })
        .where(and(lt(followedChannels.namedAt, before), sql`${followedChannels.title} is not null`))
        .returning({ id: followedChannels.id });
      const lists = await db
        .update(followedChannels)
        .set({ knownIds: [], waitingIds: [], lastVideoAt: null, videosLast30Days: 0 })
        .where(and(lt(followedChannels.readAt, before), sql`${followedChannels.knownIds} <> '[]'`))
        .returning({ id: followedChannels.id });
      return names.length + lists.length > 0;
    },

    searches: (): Promise<StandingSearchRow[]> =>
      db.select().from(standingSearches).orderBy(asc(standingSearches.id)),

    dueSearches: (now: Date): Promise<StandingSearchRow[]> =>
      db
        .select()
        .from(standingSearches)
        .where(lte(standingSearches.nextRunAt, now))
        .orderBy(asc(standingSearches.nextRunAt)),

    /** Null where there are `most` already. */
    keepSearch(
      search: typeof standingSearches.$inferInsert,
      most: number,
    ): Promise<{ row: StandingSearchRow; isNew: boolean } | null> {
      return db.transaction(async (tx) => {
        await lock(tx, 'standing_searches');
        const kept = await tx.select().from(standingSearches);
        const same = kept.find(
          ({ query, viewCount }) =>
            query.toLowerCase() === search.query.toLowerCase() && viewCount === (search.viewCount ?? null),
        );
        if (same) return { row: same, isNew: false };
        if (kept.length >= most) return null;
        const [row] = await tx.insert(standingSearches).values(search).returning();
        return row ? { row, isNew: true } : null;
      });
    },

    async endSearch(id: number): Promise<boolean> {
      const gone = await db.delete(standingSearches).where(eq(standingSearches.id, id)).returning();
      return gone.length > 0;
    },

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

    /** What was matched with other areas than `matchedWith`. */
    unmatched: (matchedWith: string, after: Date) =>
      db
        .select({
          videoId: freshVideos.videoId,
          title: videos.title,
          description: videos.description,
          tags: videos.tags,
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

export type FollowingRepository = ReturnType<typeof createFollowingRepository>;

const lock = (tx: Tx, table: string) =>
  tx.execute(sql`lock table ${sql.identifier(table)} in share row exclusive mode`);

async function addFresh(tx: Tx, found: readonly FoundFresh[]): Promise<number> {
  if (found.length === 0) return 0;
  const added = await tx
    .insert(freshVideos)
    .values([...found])
    .onConflictDoNothing()
    .returning();
  return added.length;
}

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
