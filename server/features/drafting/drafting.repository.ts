import { desc, eq, ne } from 'drizzle-orm';
import { comments } from '#shared/schema.ts';
import type { Db } from '../../db/client.ts';

export type NewComment = typeof comments.$inferInsert;

export function createDraftingRepository(db: Db) {
  return {
    async hasComment(videoId: number): Promise<boolean> {
      const rows = await db
        .select({ id: comments.id })
        .from(comments)
        .where(eq(comments.videoId, videoId))
        .limit(1);
      return rows.length > 0;
    },

    /** The id of the new comment; null where the video got one meanwhile (one comment per video). */
    async insert(comment: NewComment): Promise<number | null> {
      const [row] = await db
        .insert(comments)
        .values(comment)
        .onConflictDoNothing({ target: comments.videoId })
        .returning({ id: comments.id });
      return row?.id ?? null;
    },

    /** Texts under other videos, newest first. */
    async earlierTexts(exceptVideoId: number, limit: number): Promise<string[]> {
      const rows = await db
        .select({ content: comments.content })
        .from(comments)
        .where(ne(comments.videoId, exceptVideoId))
        .orderBy(desc(comments.createdAt), desc(comments.id))
        .limit(limit);
      return rows.map(({ content }) => content);
    },
  };
}

export type DraftingRepository = ReturnType<typeof createDraftingRepository>;
