import { and, eq, inArray, isNotNull, isNull, lte, notInArray, or, sql } from 'drizzle-orm';
import { comments, postAttempts, queueItems } from '#shared/schema.ts';
import type { Tx } from '../db/client.ts';

/**
 * What was being sent when the backup was made: only a look at YouTube tells what became of it (DESIGN §7).
 * Nothing of it is sent once more: since then a person may have posted another text there.
 */
export async function confirmUnsettled(tx: Tx, now: Date): Promise<number> {
  const unsettled = await tx
    .update(postAttempts)
    .set({ state: 'confirming', nextCheckAt: now, outcomeCode: null })
    .where(isNull(postAttempts.closedAt))
    .returning({ id: postAttempts.id });
  return unsettled.length;
}

/**
 * Takes approved comments that were due by then, or all that have a time, back to review: between the backup and
 * now they may have been posted. Those with an open attempt are left to its outcome.
 */
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
  // Only an approved comment has a time, so these are the ones just returned.
  const pending = tx.select({ id: comments.id }).from(comments).where(eq(comments.status, 'pending'));
  await tx
    .update(queueItems)
    .set({ scheduledFor: null, dueAt: null, nextTryAt: null, autoPost: false, blockedReason: 'restored' })
    .where(and(isTimed, inArray(queueItems.commentId, pending)));
  return returned.length;
}
