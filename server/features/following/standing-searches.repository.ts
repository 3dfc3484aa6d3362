import { asc, eq } from 'drizzle-orm';
import { standingSearches } from '#shared/schema.ts';
import { changedRows, type Db } from '../../db/database.ts';
import { addFresh, type FoundFresh, lock } from './following.repository.ts';

export type StandingSearchRow = typeof standingSearches.$inferSelect;

export function createStandingSearchesRepository(db: Db) {
  return {
    searches: (): Promise<StandingSearchRow[]> =>
      db.select().from(standingSearches).orderBy(asc(standingSearches.id)),

    /**
     * Returns the existing search if it has the same words and filter. Returns null if
     * there are `most` searches already.
     */
    keepSearch: (
      search: typeof standingSearches.$inferInsert,
      most: number,
    ): Promise<{ row: StandingSearchRow; isNew: boolean } | null> =>
      db.transaction(async (tx) => {
        await lock(tx, 'standing_searches');
        const kept = await tx.select().from(standingSearches);
        const same = kept.find(
          ({ query, viewCount }) =>
            query.toLowerCase() === search.query.toLowerCase() &&
            viewCount === (search.viewCount ?? null),
        );
        if (same) return { row: same, isNew: false };
        if (kept.length >= most) return null;
        const [row] = await tx.insert(standingSearches).values(search).returning();
        return row ? { row, isNew: true } : null;
      }),

    /**
     * Makes the other searches run over the whole two days again, because a video that
     * several searches found is stored for one of them only.
     */
    endSearch: (id: number, now: Date): Promise<boolean> =>
      db.transaction(async (tx) => {
        const ended = await tx
          .delete(standingSearches)
          .where(eq(standingSearches.id, id));
        if (changedRows(ended) === 0) return false;
        await tx.update(standingSearches).set({ lastRunAt: null, nextRunAt: now });
        return true;
      }),

    /**
     * Saves nothing if the search was ended in the meantime. Returns the number of videos
     * added to Fresh.
     */
    saveSearch: (
      id: number,
      found: readonly FoundFresh[],
      change: Partial<StandingSearchRow>,
    ): Promise<number> =>
      db.transaction(async (tx) => {
        const [search] = await tx
          .update(standingSearches)
          .set(change)
          .where(eq(standingSearches.id, id))
          .returning();
        return search ? addFresh(tx, found) : 0;
      }),
  };
}

export type StandingSearchesRepository = ReturnType<
  typeof createStandingSearchesRepository
>;
