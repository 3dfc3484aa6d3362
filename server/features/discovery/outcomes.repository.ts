import { and, isNotNull, lt, or } from 'drizzle-orm';
import { comments } from '#shared/schema.ts';
import type { Db } from '../../db/client.ts';

/** What YouTube said of our own comments: likes, replies, visibility. */
export function createOutcomesRepository(db: Db) {
  return {
    /** Forgets what was learned before `before`; how many comments those were. */
    async forget(before: Date): Promise<number> {
      const known = or(
        isNotNull(comments.likeCount),
        isNotNull(comments.replyCount),
        isNotNull(comments.visibility),
      );
      const forgotten = await db
        .update(comments)
        .set({ likeCount: null, replyCount: null, visibility: null, outcomesCheckedAt: null })
        .where(and(known, lt(comments.outcomesCheckedAt, before)))
        .returning({ id: comments.id });
      return forgotten.length;
    },
  };
}

export type OutcomesRepository = ReturnType<typeof createOutcomesRepository>;
