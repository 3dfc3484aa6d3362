import { createHash } from 'node:crypto';
import { and, asc, eq, getTableColumns, inArray, isNull, lt, lte, notExists, or, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { comments, forgottenVideos, libraryTotals, videos } from '#shared/schema.ts';
import { type Db, isOneOf, type Tx } from '../../db/database.ts';
import type { Assessment, VideoRow } from './video-row.rules.ts';

type NewVideo = typeof videos.$inferInsert;

const fetchedColumns = [
  'title',
  'description',
  'channelTitle',
  'channelId',
  'thumbnailUrl',
  'publishedAt',
  'viewCount',
  'likeCount',
  'commentCount',
  'commentsOff',
  'language',
  'hasCaptions',
  'tags',
  'available',
  'absentSince',
  'fetchedAt',
] as const satisfies (keyof NewVideo)[];

const columns = getTableColumns(videos);
const overwriteFetched = Object.fromEntries(
  fetchedColumns.map((field) => [field, sql.raw(`excluded.${columns[field].name}`)]),
) as PgUpdateSetSource<typeof videos>;

export function createVideoRepository(db: Db) {
  return {
    async find(id: number): Promise<VideoRow | null> {
      const [row] = await db.select().from(videos).where(eq(videos.id, id));
      return row ?? null;
    },

    async inOrder(ids: readonly number[]): Promise<VideoRow[]> {
      if (ids.length === 0) return [];
      const rows = await db.select().from(videos).where(isOneOf(videos.id, ids));
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },

    async save(found: readonly NewVideo[]): Promise<VideoRow[]> {
      if (found.length === 0) return [];
      const rows = await db.transaction(async (tx) => {
        const saved = await tx
          .insert(videos)
          // Sorted, so that two searches cannot deadlock.
          .values(found.toSorted((a, b) => (a.youtubeId < b.youtubeId ? -1 : 1)))
          .onConflictDoUpdate({ target: videos.youtubeId, set: overwriteFetched })
          .returning();
        await uncountForgotten(tx, saved);
        return saved;
      });
      const byYouTubeId = new Map(rows.map((row) => [row.youtubeId, row]));
      return found.flatMap(({ youtubeId }) => byYouTubeId.get(youtubeId) ?? []);
    },

    async saveAssessments(assessments: ReadonlyMap<number, Assessment>): Promise<void> {
      await db.transaction(async (tx) => {
        for (const [id, { engagementScore, insights }] of assessments) {
          await tx
            .update(videos)
            .set({ engagementScore, contentInsights: insights })
            .where(eq(videos.id, id));
        }
      });
    },

    async update(ids: readonly number[], change: Partial<NewVideo>): Promise<void> {
      if (ids.length === 0) return;
      await db.update(videos).set(change).where(isOneOf(videos.id, ids));
    },

    /** Fetched before `before` or with this title, and not found absent after `absentUntil`. */
    staleWithComment(before: Date, title: string, absentUntil: Date, limit: number): Promise<VideoRow[]> {
      return db
        .select(columns)
        .from(videos)
        .where(
          and(
            inArray(
              videos.id,
              db.select({ id: comments.videoId }).from(comments).where(isNull(comments.replyId)),
            ),
            or(lt(videos.fetchedAt, before), eq(videos.title, title)),
            or(isNull(videos.absentSince), lte(videos.absentSince, absentUntil)),
          ),
        )
        .orderBy(asc(videos.fetchedAt), asc(videos.id))
        .limit(limit);
    },

    /** Returns their ids. */
    async overwriteStale(before: Date, change: Partial<NewVideo>): Promise<number[]> {
      const written = await db
        .update(videos)
        .set(change)
        .where(lt(videos.fetchedAt, before))
        .returning({ id: videos.id });
      return written.map(({ id }) => id);
    },

    /** Returns how many; they stay counted as found (rule 3.6). */
    deleteStaleWithoutComment(before: Date, limit: number): Promise<number> {
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
        const ofVideo = tx.select({ id: comments.id }).from(comments).where(eq(comments.videoId, videos.id));
        const deleted = await tx
          .delete(videos)
          .where(and(isOneOf(videos.id, ids), lt(videos.fetchedAt, before), notExists(ofVideo)))
          .returning({ youtubeId: videos.youtubeId });
        if (deleted.length > 0)
          await tx.insert(forgottenVideos).values(deleted.map(hashed)).onConflictDoNothing();
        await countForgotten(tx, deleted.length);
        return deleted.length;
      });
    },
  };
}

export type VideoRepository = ReturnType<typeof createVideoRepository>;

const hashed = ({ youtubeId }: Pick<VideoRow, 'youtubeId'>) => ({
  youtubeIdHash: createHash('sha256').update(youtubeId).digest('base64url'),
});

async function uncountForgotten(tx: Tx, saved: readonly VideoRow[]): Promise<void> {
  const hashes = saved.map((row) => hashed(row).youtubeIdHash);
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
