import { and, eq, gt, lte } from 'drizzle-orm';
import { topComments } from '#shared/schema.ts';
import type { Db } from '../../db/database.ts';

type TopCommentsRow = typeof topComments.$inferSelect;

export function createTopCommentsRepository(db: Db) {
  return {
    async find(videoId: number, after: Date): Promise<TopCommentsRow | null> {
      const [row] = await db
        .select()
        .from(topComments)
        .where(and(eq(topComments.videoId, videoId), gt(topComments.fetchedAt, after)));
      return row ?? null;
    },

    async save(row: TopCommentsRow): Promise<void> {
      await db.insert(topComments).values(row).onConflictDoUpdate({ target: topComments.videoId, set: row });
    },

    async dropUpTo(expired: Date): Promise<void> {
      await db.delete(topComments).where(lte(topComments.fetchedAt, expired));
    },
  };
}

export type TopCommentsRepository = ReturnType<typeof createTopCommentsRepository>;
