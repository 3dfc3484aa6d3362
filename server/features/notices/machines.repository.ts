import { desc, eq, max, min, sql } from 'drizzle-orm';
import { apiTokens, comments, draftRecords, notices, postAttempts, queueItems } from '#shared/schema.ts';
import { type Db, queryRows } from '../../db/database.ts';

export type TokenRow = typeof apiTokens.$inferSelect;

/** One number of a metric; `label` is empty where it has only one. */
export type Counted = {
  metric: 'queue' | 'posts' | 'failures' | 'notices' | 'tokens';
  label: string;
  value: number;
};

const tokensOf = (part: string) => sql`sum((${draftRecords.why} -> 'tokens' ->> ${part})::bigint)`;
const countedSql = sql`
  select 'queue' as metric, case when ${comments.status} = 'approved' and ${queueItems.dueAt} is not null
      then 'scheduled' else ${comments.status} end as label, count(*)::float8 as value
    from ${queueItems} join ${comments} on ${comments.id} = ${queueItems.commentId} group by 2
  union all select 'posts', '', count(*) from ${postAttempts}
    where ${postAttempts.kind} = 'insert' and ${postAttempts.state} = 'posted'
  union all select 'failures', coalesce(${postAttempts.outcomeCode}, 'none'), count(*) from ${postAttempts}
    where ${postAttempts.kind} = 'insert' and ${postAttempts.state} = 'failed' group by 2
  union all select 'notices', ${notices.type}, count(*) from ${notices}
    where ${notices.toldAt} is not null group by 2
  union all select 'tokens', 'input', coalesce(${tokensOf('input')}, 0) from ${draftRecords}
  union all select 'tokens', 'output', coalesce(${tokensOf('output')}, 0) from ${draftRecords}`;

export function createMachinesRepository(db: Db) {
  return {
    tokens: (): Promise<TokenRow[]> => db.select().from(apiTokens).orderBy(desc(apiTokens.id)),

    async addToken(token: Omit<TokenRow, 'id'>): Promise<TokenRow> {
      const [row] = await db.insert(apiTokens).values(token).returning();
      if (!row) throw new Error('No token was inserted.');
      return row;
    },

    async removeToken(id: number): Promise<boolean> {
      return (await db.delete(apiTokens).where(eq(apiTokens.id, id)).returning()).length > 0;
    },

    async knowsToken(tokenHash: string): Promise<boolean> {
      return (await db.$count(apiTokens, eq(apiTokens.tokenHash, tokenHash))) > 0;
    },

    async times(): Promise<{ nextDue: Date | null; lastPosted: Date | null }> {
      const [due] = await db.select({ at: min(queueItems.dueAt) }).from(queueItems);
      const [posted] = await db.select({ at: max(comments.postedAt) }).from(comments);
      return { nextDue: due?.at ?? null, lastPosted: posted?.at ?? null };
    },

    counted: () => queryRows<Counted>(db, countedSql),
  };
}

export type MachinesRepository = ReturnType<typeof createMachinesRepository>;
