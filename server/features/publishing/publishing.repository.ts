import { and, asc, desc, eq, gte, isNotNull, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import { pacificMidnight } from '#shared/rules/pacific-day.ts';
import { comments, postAttempts, queueItems } from '#shared/schema.ts';
import type { Db, Tx } from '../../db/client.ts';
import { type Attempt, postedSince } from './claim.repository.ts';
import { changeHold } from './hold.repository.ts';
import type { Hold } from './hold.rules.ts';
import type { Settlement } from './settlement.rules.ts';

export function createPublishingRepository(db: Db) {
  return {
    /** One transaction: attempt, comment, queue item, hold. A success is recorded even if the attempt was given up. */
    settle(
      attempt: Attempt,
      settlement: Settlement,
      now: Date,
      hold?: (current: Hold | null) => Hold | null,
    ): Promise<boolean> {
      return db.transaction(async (tx) => {
        // The same order of locks as in every other change of a comment.
        const [before] = await tx
          .select({ content: comments.content, style: comments.style, previousTexts: comments.previousTexts })
          .from(comments)
          .where(eq(comments.id, attempt.commentId))
          .for('update');
        const mayWrite = settlement.attempt.state === 'posted' ? undefined : isNull(postAttempts.closedAt);
        const [settled] = await tx
          .update(postAttempts)
          .set(settlement.attempt)
          .where(and(eq(postAttempts.id, attempt.id), ne(postAttempts.state, 'posted'), mayWrite))
          .returning({ id: postAttempts.id });
        if (!settled) return false;
        const isOther = settlement.attempt.state === 'posted' && before && before.content !== attempt.content;
        const comment = isOther
          ? { ...settlement.comment, ...asSent(before, attempt.content, now) }
          : settlement.comment;
        await writeSettlement(tx, attempt.commentId, { ...settlement, ...(comment && { comment }) }, now);
        if (hold) await changeHold(tx, hold);
        return true;
      });
    },

    /** How often an attempt for this comment came to nothing. */
    timesReleased: (commentId: number): Promise<number> =>
      db.$count(postAttempts, and(eq(postAttempts.commentId, commentId), eq(postAttempts.state, 'released'))),

    /** Lets others go first until then; nothing for a comment that is not to go out by itself. */
    async setAside(commentId: number, until: Date): Promise<void> {
      await db
        .update(queueItems)
        .set({ blockedReason: 'set_aside', nextTryAt: until })
        .where(and(eq(queueItems.commentId, commentId), isNotNull(queueItems.dueAt)));
    },

    /** Fails a comment that may not even be tried; false where it is no longer waiting. */
    fail(commentId: number, settlement: Settlement, now: Date): Promise<boolean> {
      return db.transaction(async (tx) => {
        if (!(await isWaiting(tx, commentId))) return false;
        await writeSettlement(tx, commentId, settlement, now);
        return true;
      });
    },

    /** Outcome codes since the approval, oldest first. */
    async earlierOutcomes(attempt: Attempt): Promise<(string | null)[]> {
      const rows = await db
        .select({ outcomeCode: postAttempts.outcomeCode })
        .from(postAttempts)
        .innerJoin(comments, eq(comments.id, postAttempts.commentId))
        .where(
          and(
            eq(postAttempts.commentId, attempt.commentId),
            lt(postAttempts.id, attempt.id),
            or(isNull(comments.reviewedAt), gte(postAttempts.startedAt, comments.reviewedAt)),
          ),
        )
        .orderBy(asc(postAttempts.id));
      return rows.map(({ outcomeCode }) => outcomeCode);
    },

    async looksDue(now: Date, limit: number): Promise<Attempt[]> {
      return db
        .select()
        .from(postAttempts)
        .where(
          and(
            eq(postAttempts.state, 'confirming'),
            isNull(postAttempts.closedAt),
            lte(postAttempts.nextCheckAt, now),
          ),
        )
        .orderBy(asc(postAttempts.nextCheckAt))
        .limit(limit);
    },

    async postponeCheck(attemptId: number, nextCheckAt: Date): Promise<void> {
      await db
        .update(postAttempts)
        .set({ nextCheckAt })
        .where(and(eq(postAttempts.id, attemptId), isNull(postAttempts.closedAt)));
    },

    async lastAttempt(commentId: number): Promise<Attempt | null> {
      const [attempt] = await db
        .select()
        .from(postAttempts)
        .where(eq(postAttempts.commentId, commentId))
        .orderBy(desc(postAttempts.id))
        .limit(1);
      return attempt ?? null;
    },

    postedToday: (now: Date) => postedSince(db, pacificMidnight(now)),
  };
}

export type PublishingRepository = ReturnType<typeof createPublishingRepository>;

/** Locks the comment and tells whether it is approved and no attempt is open. */
export async function isWaiting(tx: Tx, commentId: number): Promise<boolean> {
  const [comment] = await tx
    .select({ status: comments.status })
    .from(comments)
    .where(eq(comments.id, commentId))
    .for('update');
  const open = await tx.$count(
    postAttempts,
    and(eq(postAttempts.commentId, commentId), isNull(postAttempts.closedAt)),
  );
  return comment?.status === 'approved' && open === 0;
}

/** A posted comment shows what was sent; what it said by then is kept among its earlier texts. */
function asSent(
  before: Pick<typeof comments.$inferSelect, 'content' | 'style' | 'previousTexts'>,
  content: string,
  now: Date,
) {
  const unsent = { content: before.content, style: before.style, replacedAt: now.toISOString() };
  return { content, previousTexts: [...before.previousTexts, unsent] };
}

async function writeSettlement(tx: Tx, commentId: number, settlement: Settlement, now: Date): Promise<void> {
  const { comment, queueItem, removeFromQueue } = settlement;
  if (comment) {
    await tx
      .update(comments)
      .set({ ...comment, revision: sql`${comments.revision} + 1`, updatedAt: now })
      .where(eq(comments.id, commentId));
  }
  if (removeFromQueue) await tx.delete(queueItems).where(eq(queueItems.commentId, commentId));
  else if (queueItem)
    await tx
      .insert(queueItems)
      .values({ createdAt: now, ...queueItem, commentId })
      .onConflictDoUpdate({ target: queueItems.commentId, set: queueItem });
}
