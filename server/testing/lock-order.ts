import { asc, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { comments } from '#shared/schema.ts';
import { type Db, queryRows } from '../db/database.ts';

const isWaiting = sql`select 1 from pg_locks where not granted`;

/** Fails unless `work`, while somebody holds the first comment, leaves the second one free. Only on PostgreSQL. */
export async function expectLocksById(db: Db, work: () => Promise<unknown>): Promise<void> {
  const [first, second] = await db.select({ id: comments.id }).from(comments).orderBy(asc(comments.id));
  if (!first || !second) throw new Error('Two comments are needed.');
  let working: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    const lock = (id: number) =>
      tx.select().from(comments).where(eq(comments.id, id)).for('update', { noWait: true });
    await lock(first.id);
    working = work();
    await expect.poll(() => queryRows(db, isWaiting)).not.toEqual([]);
    await lock(second.id);
  });
  await working;
}
