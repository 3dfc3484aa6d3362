import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import { comments, postAttempts, postingHold, queueItems, replies } from '#shared/schema.ts';
import type { Db, Tx } from '../../db/database.ts';
import { raiseNotice } from '../../db/raise-notice.ts';
import type { Hold } from './brakes.rules.ts';
import type { Settlement } from './settlement.rules.ts';

export type Attempt = typeof postAttempts.$inferSelect;

type HoldChanger = (current: Hold | null) => Hold | null;

export function createAttemptsRepository(db: Db) {
  return {
    /** Settles in one transaction; records a success even after the attempt was closed. */
    settle(attempt: Attempt, settlement: Settlement, now: Date, hold?: HoldChanger): Promise<boolean> {
      return db.transaction(async (tx) => {
        // Lock the comment first, as every other change does.
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
        const texts = before && textsAfter(before, attempt, settlement.attempt.state, now);
        const comment = texts ? { ...settlement.comment, ...texts } : settlement.comment;
        await writeSettlement(tx, attempt.commentId, { ...settlement, ...(comment && { comment }) }, now);
        if (comment?.withdrawnAt) await withdrawAnswers(tx, attempt.commentId, comment.withdrawnAt);
        if (hold) await changeHold(tx, hold);
        if (settlement.attempt.state === 'posted') await markAnswered(tx, attempt.commentId);
        return true;
      });
    },

    timesReleased: (commentId: number): Promise<number> =>
      db.$count(postAttempts, and(eq(postAttempts.commentId, commentId), eq(postAttempts.state, 'released'))),

    /** Only scheduled comments wait. */
    async setAside(commentId: number, until: Date): Promise<void> {
      await db
        .update(queueItems)
        .set({ blockedReason: 'set_aside', nextTryAt: until })
        .where(and(eq(queueItems.commentId, commentId), isNotNull(queueItems.dueAt)));
    },

    fail(commentId: number, settlement: Settlement, now: Date): Promise<boolean> {
      return db.transaction(async (tx) => {
        if (!(await isWaiting(tx, commentId))) return false;
        await writeSettlement(tx, commentId, settlement, now);
        return true;
      });
    },

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

    async dueChecks(now: Date, limit: number): Promise<Attempt[]> {
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

    /** Those that may have put the comment on YouTube, the first one first. */
    async doubtful(commentId: number): Promise<Attempt[]> {
      const codes = ['unconfirmed', 'processing_failure', 'processing_failed'];
      return db
        .select()
        .from(postAttempts)
        .where(and(eq(postAttempts.commentId, commentId), inArray(postAttempts.outcomeCode, codes)))
        .orderBy(asc(postAttempts.id));
    },

    /** Of a comment that was posted. */
    async onYouTube(commentId: number): Promise<{ youtubeCommentId: string; content: string } | null> {
      const [row] = await db
        .select({ youtubeCommentId: comments.youtubeCommentId, content: comments.content })
        .from(comments)
        .where(eq(comments.id, commentId));
      return row?.youtubeCommentId ? { ...row, youtubeCommentId: row.youtubeCommentId } : null;
    },

    async hold(): Promise<Hold | null> {
      const [hold] = await db.select().from(postingHold);
      return hold ?? null;
    },

    changeHold: (change: HoldChanger): Promise<void> => db.transaction((tx) => changeHold(tx, change)),
  };
}

export type AttemptsRepository = ReturnType<typeof createAttemptsRepository>;

export async function lockHold(tx: Tx): Promise<Hold | null> {
  const [hold] = await tx.select().from(postingHold).for('update');
  return hold ?? null;
}

/** Locks the hold after the comment, never the other way round. */
export async function changeHold(tx: Tx, change: HoldChanger): Promise<void> {
  const current = await lockHold(tx);
  const next = change(current);
  if (next === null) {
    if (current !== null) await tx.delete(postingHold);
  } else if (next !== current)
    await tx
      .insert(postingHold)
      .values({ ...next, id: 1 })
      .onConflictDoUpdate({ target: postingHold.id, set: next });
}

/** Locks the comment; true if it is approved and no attempt is open. */
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

/** Shows the text that was sent; another one, and a change that was not taken, are among the earlier texts. */
function textsAfter(
  before: Pick<typeof comments.$inferSelect, 'content' | 'style' | 'previousTexts'>,
  { kind, content }: Attempt,
  state: Attempt['state'],
  now: Date,
) {
  const kept = (text: string) => [
    ...before.previousTexts,
    { content: text, style: before.style, replacedAt: now.toISOString() },
  ];
  if (state === 'posted' && before.content !== content)
    return { content, previousTexts: kept(before.content) };
  return kind === 'change' && state === 'failed' ? { previousTexts: kept(content) } : null;
}

async function writeSettlement(tx: Tx, commentId: number, settlement: Settlement, now: Date): Promise<void> {
  const { comment, queueItem, removeFromQueue, keepsRevision } = settlement;
  const revision = keepsRevision ? undefined : sql`${comments.revision} + 1`;
  if (comment)
    await tx
      .update(comments)
      .set({ ...comment, ...(revision && { revision }), updatedAt: now })
      .where(eq(comments.id, commentId));
  if (comment?.failureCode === 'unconfirmed')
    await raiseNotice(tx, { type: 'comment.unconfirmed', subjects: [commentId], at: now });
  if (removeFromQueue) await tx.delete(queueItems).where(eq(queueItems.commentId, commentId));
  else if (queueItem)
    await tx
      .insert(queueItems)
      .values({ createdAt: now, ...queueItem, commentId })
      .onConflictDoUpdate({ target: queueItems.commentId, set: queueItem });
}

/** YouTube deletes them with their thread. */
async function withdrawAnswers(tx: Tx, commentId: number, withdrawnAt: Date): Promise<void> {
  const inThread = tx.select({ id: replies.id }).from(replies).where(eq(replies.commentId, commentId));
  await tx
    .update(comments)
    .set({ withdrawnAt, visibilityReason: 'gone_with_comment', nextLookAt: null, nextFiguresAt: null })
    .where(
      and(inArray(comments.replyId, inThread), eq(comments.status, 'posted'), isNull(comments.withdrawnAt)),
    );
}

/** Of a posted answer: the reply that it answers (rule 13.9). */
async function markAnswered(tx: Tx, commentId: number): Promise<void> {
  await tx
    .update(replies)
    .set({ state: 'answered' })
    .from(comments)
    .where(and(eq(comments.id, commentId), eq(replies.id, comments.replyId)));
}
