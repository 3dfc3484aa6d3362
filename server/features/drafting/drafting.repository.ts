import { and, desc, eq, isNull, lte, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { CommentAnalysis } from '#shared/contracts/comment-detail.ts';
import type { Alternative } from '#shared/contracts/drafts.ts';
import { comments, draftRecords, queueItems, replies } from '#shared/schema.ts';
import { type Db, firstRow, isOnYouTube, lockComment, pick } from '../../db/database.ts';
import { mostAlternatives, mostEarlierTexts, spent } from './drafting.rules.ts';
import type { DraftCall } from './prompts/requests.ts';

export type NewComment = typeof comments.$inferInsert;

export interface InsertedDraft {
  comment: NewComment;
  record: Omit<typeof draftRecords.$inferInsert, 'commentId'>;
  toQueue: boolean;
}

export function createDraftingRepository(db: Db) {
  return {
    async hasComment(videoId: number): Promise<boolean> {
      const isItsOwn = and(isNull(comments.replyId), isNull(comments.withdrawnAt));
      return (
        (await db.$count(comments, and(eq(comments.videoId, videoId), isItsOwn))) > 0
      );
    },

    /**
     * Stores a comment, its record and its queue item together, so that a crash leaves
     * all of them or none. Returns the id, or null if the video has a comment, the reply
     * has an answer, or the reply is gone (rule 3.1).
     */
    insert({ comment, record, toQueue }: InsertedDraft): Promise<number | null> {
      return db.transaction(async (tx) => {
        const reply = eq(replies.id, comment.replyId ?? 0);
        if (comment.replyId && (await tx.$count(replies, reply)) === 0) return null;
        const [row] = await tx
          .insert(comments)
          .values(comment)
          .onConflictDoNothing()
          .returning({ id: comments.id });
        if (!row) return null;
        await tx.insert(draftRecords).values({ commentId: row.id, ...record });
        if (toQueue)
          await tx
            .insert(queueItems)
            .values({ commentId: row.id, createdAt: comment.createdAt });
        return row.id;
      });
    },

    record: (commentId: number) =>
      firstRow(
        db.select().from(draftRecords).where(eq(draftRecords.commentId, commentId)),
      ),

    /**
     * Stores a reading if the comment still contains the text that was read. The revision
     * stays, because no text changes and an edit in progress must not be refused. Returns
     * true if the reading was stored.
     */
    keepReading(
      { commentId, text, call, now }: KeptReading,
      judge: Judge,
    ): Promise<boolean> {
      return db.transaction(async (tx) => {
        const comment = await lockComment(tx, commentId);
        if (
          !comment?.analysis ||
          (comment.content !== text && comment.generatedContent !== text)
        )
          return false;
        await tx
          .update(comments)
          .set(judge(comment.analysis))
          .where(eq(comments.id, commentId));
        const ofComment = eq(draftRecords.commentId, commentId);
        const [record] = await tx
          .select()
          .from(draftRecords)
          .where(ofComment)
          .for('update');
        const why = record?.why ? { ...record.why, ...spent([record.why, call]) } : null;
        const quotedAt = record?.quotedAt ?? now;
        // Also creates a missing record, since its date tells how old the quotes from
        // YouTube are (rule 3.7).
        await tx
          .insert(draftRecords)
          .values({ commentId, why, quotedAt, createdAt: now })
          .onConflictDoUpdate({ target: draftRecords.commentId, set: { why, quotedAt } });
        return true;
      });
    },

    /**
     * Adds alternatives to the present record, even if the draft was replaced in the
     * meantime. Returns false if the comment no longer has a draft written by the model.
     */
    addAlternatives(
      commentId: number,
      more: readonly Alternative[],
      now: Date,
    ): Promise<boolean> {
      return db.transaction(async (tx) => {
        if (!(await lockComment(tx, commentId))) return false;
        const ofComment = eq(draftRecords.commentId, commentId);
        const [record] = await tx
          .select()
          .from(draftRecords)
          .where(ofComment)
          .for('update');
        if (!record?.why) return false;
        const alternatives = [
          ...record.alternatives.slice(0, mostAlternatives - more.length),
          ...more,
        ];
        const quotedAt = record.quotedAt ?? now;
        await tx.update(draftRecords).set({ alternatives, quotedAt }).where(ofComment);
        return true;
      });
    },

    async earlierTexts(exceptVideoId: number | null, limit: number): Promise<string[]> {
      const rows = await db
        .select({ content: comments.content })
        .from(comments)
        .where(exceptVideoId === null ? undefined : ne(comments.videoId, exceptVideoId))
        .orderBy(desc(comments.createdAt), desc(comments.id))
        .limit(limit);
      return rows.map(({ content }) => content);
    },

    /**
     * Returns a reply and its comment with the latest replies and answers before it,
     * newest first.
     */
    answered: (replyId: number) => readAnswered(db, replyId),
  };
}

interface KeptReading {
  commentId: number;
  text: string;
  call: DraftCall;
  now: Date;
}

type Judge = (present: CommentAnalysis) => {
  qualityScore: number;
  analysis: CommentAnalysis;
};

const answers = alias(comments, 'answers');

export type DraftingRepository = ReturnType<typeof createDraftingRepository>;
export type AnsweredReply = NonNullable<
  Awaited<ReturnType<DraftingRepository['answered']>>
>;

async function readAnswered(db: Db, replyId: number) {
  const [row] = await db
    .select({ reply: replies, comment: comments, answerId: answers.id })
    .from(replies)
    .innerJoin(comments, eq(comments.id, replies.commentId))
    .leftJoin(answers, eq(answers.replyId, replies.id))
    .where(eq(replies.id, replyId));
  if (!row) return null;
  const { id, commentId, publishedAt } = row.reply;
  const others = await db
    .select({
      ...pick(replies, 'authorName', 'text', 'hasPicture'),
      at: replies.publishedAt,
    })
    .from(replies)
    .where(
      and(
        eq(replies.commentId, commentId),
        ne(replies.id, id),
        lte(replies.publishedAt, publishedAt),
      ),
    )
    .orderBy(desc(replies.publishedAt), desc(replies.id))
    .limit(mostEarlierTexts);
  const own = await db
    .select({ text: comments.content, at: comments.postedAt })
    .from(comments)
    .innerJoin(replies, eq(replies.id, comments.replyId))
    .where(
      and(
        eq(replies.commentId, commentId),
        lte(comments.postedAt, publishedAt),
        isOnYouTube,
      ),
    )
    .orderBy(desc(comments.postedAt), desc(comments.id))
    .limit(mostEarlierTexts);
  return { ...row, others, own };
}
