import {
  and,
  asc,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import {
  comments,
  googleAccount,
  postAttempts,
  replies,
  videos,
} from '#shared/schema.ts';
import {
  changedRows,
  type Db,
  isOnYouTube,
  lockComments,
  overwriting,
  pick,
} from '../../db/database.ts';
import type { Thread } from '../../providers/youtube/youtube.ts';

type NewReply = typeof replies.$inferInsert;

/** A thread whose replies were read to the end. */
export interface ReadThread {
  commentId: number;
  replyCount: number;
  youtubeReplyIds: readonly string[];
  /**
   * True if the list is as long as YouTube's count, so that replies missing from it are
   * gone.
   */
  isWhole: boolean;
  readAt: Date;
  /** Texts read before this time have to be read again. */
  oldBefore: Date;
}

/**
 * Values that delete a reply's data from YouTube. The state and the place in the thread
 * stay.
 */
const forgotten = {
  authorChannelId: null,
  authorName: null,
  text: null,
  hasPicture: false,
  likeCount: null,
};

/** Stores what was read of threads on YouTube. */
export function createReplyReadingRepository(db: Db) {
  const hasReply = (which: SQL | undefined) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(replies)
        .where(and(eq(replies.commentId, comments.id), which)),
    );

  async function threads(
    now: Date,
    which: SQL | undefined,
    order: SQL,
  ): Promise<string[]> {
    const rows = await db
      .select({ id: comments.youtubeCommentId })
      .from(comments)
      .where(and(isThread, isNotRefused(now), which))
      .orderBy(order);
    return rows.flatMap(({ id }) => id ?? []);
  }

  return {
    async knownThreads(youtubeCommentIds: readonly string[]) {
      if (youtubeCommentIds.length === 0) return [];
      const rows = await db
        .select({
          commentId: comments.id,
          youtubeCommentId: comments.youtubeCommentId,
          /** Channel of the video. */
          channelId: videos.channelId,
          readReplyCount: comments.readReplyCount,
          oldestTextAt: oldestTextAt.mapWith(replies.fetchedAt),
          ownChannels,
        })
        .from(comments)
        .innerJoin(videos, eq(videos.id, comments.videoId))
        .where(and(isThread, inArray(comments.youtubeCommentId, [...youtubeCommentIds])));
      return rows.map((row) => ({
        ...row,
        youtubeCommentId: row.youtubeCommentId ?? '',
      }));
    },

    /** Returns the number of new replies. Updates known ones, which keep their state. */
    async save(found: readonly NewReply[]): Promise<number> {
      if (found.length === 0) return 0;
      const saved = await db
        .insert(replies)
        // Sorted, so that two concurrent reads cannot deadlock.
        .values(found.toSorted((a, b) => (a.youtubeReplyId < b.youtubeReplyId ? -1 : 1)))
        .onConflictDoUpdate({ target: replies.youtubeReplyId, set: overwriting(read) })
        .returning({ isNew: sql<boolean>`xmax = 0` });
      return saved.filter(({ isNew }) => isNew).length;
    },

    /**
     * Stores the counts of threads that were just read. Returns the ids of the comments
     * whose counts changed.
     */
    recordCounts: (threads: readonly Thread[], readAt: Date): Promise<number[]> =>
      recordCounts(db, threads, readAt),

    /**
     * Deletes the replies that are gone from a whole list, and returns their number.
     * Replies that have an answer keep their place without their text. From a shorter
     * list, only texts that had to be renewed are deleted.
     */
    async finishReading(thread: ReadThread): Promise<number> {
      const { commentId, replyCount, youtubeReplyIds, isWhole, readAt, oldBefore } =
        thread;
      return db.transaction(async (tx) => {
        await tx
          .update(comments)
          .set({ readReplyCount: replyCount })
          .where(eq(comments.id, commentId));
        const isUnlisted = and(
          eq(replies.commentId, commentId),
          notInArray(replies.youtubeReplyId, [...youtubeReplyIds]),
        );
        const answer = tx
          .select({ id: comments.id })
          .from(comments)
          .where(eq(comments.replyId, replies.id));
        const isGone = and(isUnlisted, lte(replies.fetchedAt, readAt), notExists(answer));
        const gone = isWhole ? changedRows(await tx.delete(replies).where(isGone)) : 0;
        await tx
          .update(replies)
          .set(forgotten)
          .where(and(isUnlisted, lte(replies.fetchedAt, isWhole ? readAt : oldBefore)));
        return gone;
      });
    },

    /** Returns threads posted or replied to since then, newest first. */
    recentThreads: (since: Date, now: Date): Promise<string[]> =>
      threads(
        now,
        or(gte(comments.postedAt, since), hasReply(gte(replies.publishedAt, since))),
        desc(comments.postedAt),
      ),

    threadsToRenew: (fetchedBefore: Date, now: Date): Promise<string[]> =>
      threads(
        now,
        hasReply(and(isNotNull(replies.text), lt(replies.fetchedAt, fetchedBefore))),
        asc(comments.id),
      ),

    /** Returns the number of replies whose text, author or likes were deleted. */
    async forget(fetchedBefore: Date): Promise<number> {
      const { text, authorName, authorChannelId, likeCount } = replies;
      const isKnown = or(
        ...[text, authorName, authorChannelId, likeCount].map((one) => isNotNull(one)),
      );
      return changedRows(
        await db
          .update(replies)
          .set(forgotten)
          .where(and(lt(replies.fetchedAt, fetchedBefore), isKnown)),
      );
    },
  };
}

export type ReplyReadingRepository = ReturnType<typeof createReplyReadingRepository>;
export type KnownThread = Awaited<
  ReturnType<ReplyReadingRepository['knownThreads']>
>[number];

function recordCounts(
  db: Db,
  threads: readonly Thread[],
  readAt: Date,
): Promise<number[]> {
  const counts = new Map(threads.map((thread) => [thread.youtubeCommentId, thread]));
  return db.transaction(async (tx) => {
    const ofThreads = and(
      isThread,
      inArray(comments.youtubeCommentId, [...counts.keys()]),
    );
    await lockComments(tx, ofThreads);
    const known = await tx
      .select(pick(comments, 'id', 'youtubeCommentId', 'likeCount', 'replyCount'))
      .from(comments)
      .where(ofThreads);
    const changed: number[] = [];
    for (const before of known) {
      const read = counts.get(before.youtubeCommentId ?? '');
      const likeCount = read?.likeCount ?? before.likeCount;
      const replyCount = read?.replyCount ?? before.replyCount;
      const isSame = likeCount === before.likeCount && replyCount === before.replyCount;
      if (!isSame) changed.push(before.id);
      await tx
        .update(comments)
        .set({ likeCount, replyCount, outcomesCheckedAt: readAt })
        .where(eq(comments.id, before.id));
    }
    return changed;
  });
}

const isThread = and(
  isOnYouTube,
  isNull(comments.replyId),
  isNotNull(comments.youtubeCommentId),
);

/** Excludes threads that YouTube refused until their next planned time (rule 13.4). */
const isNotRefused = (now: Date) =>
  or(isNull(comments.figuresReason), lte(comments.nextFiguresAt, now));

/** When the oldest stored text of the thread was read. */
const oldestTextAt = sql<Date | null>`(
  select min(${replies.fetchedAt}) from ${replies}
  where ${replies.commentId} = ${comments.id} and ${replies.text} is not null
)`;

/** The connected channel and all channels that ever posted from here. */
const ownChannels = sql<string[]>`array(
  select ${postAttempts.authorChannelId} from ${postAttempts}
  union select ${googleAccount.channelId} from ${googleAccount} where ${googleAccount.channelId} is not null
)`;

const { authorChannelId, authorName, text, hasPicture, likeCount, byCreator, fetchedAt } =
  replies;
const read = {
  authorChannelId,
  authorName,
  text,
  hasPicture,
  likeCount,
  byCreator,
  fetchedAt,
};
