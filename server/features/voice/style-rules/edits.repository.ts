import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import { comments } from '#shared/schema.ts';
import type { Db } from '../../../db/database.ts';

export interface Edit {
  commentId: number;
  before: string;
  after: string;
}

export function createEditsRepository(db: Db) {
  return {
    newestEdits(profileId: number, limit: number): Promise<Edit[]> {
      return db
        .select({ commentId: comments.id, before: comments.generatedContent, after: comments.content })
        .from(comments)
        .where(
          and(
            eq(comments.voiceProfileId, profileId),
            inArray(comments.status, ['approved', 'posted']),
            ne(comments.content, comments.generatedContent),
          ),
        )
        .orderBy(desc(comments.updatedAt), desc(comments.id))
        .limit(limit);
    },
  };
}

export type EditsRepository = ReturnType<typeof createEditsRepository>;
