import { createHash } from 'node:crypto';
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notExists,
  or,
  sql,
} from 'drizzle-orm';
import { videoTopics } from '#shared/rules/topics.ts';
import {
  comments,
  forgottenVideos,
  libraryTotals,
  postAttempts,
  queueItems,
  searchCache,
  topComments,
  videos,
} from '#shared/schema.ts';
import {
  type Db,
  firstRow,
  isNotLongRejected,
  isNotWithdrawn,
  isOneOf,
  overwriting,
  pick,
  type Tx,
} from '../../db/database.ts';
import type { YouTubeVideo } from '../../providers/youtube/youtube.ts';
import { type Assessment, storableText, type VideoRow } from './video.rules.ts';

type NewVideo = typeof videos.$inferInsert;

export type CachedSearch = Omit<typeof searchCache.$inferSelect, 'key'>;

const commentState = {
  commentId: comments.id,
  ...pick(comments, 'status', 'createdAt', 'postedAt'),
  queueItemId: queueItems.id,
  scheduledFor: queueItems.scheduledFor,
  /** If set, the video is free for another comment. */
  withdrawnAt: comments.withdrawnAt,
};

const columns = getTableColumns(videos);
/** All columns before `fetched` keep their values when a video is fetched again. */
const { id, youtubeId, createdAt, engagementScore, contentInsights, ...fetched } =
  columns;

export function createVideoRepository(db: Db) {
  return {
    find: (id: number) => firstRow(db.select().from(videos).where(eq(videos.id, id))),

    async inOrder(ids: readonly number[]): Promise<VideoRow[]> {
      if (ids.length === 0) return [];
      const rows = await db.select().from(videos).where(isOneOf(videos.id, ids));
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },

    /** Returns the videos in the given order. */
    save: (found: readonly YouTubeVideo[], now: Date): Promise<VideoRow[]> =>
      saveVideos(db, found, now),

    async saveAssessments(
      assessments: ReadonlyMap<number, Assessment>,
      fit: string,
    ): Promise<void> {
      await db.transaction(async (tx) => {
        for (const [id, { engagementScore, insights }] of assessments) {
          await tx
            .update(videos)
            .set({ engagementScore, contentInsights: { ...insights, fit } })
            .where(eq(videos.id, id));
        }
      });
    },

    async update(ids: readonly number[], change: Partial<NewVideo>): Promise<void> {
      if (ids.length === 0) return;
      await db.update(videos).set(change).where(isOneOf(videos.id, ids));
    },

    /**
     * Returns videos with a comment that were fetched before `before` or have this title.
     * Leaves out videos found absent after `absentUntil`.
     */
    staleWithComment: (
      before: Date,
      title: string,
      absentUntil: Date,
      limit: number,
    ): Promise<VideoRow[]> => staleWithComment(db, { before, title, absentUntil, limit }),

    async overwriteStale(before: Date, change: Partial<NewVideo>): Promise<number[]> {
      const written = await db
        .update(videos)
        .set(change)
        .where(lt(videos.fetchedAt, before))
        .returning({ id: videos.id });
      return written.map(({ id }) => id);
    },

    /** Returns the number of deleted videos. They still count as found (rule 3.6). */
    deleteStaleWithoutComment: (before: Date, limit: number): Promise<number> =>
      deleteStale(db, before, limit),

    findSearch(key: string, after: Date): Promise<CachedSearch | null> {
      const { key: _, ...columns } = getTableColumns(searchCache);
      const isKept = and(
        eq(searchCache.key, hashOf(key)),
        gt(searchCache.fetchedAt, after),
      );
      return firstRow(db.select(columns).from(searchCache).where(isKept));
    },

    async saveSearch(key: string, search: CachedSearch): Promise<void> {
      await db
        .insert(searchCache)
        .values({ key: hashOf(key), ...search })
        .onConflictDoUpdate({ target: searchCache.key, set: search });
    },

    async dropSearchesUpTo(expired: Date): Promise<void> {
      await db.delete(searchCache).where(lte(searchCache.fetchedAt, expired));
    },

    async commentStates(videoIds: readonly number[], now: Date) {
      const rows = await db
        .select({ videoId: comments.videoId, ...commentState })
        .from(comments)
        .leftJoin(
          queueItems,
          and(eq(queueItems.commentId, comments.id), isNotLongRejected(now)),
        )
        .where(and(isOneOf(comments.videoId, videoIds), isNull(comments.replyId)))
        // Sorted so that the map keeps the current comment, or else the one withdrawn
        // last.
        .orderBy(sql`${comments.withdrawnAt} asc nulls last`);
      return new Map(rows.map(({ videoId, ...state }) => [videoId, state]));
    },

    channelsPostedOn: (since: Date) => channelsPostedOn(db, since),

    /**
     * Returns the channel and the time of each scheduled comment on a video, soonest
     * first.
     */
    channelsScheduledOn() {
      const time = queueItems.scheduledFor;
      return db
        .select({ channelId: videos.channelId, scheduledFor: time })
        .from(queueItems)
        .innerJoin(comments, eq(comments.id, queueItems.commentId))
        .innerJoin(videos, eq(videos.id, comments.videoId))
        .where(
          and(isNotNull(time), eq(comments.status, 'approved'), isNull(comments.replyId)),
        )
        .orderBy(asc(time));
    },

    keptTopComments: (videoId: number, after: Date) =>
      firstRow(
        db
          .select()
          .from(topComments)
          .where(and(eq(topComments.videoId, videoId), gt(topComments.fetchedAt, after))),
      ),

    async saveTopComments(row: typeof topComments.$inferSelect): Promise<void> {
      await db
        .insert(topComments)
        .values(row)
        .onConflictDoUpdate({ target: topComments.videoId, set: row });
    },

    async dropTopCommentsUpTo(expired: Date): Promise<void> {
      await db.delete(topComments).where(lte(topComments.fetchedAt, expired));
    },
  };
}

export type VideoRepository = ReturnType<typeof createVideoRepository>;

function staleWithComment(
  db: Db,
  {
    before,
    title,
    absentUntil,
    limit,
  }: { before: Date; title: string; absentUntil: Date; limit: number },
): Promise<VideoRow[]> {
  return db
    .select(columns)
    .from(videos)
    .where(
      and(
        inArray(
          videos.id,
          db
            .select({ id: comments.videoId })
            .from(comments)
            .where(isNull(comments.replyId)),
        ),
        or(lt(videos.fetchedAt, before), eq(videos.title, title)),
        or(isNull(videos.absentSince), lte(videos.absentSince, absentUntil)),
      ),
    )
    .orderBy(asc(videos.fetchedAt), asc(videos.id))
    .limit(limit);
}

/** Returns each channel commented on since then, with the time of the newest comment. */
function channelsPostedOn(db: Db, since: Date) {
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
}

async function saveVideos(
  db: Db,
  found: readonly YouTubeVideo[],
  now: Date,
): Promise<VideoRow[]> {
  if (found.length === 0) return [];
  const rows = await db.transaction(async (tx) => {
    const saved = await tx
      .insert(videos)
      .values(
        // Sorted, so that two searches cannot deadlock.
        found
          .toSorted((a, b) => (a.youtubeId < b.youtubeId ? -1 : 1))
          .map((video) => storedVideo(video, now)),
      )
      .onConflictDoUpdate({ target: videos.youtubeId, set: overwriting(fetched) })
      .returning();
    await uncountForgotten(tx, saved);
    return saved;
  });
  const byYouTubeId = new Map(rows.map((row) => [row.youtubeId, row]));
  return found.flatMap(({ youtubeId }) => byYouTubeId.get(youtubeId) ?? []);
}

function deleteStale(db: Db, before: Date, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const locked = await tx
      .select({ id: videos.id })
      .from(videos)
      .leftJoin(comments, eq(comments.videoId, videos.id))
      .where(and(lt(videos.fetchedAt, before), isNull(comments.id)))
      .orderBy(asc(videos.id))
      .limit(limit)
      .for('update', { of: videos });
    if (locked.length === 0) return 0;
    const ids = locked.map(({ id }) => id);
    // Checked again under the lock: a comment may have been written meanwhile.
    const ofVideo = tx
      .select({ id: comments.id })
      .from(comments)
      .where(eq(comments.videoId, videos.id));
    const deleted = await tx
      .delete(videos)
      .where(
        and(isOneOf(videos.id, ids), lt(videos.fetchedAt, before), notExists(ofVideo)),
      )
      .returning({ youtubeId: videos.youtubeId });
    if (deleted.length > 0)
      await tx
        .insert(forgottenVideos)
        .values(deleted.map(({ youtubeId }) => ({ youtubeIdHash: hashOf(youtubeId) })))
        .onConflictDoNothing();
    await countForgotten(tx, deleted.length);
    return deleted.length;
  });
}

function storedVideo(video: YouTubeVideo, now: Date) {
  const title = storableText(video.title);
  const description = storableText(video.description);
  return {
    ...video,
    title,
    description,
    channelTitle: storableText(video.channelTitle),
    tags: videoTopics(title, description),
    keywords: video.keywords.map(storableText),
    available: true,
    absentSince: null,
    fetchedAt: now,
    createdAt: now,
  };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

async function uncountForgotten(tx: Tx, saved: readonly VideoRow[]): Promise<void> {
  const hashes = saved.map(({ youtubeId }) => hashOf(youtubeId));
  const again = await tx
    .delete(forgottenVideos)
    .where(inArray(forgottenVideos.youtubeIdHash, hashes))
    .returning();
  if (again.length > 0) await countForgotten(tx, -again.length);
}

async function countForgotten(tx: Tx, more: number): Promise<void> {
  await tx
    .insert(libraryTotals)
    .values({ forgottenVideos: more })
    .onConflictDoUpdate({
      target: libraryTotals.id,
      set: { forgottenVideos: sql`${libraryTotals.forgottenVideos} + ${more}` },
    });
}
