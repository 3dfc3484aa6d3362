import { and, isNotNull, lt, or, sql } from 'drizzle-orm';
import { comments, draftRecords } from '#shared/schema.ts';
import type { Db } from '../../db/client.ts';

const forgottenText = 'Deleted after 30 days, as YouTube’s terms want of what it says.';

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

    async removeYouTubeFromPrompts(draftedBefore: Date): Promise<void> {
      const parts = sql`${draftRecords.why} -> 'parts'`;
      const forgotten = JSON.stringify({ text: forgottenText });
      const shortened = sql`(
        select jsonb_agg(
          case when part ->> 'name' in ('Video', 'Thread') then part || ${forgotten}::jsonb else part end order by place
        ) from jsonb_array_elements(${parts}) with ordinality as each_part(part, place)
      )`;
      await db
        .update(draftRecords)
        .set({ why: sql`jsonb_set(${draftRecords.why}, '{parts}', ${shortened})` })
        .where(
          and(
            lt(draftRecords.createdAt, draftedBefore),
            sql`${parts} @> '[{"name": "Video"}]' and not ${parts} @> jsonb_build_array(${forgotten}::jsonb)`,
          ),
        );
    },
  };
}

export type OutcomesRepository = ReturnType<typeof createOutcomesRepository>;
