import { and, count, desc, eq, isNotNull, max, min, sql } from 'drizzle-orm';
import {
  apiTokens,
  comments,
  draftRecords,
  noticeDeliveries,
  notices,
  postAttempts,
  queueItems,
} from '#shared/schema.ts';
import type { Db } from '../../db/database.ts';

export type TokenRow = typeof apiTokens.$inferSelect;

export interface Counted {
  name: string | null;
  count: number;
}

export function createMachinesRepository(db: Db) {
  return {
    tokens: (): Promise<TokenRow[]> => db.select().from(apiTokens).orderBy(desc(apiTokens.id)),

    async addToken(token: Omit<TokenRow, 'id'>): Promise<number> {
      const [row] = await db.insert(apiTokens).values(token).returning({ id: apiTokens.id });
      if (!row) throw new Error('No token was inserted.');
      return row.id;
    },

    async removeToken(id: number): Promise<boolean> {
      return (await db.delete(apiTokens).where(eq(apiTokens.id, id)).returning()).length > 0;
    },

    async knowsToken(tokenHash: string): Promise<boolean> {
      return (await db.$count(apiTokens, eq(apiTokens.tokenHash, tokenHash))) > 0;
    },

    async times(): Promise<{ nextDue: Date | null; lastPosted: Date | null }> {
      const [[due], [posted]] = await Promise.all([
        db
          .select({ at: min(queueItems.dueAt) })
          .from(queueItems)
          .where(isNotNull(queueItems.dueAt)),
        db
          .select({ at: max(comments.postedAt) })
          .from(comments)
          .where(isNotNull(comments.postedAt)),
      ]);
      return { nextDue: due?.at ?? null, lastPosted: posted?.at ?? null };
    },

    queued: (): Promise<Counted[]> => {
      const state = sql<string>`case when ${comments.status} = 'approved' and ${queueItems.dueAt} is not null
        then 'scheduled' else ${comments.status} end`;
      return db
        .select({ name: state, count: count() })
        .from(queueItems)
        .innerJoin(comments, eq(comments.id, queueItems.commentId))
        .groupBy(sql`1`);
    },

    async attempts(state: 'posted' | 'failed'): Promise<Counted[]> {
      return db
        .select({ name: postAttempts.outcomeCode, count: count() })
        .from(postAttempts)
        .where(and(eq(postAttempts.state, state), eq(postAttempts.kind, 'insert')))
        .groupBy(postAttempts.outcomeCode);
    },

    told: (): Promise<Counted[]> =>
      db
        .select({ name: notices.type, count: count() })
        .from(notices)
        .where(isNotNull(notices.toldAt))
        .groupBy(notices.type),

    async unsent(): Promise<number> {
      return db.$count(noticeDeliveries, isNotNull(noticeDeliveries.nextTryAt));
    },

    /** As the servers told them, of all drafts that are kept. */
    async modelTokens(): Promise<{ input: number; output: number }> {
      const total = (part: string) =>
        sql<number>`coalesce(sum((${draftRecords.why} -> 'tokens' ->> ${part})::bigint), 0)::float8`;
      const [row] = await db.select({ input: total('input'), output: total('output') }).from(draftRecords);
      return row ?? { input: 0, output: 0 };
    },
  };
}

export type MachinesRepository = ReturnType<typeof createMachinesRepository>;
