import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import { commentSteps } from '#shared/schema.ts';
import { type Db, firstRow, isOneOf, type Tx } from '../../db/database.ts';
import type { NewStep, StepRow } from './steps.rules.ts';

/**
 * Reads and deletes steps. `comments.repository.ts` writes them together with their
 * changes.
 */
export function createJournalRepository(db: Db) {
  return {
    /** Returns the steps with these ids, newest first. Skips unknown ids. */
    find: (
      ids: readonly string[],
    ): Promise<Pick<StepRow, 'id' | 'commentId' | 'statusBefore' | 'placeBefore'>[]> =>
      db
        .select({
          id: commentSteps.id,
          commentId: commentSteps.commentId,
          statusBefore: commentSteps.statusBefore,
          placeBefore: commentSteps.placeBefore,
        })
        .from(commentSteps)
        .where(isOneOf(commentSteps.id, ids))
        .orderBy(desc(commentSteps.number)),

    async deleteOlderThan(time: Date): Promise<void> {
      await db.delete(commentSteps).where(lt(commentSteps.madeAt, time));
    },
  };
}

export type JournalRepository = ReturnType<typeof createJournalRepository>;

export async function insertStep(tx: Tx, step: NewStep, madeAt: Date): Promise<string> {
  const id = randomUUID();
  await tx.insert(commentSteps).values({ id, ...step, madeAt });
  return id;
}

/** Must be called while the step's comment is locked. */
export const findStep = (tx: Tx, id: string): Promise<StepRow | null> =>
  firstRow(tx.select().from(commentSteps).where(eq(commentSteps.id, id)));

/**
 * Marks a step as undone. The comment is back in the state that earlier steps left, but
 * with a newer revision. Those steps get that revision too, so that they can be undone
 * next.
 */
export async function markUndone(
  tx: Tx,
  { id, commentId, revisionBefore }: StepRow,
  revision: number,
  now: Date,
): Promise<void> {
  await tx.update(commentSteps).set({ undoneAt: now }).where(eq(commentSteps.id, id));
  if (revisionBefore === null) return;
  const leftIt = and(
    eq(commentSteps.commentId, commentId),
    eq(commentSteps.revisionLeft, revisionBefore),
    isNull(commentSteps.undoneAt),
  );
  await tx.update(commentSteps).set({ revisionLeft: revision }).where(leftIt);
}
