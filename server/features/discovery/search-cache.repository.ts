import { createHash } from 'node:crypto';
import { and, eq, getTableColumns, gt, lte } from 'drizzle-orm';
import { searchCache } from '#shared/schema.ts';
import type { Db } from '../../db/client.ts';

export type CachedSearch = Omit<typeof searchCache.$inferSelect, 'key'>;

export function createSearchCacheRepository(db: Db) {
  return {
    /** What was kept under this key after `after`. */
    async find(key: string, after: Date): Promise<CachedSearch | null> {
      const { key: _, ...columns } = getTableColumns(searchCache);
      const [row] = await db
        .select(columns)
        .from(searchCache)
        .where(and(eq(searchCache.key, shortened(key)), gt(searchCache.fetchedAt, after)));
      return row ?? null;
    },

    /** Whoever asks for too old a search does not find it; `drop` clears it away. */
    async save(key: string, search: CachedSearch): Promise<void> {
      await db
        .insert(searchCache)
        .values({ key: shortened(key), ...search })
        .onConflictDoUpdate({ target: searchCache.key, set: search });
    },

    /** Drops what is as old as `expired`. */
    async drop(expired: Date): Promise<void> {
      await db.delete(searchCache).where(lte(searchCache.fetchedAt, expired));
    },
  };
}

export type SearchCacheRepository = ReturnType<typeof createSearchCacheRepository>;

/** A long query with many areas of expertise would not fit into the index. */
function shortened(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
