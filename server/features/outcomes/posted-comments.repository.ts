import {
  and,
  asc,
  count,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type {
  OutcomeCounts,
  OutcomesSummary,
  Visibility,
  VisibilityReason,
} from '#shared/contracts/comments.ts';
import { comments, replies, videos } from '#shared/schema.ts';
import {
  countOf,
  type Db,
  firstRow,
  hasReplyByCreator,
  isOneOf,
  isOnYouTube,
  lockComments,
  onlyRow,
  pick,
  postedAs,
  type Tx,
} from '../../db/database.ts';
import type { Figures, LookChange } from './outcomes.rules.ts';

export interface ReadFigures extends Figures {
  id: number;
  /** Null if YouTube did not return the comment. */
  checkedAt: Date | null;
  nextFiguresAt: Date | null;
}

const threads = alias(comments, 'threads');
const asked = alias(videos, 'asked');

/**
 * Comments whose state only another channel of the owner could see. They are checked as
 * soon as that channel is connected (rule 13.3).
 */
const isChannelBack = and(
  eq(comments.visibility, 'unknown'),
  eq(comments.visibilityReason, 'other_channel'),
  sql`(${postedAs} ->> 'isConnected')::boolean`,
);

export function createPostedCommentsRepository(db: Db) {
  return {
    async isAnyDue(now: Date): Promise<boolean> {
      const [due] = await db
        .select({ id: comments.id })
        .from(comments)
        .where(
          or(
            lte(comments.nextLookAt, now),
            isChannelBack,
            lte(comments.nextFiguresAt, now),
          ),
        )
        .limit(1);
      return due !== undefined;
    },

    /** Returns null unless the comment is on YouTube as far as we know. */
    find: (id: number): Promise<PostedComment | null> =>
      firstRow(rows(db, eq(comments.id, id), 1)),

    dueLooks: (now: Date, limit: number): Promise<PostedComment[]> =>
      rows(
        db,
        or(lte(comments.nextLookAt, now), isChannelBack),
        limit,
        comments.nextLookAt,
      ),

    dueFigures: (
      now: Date,
      limit: number,
      postedSince?: Date,
    ): Promise<PostedComment[]> =>
      rows(
        db,
        and(
          lte(comments.nextFiguresAt, now),
          postedSince && gte(comments.postedAt, postedSince),
        ),
        limit,
        comments.nextFiguresAt,
      ),

    async summary(hiddenSince: Date): Promise<OutcomesSummary> {
      const wasHidden = and(
        inArray(comments.visibility, ['only_you', 'removed']),
        gte(comments.visibilityCheckedAt, hiddenSince),
        isNull(comments.withdrawnAt),
      );
      const [hiddenThisWeek, newReplies] = await Promise.all([
        db.$count(comments, wasHidden),
        db.$count(replies, eq(replies.state, 'new')),
      ]);
      return { hiddenThisWeek, newReplies };
    },

    /** Includes withdrawn comments, as the list filtered by outcome does. */
    outcomeCounts(): Promise<OutcomeCounts> {
      const having = (visibility: Visibility) =>
        countOf(eq(comments.visibility, visibility));
      const counts = {
        public: having('public'),
        only_you: having('only_you'),
        removed: having('removed'),
        unknown: having('unknown'),
        creatorReplied: countOf(hasReplyByCreator),
      };
      return onlyRow(
        db.select(counts).from(comments).where(eq(comments.status, 'posted')),
      );
    },

    /** Counts the comments on the channels of these videos, in one statement. */
    relations: (videoIds: readonly number[]) => relations(db, videoIds),

    /**
     * Returns the ids of the changed comments: one, or none if the YouTube id is unknown.
     */
    async recordRefused(
      youtubeCommentId: string,
      figuresReason: VisibilityReason,
      nextFiguresAt: Date,
    ): Promise<number[]> {
      const refused = await db
        .update(comments)
        .set({ figuresReason, nextFiguresAt })
        .where(
          and(
            eq(comments.youtubeCommentId, youtubeCommentId),
            isNull(comments.withdrawnAt),
          ),
        )
        .returning({ id: comments.id });
      return refused.map(({ id }) => id);
    },

    /**
     * Writes the change that `decide` returns, under the comment's lock. Returns the
     * comment from before the change, or null if it is no longer on YouTube.
     */
    recordLook(
      id: number,
      decide: (current: PostedComment) => LookChange,
    ): Promise<PostedComment | null> {
      return db.transaction(async (tx) => {
        await tx
          .select({ id: comments.id })
          .from(comments)
          .where(eq(comments.id, id))
          .for('update');
        const [current] = await rows(tx, eq(comments.id, id), 1);
        if (!current) return null;
        const change = decide(current);
        await tx.update(comments).set(change).where(eq(comments.id, id));
        return current;
      });
    },

    recordFigures: (read: readonly ReadFigures[]): Promise<void> =>
      recordFigures(db, read),
  };
}

export type PostedCommentsRepository = ReturnType<typeof createPostedCommentsRepository>;

function relations(db: Db, videoIds: readonly number[]) {
  const channels = db
    .select({ channelId: asked.channelId })
    .from(asked)
    .where(isOneOf(asked.id, videoIds));
  return db
    .select({
      channelId: videos.channelId,
      comments: count(),
      repliedByCreator: countOf(hasReplyByCreator),
      since: sql`min(${comments.postedAt})`.mapWith(comments.postedAt),
      lastPostedAt: sql`max(${comments.postedAt})`.mapWith(comments.postedAt),
      lastContent: sql<string>`(array_agg(${comments.content} order by ${comments.postedAt} desc, ${comments.id} desc))[1]`,
    })
    .from(videos)
    .innerJoin(comments, eq(comments.videoId, videos.id))
    .where(
      and(
        inArray(videos.channelId, channels),
        isOnYouTube,
        isNull(comments.replyId),
        isNotNull(comments.postedAt),
      ),
    )
    .groupBy(videos.channelId)
    .orderBy(asc(videos.channelId));
}

async function recordFigures(db: Db, read: readonly ReadFigures[]): Promise<void> {
  const values = JSON.stringify(read);
  const ids = read.map(({ id }) => id);
  await db.transaction(async (tx) => {
    await lockComments(tx, isOneOf(comments.id, ids));
    await tx
      .update(comments)
      .set({
        likeCount: sql`figures."likeCount"`,
        replyCount: sql`figures."replyCount"`,
        outcomesCheckedAt: sql`coalesce(figures."checkedAt", ${comments.outcomesCheckedAt})`,
        nextFiguresAt: sql`figures."nextFiguresAt"`,
        figuresReason: null,
      })
      .from(
        sql`jsonb_to_recordset(${values}::jsonb) as figures(id int, "likeCount" int, "replyCount" int, "checkedAt" timestamptz, "nextFiguresAt" timestamptz)`,
      )
      .where(and(eq(comments.id, sql`figures.id`), isNull(comments.withdrawnAt)));
  });
}

/**
 * A posted comment with what was read about it on YouTube, and when the next reads are
 * due.
 */
export type PostedComment = Awaited<ReturnType<typeof rows>>[number];

async function rows(
  on: Db | Tx,
  condition: ReturnType<typeof and>,
  limit: number,
  first:
    | typeof comments.nextLookAt
    | typeof comments.nextFiguresAt
    | typeof comments.id = comments.id,
) {
  const found = await on
    .select({
      id: comments.id,
      youtubeCommentId: comments.youtubeCommentId,
      youtubeVideoId: videos.youtubeId,
      /** The thread of an answer to a reply; null for a comment on the video itself. */
      threadId: threads.youtubeCommentId,
      replyId: comments.replyId,
      postedAs,
      ...pick(
        comments,
        'postedAt',
        'visibility',
        'looks',
        'nextLookAt',
        'lookFailingSince',
        'likeCount',
      ),
      ...pick(comments, 'replyCount', 'outcomesCheckedAt', 'nextFiguresAt'),
    })
    .from(comments)
    .innerJoin(videos, eq(videos.id, comments.videoId))
    .leftJoin(replies, eq(replies.id, comments.replyId))
    .leftJoin(threads, eq(threads.id, replies.commentId))
    .where(
      and(
        condition,
        eq(comments.status, 'posted'),
        isNull(comments.withdrawnAt),
        isNotNull(comments.youtubeCommentId),
        isNotNull(comments.postedAt),
      ),
    )
    .orderBy(asc(first), asc(comments.id))
    .limit(limit);
  return found.flatMap(({ youtubeCommentId, postedAt, ...row }) =>
    youtubeCommentId && postedAt ? [{ ...row, youtubeCommentId, postedAt }] : [],
  );
}
