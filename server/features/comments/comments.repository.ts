import { eq } from 'drizzle-orm';
import type { StepKind } from '#shared/contracts/steps.ts';
import {
  comments,
  draftRecords,
  postAttempts,
  queueItems,
  replies,
  videos,
} from '#shared/schema.ts';
import { type Db, firstRow, isOpenAttempt, onlyRow, type Tx } from '../../db/database.ts';
import type { ChangedComment, CommentChange, CommentView } from './comment.view.ts';
import { decisionFields } from './comment-fields.repository.ts';
import { findStep, insertStep, markUndone } from './journal.repository.ts';
import { type PresentStep, type StepRow, stepBetween } from './steps.rules.ts';

export function createCommentsRepository(db: Db) {
  return {
    comment: (id: number): Promise<CommentView | null> =>
      firstRow(views(db).where(eq(comments.id, id))),

    async commentIdOfQueueItem(id: number): Promise<number | null> {
      const [row] = await db
        .select({ commentId: queueItems.commentId })
        .from(queueItems)
        .where(eq(queueItems.id, id));
      return row?.commentId ?? null;
    },

    /**
     * Writes the change that `decide` returns, and journals it as a step of this kind
     * unless `kind` is null. `decide` may throw; it runs under the row lock, so that a
     * claim for posting and a change cannot overlap.
     */
    change(
      id: number,
      { kind, now }: { kind: StepKind | null; now: Date },
      decide: (view: CommentView) => CommentChange | null,
    ): Promise<ChangedComment | null> {
      return db.transaction(async (tx) => {
        const view = await lockedView(tx, id);
        if (!view) return null;
        const change = decide(view);
        if (!change) return { ...view, step: null };
        if (change.discard) {
          await tx.delete(comments).where(eq(comments.id, id));
          return { ...view, step: null };
        }
        const changed = await write(tx, view, change, now);
        return {
          ...changed,
          step: kind && (await insertStep(tx, stepBetween(view, changed, kind), now)),
        };
      });
    },

    /**
     * Writes the change that `decide` returns to undo a step, and journals the undo as a
     * step too. `decide` may throw. It runs under the row lock, so that of two requests
     * to undo the same step the second one finds it undone. Returns null for an unknown
     * step.
     */
    undoStep(
      { id, commentId }: Pick<StepRow, 'id' | 'commentId'>,
      now: Date,
      decide: (present: PresentStep) => CommentChange,
    ): Promise<(ChangedComment & { step: string }) | null> {
      return db.transaction(async (tx) => {
        const view = await lockedView(tx, commentId);
        const step = await findStep(tx, id);
        if (!view || !step) return null;
        const ofComment = eq(draftRecords.commentId, commentId);
        const record = await firstRow(
          tx.select().from(draftRecords).where(ofComment).for('update'),
        );
        const undone = await write(tx, view, decide({ view, step, record }), now);
        await markUndone(tx, step, undone.comment.revision, now);
        return {
          ...undone,
          step: await insertStep(tx, stepBetween(view, undone, 'undo', step), now),
        };
      });
    },
  };
}

export type CommentsRepository = ReturnType<typeof createCommentsRepository>;

function views(on: Db | Tx) {
  return on
    .select(decisionFields)
    .from(comments)
    .innerJoin(videos, eq(videos.id, comments.videoId))
    .leftJoin(queueItems, eq(queueItems.commentId, comments.id))
    .leftJoin(postAttempts, isOpenAttempt)
    .leftJoin(replies, eq(replies.id, comments.replyId));
}

/**
 * Returns the comment as stored, with its row locked until the end of the transaction.
 */
async function lockedView(tx: Tx, id: number): Promise<CommentView | null> {
  await tx
    .select({ id: comments.id })
    .from(comments)
    .where(eq(comments.id, id))
    .for('update');
  return firstRow(views(tx).where(eq(comments.id, id)));
}

/** Returns the comment after the change. */
async function write(
  tx: Tx,
  view: CommentView,
  change: CommentChange,
  now: Date,
): Promise<CommentView> {
  const { comment, queueItem } = view;
  if (change.comment)
    await tx
      .update(comments)
      .set({ ...change.comment, updatedAt: now })
      .where(eq(comments.id, comment.id));
  if (change.draftRecord) {
    const ofComment = eq(draftRecords.commentId, comment.id);
    const present = await firstRow(
      tx.select().from(draftRecords).where(ofComment).for('update'),
    );
    const record = { ...change.draftRecord(present, comment), createdAt: now };
    await tx
      .insert(draftRecords)
      .values({ commentId: comment.id, ...record })
      .onConflictDoUpdate({ target: draftRecords.commentId, set: record });
  }
  if (change.removeFromQueue) {
    await tx.delete(queueItems).where(eq(queueItems.commentId, comment.id));
  } else if (change.queueItem && queueItem) {
    await tx
      .update(queueItems)
      .set(change.queueItem)
      .where(eq(queueItems.id, queueItem.id));
  } else if (change.queueItem) {
    await tx
      .insert(queueItems)
      .values({ createdAt: now, ...change.queueItem, commentId: comment.id });
  }
  return onlyRow(views(tx).where(eq(comments.id, comment.id)));
}
