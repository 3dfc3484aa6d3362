import { and, desc, eq, getTableColumns, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  questionPattern,
  type ReplyCounts,
  type ReplyState,
  waitingStates,
} from '#shared/contracts/replies.ts';
import { comments, googleAccount, queueItems, replies, videos } from '#shared/schema.ts';
import {
  countOf,
  type Db,
  firstRow,
  isOnYouTube,
  onlyRow,
  postedAs,
} from '../../db/database.ts';
import type { SortKey } from '../comments/list-cursor.rules.ts';

interface Which {
  states: readonly ReplyState[] | undefined;
  /** Only replies that contain a question. */
  isQuestion: boolean;
  /** Only replies by the creator of the video. */
  byCreator: boolean;
  /** Only replies whose answer is scheduled, or only the others; missing for both. */
  hasScheduledAnswer?: boolean | undefined;
}

interface Slice extends Which {
  after: SortKey | null;
  limit: number;
}

export function createRepliesRepository(db: Db) {
  return {
    list: ({ after, limit, ...which }: Slice) =>
      views(db)
        .where(
          and(
            isOf(which),
            after ? sql`${place} < (${after[0]}, ${after[1]}, ${after[2]})` : undefined,
          ),
        )
        .orderBy(desc(firstPlaces), desc(replies.publishedAt), desc(replies.id))
        .limit(limit),

    count: (which: Which): Promise<number> => db.$count(replies, isOf(which)),

    counts(): Promise<ReplyCounts> {
      const inState = (state: ReplyState) => countOf(eq(replies.state, state));
      const every = { isQuestion: false, byCreator: false };
      const waiting = { ...every, states: waitingStates, hasScheduledAnswer: false };
      const counts = {
        new: countOf(isOf({ ...waiting, states: ['new'] })),
        read: countOf(isOf({ ...waiting, states: ['read'] })),
        answered: inState('answered'),
        dismissed: inState('dismissed'),
        questions: countOf(isOf({ ...waiting, isQuestion: true })),
        byCreator: countOf(isOf({ ...waiting, byCreator: true })),
        scheduled: countOf(isOf({ ...waiting, hasScheduledAnswer: true })),
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
     * Returns the thread of a comment, or the thread that contains it if the comment is
     * an answer. Returns null if the comment is not posted.
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
        db
          .select()
          .from(replies)
          .where(eq(replies.commentId, comment.id))
          // Several replies can have the same time, which has no fractions of a second.
          .orderBy(replies.id),
      ]);
      return { youtubeId: comment.youtubeId, comment, answers, replies: written };
    },
  };
}

export type RepliesRepository = ReturnType<typeof createRepliesRepository>;

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

/** The same condition as `comesFirst`, as 1 or 0 for sorting. */
const firstPlaces = sql`(${and(replies.byCreator, inArray(replies.state, [...waitingStates]))})::int`;
const place = sql`(${firstPlaces}, ${replies.publishedAt}, ${replies.id})`;
/** An approved answer with a time. */
const scheduledAnswer = sql`exists (
  select from ${comments} as planned join ${queueItems} on ${queueItems.commentId} = planned.id
  where planned.reply_id = ${replies.id} and planned.status = 'approved'
    and ${queueItems.scheduledFor} is not null
)`;
const isOf = ({ states, isQuestion, byCreator, hasScheduledAnswer }: Which) =>
  and(
    states && inArray(replies.state, [...states]),
    hasScheduledAnswer === undefined
      ? undefined
      : sql`${scheduledAnswer} = ${hasScheduledAnswer}`,
    isQuestion ? sql`${replies.text} ~ ${questionPattern}` : undefined,
    byCreator ? replies.byCreator : undefined,
  );

const answers = alias(comments, 'answers');

function views(db: Db) {
  const { content, postedAt, youtubeCommentId, replyCount } = comments;
  const { id, youtubeId, title, channelTitle, channelId, viewCount, thumbnailUrl } =
    videos;
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
