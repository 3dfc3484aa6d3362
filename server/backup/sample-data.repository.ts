import { sql } from 'drizzle-orm';
import {
  comments,
  followedChannels,
  googleAccount,
  noticeSettings,
  notices,
  standingSearches,
  userSettings,
  voiceProfiles,
} from '#shared/schema.ts';
import { type Db, queryRows, type Tx } from '../db/database.ts';
import { type RestoreTarget, restoring } from './restore.repository.ts';

/**
 * A row in any of these tables is the owner's own data. Search results are not, because
 * they can be found again.
 */
const ownTables = [comments, voiceProfiles, followedChannels, standingSearches] as const;

export interface SampleTarget extends RestoreTarget {
  hasOwnData(): Promise<boolean>;
  /** Returns an id that no row of any table has ever had, not even a deleted one. */
  firstFreeId(): Promise<number>;
  insertNotices(rows: readonly (typeof notices.$inferInsert)[]): Promise<void>;
  insertAccount(row: typeof googleAccount.$inferInsert): Promise<void>;
  /** Also deletes sessions and API tokens, and resets the settings to their defaults. */
  clearAll(now: Date): Promise<void>;
}

export function createSampleDataRepository(db: Db) {
  return {
    hasOwnData: (): Promise<boolean> => hasOwnData(db),
    hasOwner: async (): Promise<boolean> => (await db.$count(googleAccount)) > 0,

    /** Runs the work in one transaction. */
    changing: <T>(work: (target: SampleTarget) => Promise<T>): Promise<T> =>
      restoring(db, (target, tx) =>
        work({
          ...target,
          hasOwnData: () => hasOwnData(tx),
          async firstFreeId() {
            const newest = sql`select max(last_value)::int as last from pg_sequences where schemaname = 'public'`;
            const [row] = await queryRows<{ last: number | null }>(tx, newest);
            return (row?.last ?? 0) + 1;
          },
          insertNotices: async (rows) =>
            void (await tx.insert(notices).values([...rows])),
          insertAccount: async (row) => void (await tx.insert(googleAccount).values(row)),
          async clearAll(now) {
            await target.clear();
            await tx.execute(sql`truncate sessions, api_tokens`);
            await tx.insert(userSettings).values({ createdAt: now, updatedAt: now });
            await tx.insert(noticeSettings).values({});
          },
        }),
      ),
  };
}

export type SampleDataRepository = ReturnType<typeof createSampleDataRepository>;

async function hasOwnData(on: Db | Tx): Promise<boolean> {
  for (const table of ownTables)
    if ((await queryRows(on, sql`select 1 from ${table} limit 1`)).length > 0)
      return true;
  return false;
}
