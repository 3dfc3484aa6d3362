import { and, eq, ne } from 'drizzle-orm';
import { bulkDrafts } from '#shared/schema.ts';
import { changedRows, type Db, firstRow, overwriting } from '../../db/database.ts';

export type BulkRow = typeof bulkDrafts.$inferSelect;
/** A video of a bulk, and how its draft was requested. */
export type BulkVideo = Pick<BulkRow, 'videoId' | 'style' | 'addToQueue' | 'manner'>;

/** Stores which videos a bulk drafts and what became of each. */
export function createBulkRepository(db: Db) {
  return {
    all: (): Promise<BulkRow[]> =>
      db.select().from(bulkDrafts).orderBy(bulkDrafts.videoId),

    async clear(): Promise<void> {
      await db.delete(bulkDrafts);
    },

    /**
     * Adds the videos of a bulk to the run under way, or replaces the last run if
     * `isNewRun`.
     */
    async add(videos: readonly BulkVideo[], isNewRun: boolean): Promise<void> {
      await db.transaction(async (tx) => {
        if (isNewRun) await tx.delete(bulkDrafts);
        const { style, addToQueue, manner } = bulkDrafts;
        await tx
          .insert(bulkDrafts)
          .values([...videos])
          .onConflictDoUpdate({
            target: bulkDrafts.videoId,
            set: {
              state: 'waiting',
              failure: null,
              ...overwriting({ style, addToQueue, manner }),
            },
            setWhere: ne(bulkDrafts.state, 'writing'),
          });
      });
    },

    /**
     * Marks a waiting video as being written. Returns null on success, otherwise the
     * video's state, or `stopped` if it was removed.
     */
    async begin({ videoId, ...asked }: BulkVideo): Promise<BulkRow['state'] | null> {
      const isIt = eq(bulkDrafts.videoId, videoId);
      // An overlapping bulk may have requested this video with another style, queue
      // choice or manner.
      const begun = await db
        .update(bulkDrafts)
        .set({ state: 'writing', ...asked })
        .where(and(isIt, eq(bulkDrafts.state, 'waiting')));
      if (changedRows(begun) > 0) return null;
      return (
        (await firstRow(db.select().from(bulkDrafts).where(isIt)))?.state ?? 'stopped'
      );
    },

    async end(
      videoId: number,
      state: BulkRow['state'],
      failure: string | null = null,
    ): Promise<void> {
      await db
        .update(bulkDrafts)
        .set({ state, failure })
        .where(eq(bulkDrafts.videoId, videoId));
    },

    async stop(): Promise<void> {
      await db
        .update(bulkDrafts)
        .set({ state: 'stopped' })
        .where(eq(bulkDrafts.state, 'waiting'));
    },
  };
}

export type BulkRepository = ReturnType<typeof createBulkRepository>;
