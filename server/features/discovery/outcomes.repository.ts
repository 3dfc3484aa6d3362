import { and, isNotNull, lt, or, sql } from 'drizzle-orm';
import { comments, draftRecords } from '#shared/schema.ts';
import type { Db } from '../../db/client.ts';

const forgottenText = 'Deleted after 30 days, as YouTube’s terms want of what it says about a video.';

export function createOutcomesRepository(db: Db) {
  return {
    async removeOutcomes(checkedBefore: Date): Promise<number> {
      const known = or(
        isNotNull(comments.likeCount),
        isNotNull(comments.replyCount),
        isNotNull(comments.visibility),
      );
      const cleared = await db
        .update(comments)
        .set({ likeCount: null, replyCount: null, visibility: null, outcomesCheckedAt: null })
        .where(and(known, lt(comments.outcomesCheckedAt, checkedBefore)))
        .returning({ id: comments.id });
      return cleared.length;
    },

    async removeVideoFromPrompts(draftedBefore: Date): Promise<void> {
      const parts = sql`${draftRecords.why} -> 'parts'`;
      const forgotten = JSON.stringify([{ name: 'Video', text: forgottenText }]);
      const shortened = sql`(
        select jsonb_agg(
          case when part ->> 'name' = 'Video' then ${forgotten}::jsonb -> 0 else part end order by place
        ) from jsonb_array_elements(${parts}) with ordinality as each_part(part, place)
      )`;
      await db
        .update(draftRecords)
        .set({ why: sql`jsonb_set(${draftRecords.why}, '{parts}', ${shortened})` })
        .where(
          and(
            lt(draftRecords.createdAt, draftedBefore),
            sql`${parts} @> '[{"name": "Video"}]' and not ${parts} @> ${forgotten}::jsonb`,
          ),
        );
    },
  };
}

export type OutcomesRepository = ReturnType<typeof createOutcomesRepository>;
