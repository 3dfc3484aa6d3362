import { desc, eq, ne } from 'drizzle-orm';
import { comments, draftRecords } from '#shared/schema.ts';
import type { Db, Tx } from '../../db/client.ts';

export type NewComment = typeof comments.$inferInsert;
export type DraftRecordRow = typeof draftRecords.$inferSelect;
export type NewDraftRecord = Omit<typeof draftRecords.$inferInsert, 'commentId'>;

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

    /** Returns the id; null if the video got a comment meanwhile (rule 3.1). */
    insert(comment: NewComment, record: NewDraftRecord): Promise<number | null> {
      return db.transaction(async (tx) => {
        const [row] = await tx
          .insert(comments)
          .values(comment)
          .onConflictDoNothing({ target: comments.videoId })
          .returning({ id: comments.id });
        if (row) await keep(tx, row.id, record);
        return row?.id ?? null;
      });
    },

    async record(commentId: number): Promise<DraftRecordRow | null> {
      const [row] = await db.select().from(draftRecords).where(eq(draftRecords.commentId, commentId));
      return row ?? null;
    },

    keepRecord: (commentId: number, record: NewDraftRecord): Promise<void> => keep(db, commentId, record),

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

async function keep(on: Db | Tx, commentId: number, record: NewDraftRecord): Promise<void> {
  await on
    .insert(draftRecords)
    .values({ commentId, ...record })
    .onConflictDoUpdate({ target: draftRecords.commentId, set: record });
}
