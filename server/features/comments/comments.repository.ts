import { eq } from 'drizzle-orm';
import { comments, draftRecords, postAttempts, queueItems, replies, videos } from '#shared/schema.ts';
import { type Db, postedAs, type Tx } from '../../db/database.ts';
import type { CommentChange, CommentView } from './comment.view.ts';
import { answered, isOpenAttempt, openAttempt, previousTextCount } from './lists.repository.ts';

export function createCommentsRepository(db: Db) {
  return {
    async comment(id: number): Promise<CommentView | null> {
      const [view] = await views(db).where(eq(comments.id, id));
      return view ?? null;
    },

    async commentIdOfQueueItem(id: number): Promise<number | null> {
      const [row] = await db
        .select({ commentId: queueItems.commentId })
        .from(queueItems)
        .where(eq(queueItems.id, id));
      return row?.commentId ?? null;
    },

    /** `decide` may throw; it runs under the row lock, so that a claim and a change never cross. */
    change(
      id: number,
      now: Date,
      decide: (view: CommentView) => CommentChange | null,
    ): Promise<CommentView | null> {
      return db.transaction(async (tx) => {
        await tx.select({ id: comments.id }).from(comments).where(eq(comments.id, id)).for('update');
        const [view] = await views(tx).where(eq(comments.id, id));
        if (!view) return null;
        const change = decide(view);
        if (!change) return view;
        if (change.discard) {
          await tx.delete(comments).where(eq(comments.id, id));
          return view;
        }
        await write(tx, view, change, now);
        const [changed] = await views(tx).where(eq(comments.id, id));
        return changed ?? null;
      });
    },
  };
}

export type CommentsRepository = ReturnType<typeof createCommentsRepository>;

function views(on: Db | Tx) {
  return on
    .select({
      comment: comments,
      previousTextCount,
      postedAs,
      video: videos,
      queueItem: queueItems,
      openAttempt,
      answered,
    })
    .from(comments)
    .innerJoin(videos, eq(videos.id, comments.videoId))
    .leftJoin(queueItems, eq(queueItems.commentId, comments.id))
    .leftJoin(postAttempts, isOpenAttempt)
    .leftJoin(replies, eq(replies.id, comments.replyId));
}

async function write(tx: Tx, view: CommentView, change: CommentChange, now: Date): Promise<void> {
  const { comment, queueItem } = view;
  if (change.comment)
    await tx
      .update(comments)
      .set({ ...change.comment, updatedAt: now })
      .where(eq(comments.id, comment.id));
  if (change.draftRecord) {
    const record = { ...change.draftRecord, createdAt: now };
    await tx
      .insert(draftRecords)
      .values({ commentId: comment.id, ...record })
      .onConflictDoUpdate({ target: draftRecords.commentId, set: record });
  }
  if (change.removeFromQueue) {
    await tx.delete(queueItems).where(eq(queueItems.commentId, comment.id));
  } else if (change.queueItem && queueItem) {
    await tx.update(queueItems).set(change.queueItem).where(eq(queueItems.id, queueItem.id));
  } else if (change.queueItem) {
    await tx.insert(queueItems).values({ createdAt: now, ...change.queueItem, commentId: comment.id });
  }
}
