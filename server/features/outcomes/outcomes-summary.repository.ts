import { and, eq, gte, inArray, isNull } from 'drizzle-orm';
import type { OutcomesSummary } from '#shared/contracts/outcomes.ts';
import { comments, replies } from '#shared/schema.ts';
import type { Db } from '../../db/client.ts';

export function createOutcomesSummaryRepository(db: Db) {
  return {
    async summary(hiddenSince: Date): Promise<OutcomesSummary> {
      const isHidden = and(
        inArray(comments.visibility, ['only_you', 'removed']),
        gte(comments.visibilityCheckedAt, hiddenSince),
        isNull(comments.withdrawnAt),
      );
      const [hiddenThisWeek, newReplies] = await Promise.all([
        db.$count(comments, isHidden),
        db.$count(replies, eq(replies.state, 'new')),
      ]);
      return { hiddenThisWeek, newReplies };
    },
  };
}

export type OutcomesSummaryRepository = ReturnType<typeof createOutcomesSummaryRepository>;
