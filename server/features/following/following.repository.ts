import { and, asc, count, eq, gt, isNull, lt, lte, ne, or, sql, TransactionRollbackError } from 'drizzle-orm';
import { comments, followedChannels, freshVideos, standingSearches, videos } from '#shared/schema.ts';
import type { Db, Tx } from '../../db/database.ts';

export type ChannelRow = typeof followedChannels.$inferSelect;
export type StandingSearchRow = typeof standingSearches.$inferSelect;
type NewChannel = typeof followedChannels.$inferInsert;
export type FoundFresh = Omit<typeof freshVideos.$inferInsert, 'videoId'> & { videoId: number };

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
