import { and, eq, inArray, isNotNull, isNull, lte, notInArray, or, sql } from 'drizzle-orm';
import { comments, postAttempts, queueItems } from '#shared/schema.ts';
import type { Tx } from '../db/database.ts';

/** Checks what was being sent and never sends it again: another text may be posted there. */
export async function confirmUnsettled(tx: Tx, now: Date): Promise<number> {
  const unsettled = await tx
    .update(postAttempts)
    .set({ state: 'confirming', nextCheckAt: now, outcomeCode: null })
    .where(isNull(postAttempts.closedAt))
    .returning({ id: postAttempts.id });
  return unsettled.length;
}

/** Returns what may have been posted since; an open attempt decides for itself. */
export async function returnToReview(tx: Tx, due: Date | 'all', now: Date): Promise<number> {
  const isTimed =
    due === 'all'
      ? or(isNotNull(queueItems.dueAt), isNotNull(queueItems.scheduledFor))
      : or(lte(queueItems.dueAt, due), lte(queueItems.scheduledFor, due));
  const timed = tx.select({ id: queueItems.commentId }).from(queueItems).where(isTimed);
  const open = tx
    .select({ id: postAttempts.commentId })
    .from(postAttempts)
    .where(isNull(postAttempts.closedAt));
  const returned = await tx
    .update(comments)
    .set({ status: 'pending', revision: sql`${comments.revision} + 1`, updatedAt: now })
    .where(and(eq(comments.status, 'approved'), inArray(comments.id, timed), notInArray(comments.id, open)))
    .returning({ id: comments.id });
  const pending = tx.select({ id: comments.id }).from(comments).where(eq(comments.status, 'pending'));
  await tx
    .update(queueItems)
    .set({ scheduledFor: null, dueAt: null, nextTryAt: null, autoPost: false, blockedReason: 'restored' })
    .where(and(isTimed, inArray(queueItems.commentId, pending)));
  return returned.length;
}
