import { and, isNotNull, lt, or } from 'drizzle-orm';
import { comments } from '#shared/schema.ts';
import type { Db } from '../../db/client.ts';

export function createOutcomesRepository(db: Db) {
  return {
    /** Returns the comments that had any. */
    async removeOutcomes(checkedBefore: Date): Promise<number[]> {
      const known = or(isNotNull(comments.likeCount), isNotNull(comments.replyCount));
      const cleared = await db
        .update(comments)
        .set({ likeCount: null, replyCount: null, outcomesCheckedAt: null })
        .where(and(known, lt(comments.outcomesCheckedAt, checkedBefore)))
        .returning({ id: comments.id });
      return cleared.map(({ id }) => id);
    },
  };
}

export type OutcomesRepository = ReturnType<typeof createOutcomesRepository>;
