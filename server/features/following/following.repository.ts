import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gt,
  isNull,
  lt,
  lte,
  ne,
  or,
  sql,
} from 'drizzle-orm';
import { comments, followedChannels, freshVideos, videos } from '#shared/schema.ts';
import {
  changedRows,
  type Db,
  firstRow,
  isOneOf,
  isOnYouTube,
  type Tx,
} from '../../db/database.ts';

export type ChannelRow = typeof followedChannels.$inferSelect;
type NewChannel = typeof followedChannels.$inferInsert;
export type FoundFresh = typeof freshVideos.$inferInsert;

export type ChannelChange = Partial<NewChannel> & { id: number };
export type CountedChannel = ChannelRow & { commented: number };

const isRead = eq(followedChannels.muted, false);

export function createFollowingRepository(db: Db) {
  return {
    channels: (channelId?: string): Promise<CountedChannel[]> =>
      countedChannels(db, channelId),

    count: (): Promise<number> => db.$count(followedChannels),

    async followed(channelIds: readonly string[]): Promise<Set<string>> {
      const rows = await db
        .select({ channelId: followedChannels.channelId })
        .from(followedChannels)
        .where(isOneOf(followedChannels.channelId, channelIds));
      return new Set(rows.map(({ channelId }) => channelId));
    },

    /**
     * Returns false, and follows none of them, if there would be more than `most`
     * channels.
     */
    follow(channels: readonly NewChannel[], most: number): Promise<boolean> {
      return db.transaction(async (tx) => {
        await lock(tx, 'followed_channels');
        if ((await tx.$count(followedChannels)) + channels.length > most) return false;
        if (channels.length > 0)
          await tx
            .insert(followedChannels)
            .values([...channels])
            .onConflictDoNothing();
        return true;
      });
    },

    mute: (id: number, muted: boolean): Promise<ChannelRow | null> =>
      firstRow(
        db
          .update(followedChannels)
          .set({ muted })
          .where(eq(followedChannels.id, id))
          .returning(),
      ),

    unfollow: async (id: number): Promise<boolean> =>
      changedRows(await db.delete(followedChannels).where(eq(followedChannels.id, id))) >
      0,

    dueChannels: (now: Date, limit: number): Promise<ChannelRow[]> =>
      db
        .select()
        .from(followedChannels)
        .where(and(isRead, lte(followedChannels.nextReadAt, now)))
        .orderBy(asc(followedChannels.nextReadAt), asc(followedChannels.id))
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

    /** Returns YouTube's ids of the videos that these channels have in Fresh. */
    async freshIds(channelIds: readonly string[], after: Date): Promise<string[]> {
      const rows = await db
        .select({ youtubeId: videos.youtubeId })
        .from(freshVideos)
        .innerJoin(videos, eq(videos.id, freshVideos.videoId))
        .where(
          and(
            gt(freshVideos.appearedAt, after),
            isNull(freshVideos.dismissedAt),
            isOneOf(videos.channelId, channelIds),
          ),
        );
      return rows.map(({ youtubeId }) => youtubeId);
    },

    /**
     * Saves both in one transaction, so that no upload counts as known without being in
     * Fresh. Returns the number of videos added to Fresh.
     */
    saveRound: (
      found: readonly FoundFresh[],
      channels: readonly ChannelChange[],
    ): Promise<number> =>
      db.transaction(async (tx) => {
        for (const { id, ...change } of channels)
          await tx
            .update(followedChannels)
            .set(change)
            .where(eq(followedChannels.id, id));
        return addFresh(tx, found);
      }),

    /**
     * Deletes YouTube's data that was not renewed (rule 14.12). Returns true if there was
     * any.
     */
    async forget(before: Date): Promise<boolean> {
      const names = await db
        .update(followedChannels)
        .set({ title: null, thumbnailUrl: null })
        .where(
          and(
            lt(followedChannels.namedAt, before),
            sql`${followedChannels.title} is not null`,
          ),
        );
      const lists = await db
        .update(followedChannels)
        .set({ knownIds: [], waitingIds: [], lastVideoAt: null, videosLast30Days: 0 })
        .where(
          and(
            lt(followedChannels.readAt, before),
            sql`${followedChannels.knownIds} <> '[]'`,
          ),
        );
      return changedRows(names) + changedRows(lists) > 0;
    },
  };
}

export type FollowingRepository = ReturnType<typeof createFollowingRepository>;

/**
 * Returns all channels, or this one, with the number of comments that the owner has on
 * them.
 */
function countedChannels(db: Db, channelId?: string): Promise<CountedChannel[]> {
  const posted = db
    .select({ channelId: videos.channelId, commented: count().as('commented') })
    .from(comments)
    .innerJoin(videos, eq(videos.id, comments.videoId))
    .where(and(isOnYouTube, isNull(comments.replyId)))
    .groupBy(videos.channelId)
    .as('posted');
  return db
    .select({
      ...getTableColumns(followedChannels),
      commented: sql`coalesce(${posted.commented}, 0)`.mapWith(Number),
    })
    .from(followedChannels)
    .leftJoin(posted, eq(posted.channelId, followedChannels.channelId))
    .where(
      channelId === undefined ? undefined : eq(followedChannels.channelId, channelId),
    )
    .orderBy(asc(followedChannels.id));
}

/**
 * Keeps others from adding rows until the end of the transaction, so that a limit on
 * their number holds.
 */
export const lock = (tx: Tx, table: string) =>
  tx.execute(sql`lock table ${sql.identifier(table)} in share row exclusive mode`);

/**
 * Adds videos to Fresh. Leaves those unchanged that are already in it, but sets the
 * search of those that have none. Returns how many changed.
 */
export async function addFresh(tx: Tx, found: readonly FoundFresh[]): Promise<number> {
  if (found.length === 0) return 0;
  return changedRows(
    await tx
      .insert(freshVideos)
      .values([...found])
      .onConflictDoUpdate({
        target: freshVideos.videoId,
        set: { searchId: sql`excluded.search_id` },
        setWhere: sql`${freshVideos.searchId} is null and excluded.search_id is not null`,
      }),
  );
}
