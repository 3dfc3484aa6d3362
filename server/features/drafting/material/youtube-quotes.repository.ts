import { asc, eq, lt } from 'drizzle-orm';
import { comments, draftRecords } from '#shared/schema.ts';
import type { Db } from '../../../db/client.ts';
import { withoutYouTubeParts, withoutYouTubeQuotes } from './youtube-quotes.rules.ts';

export function createYouTubeQuotesRepository(db: Db) {
  return {
    /** Returns the comments whose drafts held any. The revision stays: no text of theirs changes. */
    removeQuoted(before: Date, limit: number): Promise<number[]> {
      return db.transaction(async (tx) => {
        const rows = await tx
          .select({ record: draftRecords, analysis: comments.analysis })
          .from(draftRecords)
          .innerJoin(comments, eq(comments.id, draftRecords.commentId))
          .where(lt(draftRecords.quotedAt, before))
          .orderBy(asc(draftRecords.quotedAt))
          .limit(limit)
          .for('update');
        for (const { record, analysis } of rows) {
          const { commentId, why, alternatives } = record;
          await tx
            .update(draftRecords)
            .set({
              why: withoutYouTubeParts(why),
              alternatives: alternatives.map(withoutYouTubeQuotes),
              quotedAt: null,
            })
            .where(eq(draftRecords.commentId, commentId));
          if (analysis)
            await tx
              .update(comments)
              .set({ analysis: withoutYouTubeQuotes(analysis) })
              .where(eq(comments.id, commentId));
        }
        return rows.map(({ record }) => record.commentId);
      });
    },
  };
}

export type YouTubeQuotesRepository = ReturnType<typeof createYouTubeQuotesRepository>;
