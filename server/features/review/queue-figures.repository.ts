import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { comments, postAttempts, queueItems } from '#shared/schema.ts';
import type { Db } from '../../db/database.ts';

const inReview = isNull(queueItems.scheduledFor);
const pending = and(inReview, eq(comments.status, 'pending'));
const approved = and(inReview, eq(comments.status, 'approved'), isNull(postAttempts.id));
const having = (status: 'rejected' | 'failed') => and(inReview, eq(comments.status, status));
const scheduled = and(isNotNull(queueItems.scheduledFor), eq(comments.status, 'approved'));

const due = and(isNotNull(queueItems.dueAt), eq(comments.status, 'approved'), isNull(postAttempts.id));

const countOf = (which: SQL | undefined) => sql`count(*) filter (where ${which})`.mapWith(Number);

export function createQueueFiguresRepository(db: Db) {
  return {
    async figures() {
      const [figures] = await db
        .select({
          inReview: countOf(inReview),
          pending: countOf(pending),
          approved: countOf(approved),
          rejected: countOf(having('rejected')),
          failed: countOf(having('failed')),
          scheduled: countOf(scheduled),
          pendingCharacters:
            sql`coalesce(sum(char_length(${comments.content})) filter (where ${pending}), 0)`.mapWith(Number),
          first: sql<Date | null>`min(${queueItems.scheduledFor}) filter (where ${scheduled})`.mapWith(
            queueItems.scheduledFor,
          ),
          nextDueAt: sql<Date | null>`min(${queueItems.dueAt}) filter (where ${due})`.mapWith(
            queueItems.dueAt,
          ),
          last: sql<Date | null>`max(${queueItems.scheduledFor}) filter (where ${scheduled})`.mapWith(
            queueItems.scheduledFor,
          ),
        })
        .from(queueItems)
        .innerJoin(comments, eq(comments.id, queueItems.commentId))
        .leftJoin(
          postAttempts,
          and(eq(postAttempts.commentId, queueItems.commentId), isNull(postAttempts.closedAt)),
        )
        .where(inArray(comments.status, ['pending', 'approved', 'rejected', 'failed']));
      if (!figures) throw new Error('An aggregate always has a row.');
      return figures;
    },
  };
}

export type QueueFiguresRepository = ReturnType<typeof createQueueFiguresRepository>;
