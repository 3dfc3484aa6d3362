import {
  and,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  questionPattern,
  type ReplyCounts,
  type ReplyState,
  waitingStates,
} from '#shared/contracts/replies.ts';
import { comments, googleAccount, postAttempts, replies, videos } from '#shared/schema.ts';
import {
  changedRows,
  countOf,
  type Db,
  firstRow,
  isOnYouTube,
  lockComments,
  onlyRow,
  overwriting,
  pick,
  postedAs,
} from '../../db/database.ts';
import type { Thread } from '../../providers/youtube/youtube.ts';
import type { SortKey } from '../comments/list-cursor.rules.ts';

type NewReply = typeof replies.$inferInsert;

interface Which {
  states: readonly ReplyState[] | undefined;
  /** Only replies that contain a question. */
  isQuestion: boolean;
  /** Only replies by the creator of the video. */
  byCreator: boolean;
}

interface Slice extends Which {
  after: SortKey | null;
  limit: number;
}

/** A thread whose replies were read to the end. */
export interface ReadThread {
  commentId: number;
  replyCount: number;
  youtubeReplyIds: readonly string[];
  /** True if the list is as long as YouTube's count, so that replies missing from it are gone. */
  isWhole: boolean;
  readAt: Date;
  /** Texts read before this time have to be read again. */
  oldBefore: Date;
}

/** Values that delete a reply's data from YouTube. The state and the place in the thread stay. */
const forgotten = { authorChannelId: null, authorName: null, text: null, hasPicture: false, likeCount: null };

export function createRepliesRepository(db: Db) {
  const hasReply = (which: SQL | undefined) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(replies)
        .where(and(eq(replies.commentId, comments.id), which)),
    );

  async function threads(now: Date, which: SQL | undefined, order: SQL): Promise<string[]> {
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
      return rows.map((row) => ({ ...row, youtubeCommentId: row.youtubeCommentId ?? '' }));
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
     * Stores the counts of threads that were just read. Returns the ids of the comments whose counts changed.
     */
    recordCounts(threads: readonly Thread[], readAt: Date): Promise<number[]> {
      const counts = new Map(threads.map((thread) => [thread.youtubeCommentId, thread]));
      return db.transaction(async (tx) => {
        const ofThreads = and(isThread, inArray(comments.youtubeCommentId, [...counts.keys()]));
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
    },

    /**
     * Deletes the replies that are gone from a whole list, and returns their number. Replies that have an
     * answer keep their place without their text. From a shorter list, only texts that had to be renewed are
     * deleted.
     */
    async finishReading(thread: ReadThread): Promise<number> {
      const { commentId, replyCount, youtubeReplyIds, isWhole, readAt, oldBefore } = thread;
      return db.transaction(async (tx) => {
        await tx.update(comments).set({ readReplyCount: replyCount }).where(eq(comments.id, commentId));
        const isUnlisted = and(
          eq(replies.commentId, commentId),
          notInArray(replies.youtubeReplyId, [...youtubeReplyIds]),
        );
        const answer = tx.select({ id: comments.id }).from(comments).where(eq(comments.replyId, replies.id));
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
      const isKnown = or(...[text, authorName, authorChannelId, likeCount].map((one) => isNotNull(one)));
      return changedRows(
        await db
          .update(replies)
          .set(forgotten)
          .where(and(lt(replies.fetchedAt, fetchedBefore), isKnown)),
      );
    },

    list: ({ after, limit, ...which }: Slice) =>
      views(db)
        .where(and(isOf(which), after ? sql`${place} < (${after[0]}, ${after[1]}, ${after[2]})` : undefined))
        .orderBy(desc(firstPlaces), desc(replies.publishedAt), desc(replies.id))
        .limit(limit),

    count: (which: Which): Promise<number> => db.$count(replies, isOf(which)),

    counts(): Promise<ReplyCounts> {
      const inState = (state: ReplyState) => countOf(eq(replies.state, state));
      const counts = {
        new: inState('new'),
        read: inState('read'),
        answered: inState('answered'),
        dismissed: inState('dismissed'),
        questions: countOf(isOf({ states: waitingStates, isQuestion: true, byCreator: false })),
        byCreator: countOf(isOf({ states: waitingStates, isQuestion: false, byCreator: true })),
      };
      return onlyRow(db.select(counts).from(replies));
    },

    find: (id: number) => firstRow(views(db).where(eq(replies.id, id))),

    /** Does not change a reply whose answer was posted in the meantime. */
    async setState(id: number, state: ReplyState): Promise<void> {
      await db
        .update(replies)
        .set({ state })
        .where(and(eq(replies.id, id), ne(replies.state, 'answered')));
    },

    /**
     * Returns the thread of a comment, or the thread that contains it if the comment is an answer. Returns
     * null if the comment is not posted.
     */
    async thread(commentId: number) {
      const root = sql`coalesce((
        select ${replies.commentId} from ${comments} as asked
        join ${replies} on ${replies.id} = asked.reply_id where asked.id = ${commentId}
      ), ${commentId})`;
      const [comment] = await db
        .select({ ...own, youtubeId: videos.youtubeId })
        .from(comments)
        .innerJoin(videos, eq(videos.id, comments.videoId))
        .where(and(sql`${comments.id} = ${root}`, isNotNull(comments.postedAt)));
      if (!comment) return null;
      const [answers, written] = await Promise.all([
        db
          .select(own)
          .from(comments)
          .innerJoin(replies, eq(replies.id, comments.replyId))
          .where(and(eq(replies.commentId, comment.id), isOnYouTube)),
        db.select().from(replies).where(eq(replies.commentId, comment.id)),
      ]);
      return { youtubeId: comment.youtubeId, comment, answers, replies: written };
    },
  };
}

export type RepliesRepository = ReturnType<typeof createRepliesRepository>;
export type KnownThread = Awaited<ReturnType<RepliesRepository['knownThreads']>>[number];

const own = {
  id: comments.id,
  text: comments.content,
  publishedAt: sql<Date>`${comments.postedAt}`.mapWith(comments.postedAt),
  likeCount: comments.likeCount,
  /** The channel that posted it; if unknown, the connected channel. */
  authorName: sql<
    string | null
  >`coalesce(${postedAs} ->> 'title', (select channel_title from ${googleAccount}))`,
};

const isThread = and(isOnYouTube, isNull(comments.replyId), isNotNull(comments.youtubeCommentId));

/** Excludes threads that YouTube refused until their next planned time (rule 13.4). */
const isNotRefused = (now: Date) => or(isNull(comments.figuresReason), lte(comments.nextFiguresAt, now));

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

const { authorChannelId, authorName, text, hasPicture, likeCount, byCreator, fetchedAt } = replies;
const read = { authorChannelId, authorName, text, hasPicture, likeCount, byCreator, fetchedAt };

/** The same condition as `comesFirst`, as 1 or 0 for sorting. */
const firstPlaces = sql`(${and(replies.byCreator, inArray(replies.state, [...waitingStates]))})::int`;
const place = sql`(${firstPlaces}, ${replies.publishedAt}, ${replies.id})`;
const isOf = ({ states, isQuestion, byCreator }: Which) =>
  and(
    states && inArray(replies.state, [...states]),
    isQuestion ? sql`${replies.text} ~ ${questionPattern}` : undefined,
    byCreator ? replies.byCreator : undefined,
  );

const answers = alias(comments, 'answers');

function views(db: Db) {
  const { content, postedAt, youtubeCommentId, replyCount } = comments;
  const { id, youtubeId, title, channelTitle, channelId, viewCount, thumbnailUrl } = videos;
  return db
    .select({
      reply: getTableColumns(replies),
      comment: { content, postedAt, youtubeCommentId, replyCount },
      video: { id, youtubeId, title, channelTitle, channelId, viewCount, thumbnailUrl },
      answer: { commentId: answers.id, status: answers.status },
    })
    .from(replies)
    .innerJoin(comments, eq(comments.id, replies.commentId))
    .innerJoin(videos, eq(videos.id, comments.videoId))
    .leftJoin(answers, eq(answers.replyId, replies.id));
}
