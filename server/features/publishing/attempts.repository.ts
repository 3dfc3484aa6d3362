import {
  and,
  asc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { dayStart, pacificZone } from '#shared/rules/calendar.ts';
import {
  comments,
  googleAccount,
  postAttempts,
  queueItems,
  replies,
  userSettings,
  videos,
} from '#shared/schema.ts';
import {
  type Db,
  isOneOf,
  isOnYouTube,
  isOpenAttempt,
  lockComment,
  lockComments,
  onlyRow,
  postedAs,
  type Tx,
} from '../../db/database.ts';
import type { Amendment } from './amendment.rules.ts';
import { type ClaimFacts, type Hold, type Origin, whileProbing } from './brakes.rules.ts';
import {
  type AnsweredHold,
  changeAnsweredHold,
  changeHold,
  type HoldChanger,
  lockHold,
  readHold,
} from './hold.repository.ts';
import {
  isAnyBeingSent,
  lastAutomaticStart,
  lastStartOnChannel,
  postedSince,
  textsBefore,
} from './recent-attempts.repository.ts';
import { type Settlement, textsAfter } from './settlement.rules.ts';

export type Attempt = typeof postAttempts.$inferSelect;

export interface Claimed {
  attempt: Attempt;
  videoId: number;
  /** The comment's id on YouTube; null if it has not been posted. */
  youtubeCommentId: string | null;
  hold: Hold | null;
}

interface Claim {
  commentId: number;
  origin: Origin;
  worker: string;
  authorChannelId: string;
  amendment: Amendment | null;
  now: Date;
}

const parents = alias(comments, 'parents');

export function createAttemptsRepository(db: Db) {
  return {
    /**
     * Opens an attempt and commits it before any network call. Locking the settings row
     * makes claims run one after another (rule 7.10). Returns null if the comment does
     * not exist. An error thrown by `decide` rolls the claim back.
     */
    claim(
      { commentId, origin, worker, authorChannelId, amendment, now }: Claim,
      decide: (facts: ClaimFacts) => void,
    ): Promise<Claimed | null> {
      return db.transaction(async (tx) => {
        const facts = await claimFacts(tx, commentId, now);
        if (!facts) return null;
        decide(facts);
        const { comment, video, parent, hold } = facts;
        const [attempt] = await tx
          .insert(postAttempts)
          .values({
            commentId,
            origin,
            worker,
            kind: amendment?.kind ?? 'insert',
            state: 'sending',
            content: amendment?.kind === 'change' ? amendment.content : comment.content,
            youtubeVideoId: video.youtubeId,
            channelId: video.channelId,
            parentYoutubeId: parent?.youtubeCommentId ?? null,
            authorChannelId,
            authorChannelTitle: facts.channelTitle,
            startedAt: now,
          })
          .returning();
        if (hold)
          await changeHold(tx, (current) => current && whileProbing(current, now));
        const { youtubeCommentId } = comment;
        return attempt ? { attempt, videoId: video.id, youtubeCommentId, hold } : null;
      });
    },

    /**
     * Writes the settlement in one transaction, a success even if the attempt was already
     * closed. Returns false if nothing was written.
     */
    settle(
      attempt: Attempt,
      settlement: Settlement,
      now: Date,
      hold?: AnsweredHold,
    ): Promise<boolean> {
      return db.transaction(async (tx) => {
        const before = await lockComment(tx, attempt.commentId);
        if (!(await settleAttempt(tx, attempt.id, settlement.attempt))) return false;
        const texts =
          before && textsAfter(before, attempt, settlement.attempt.state, now);
        await writeSettlement(tx, attempt.commentId, withTexts(settlement, texts), now);
        const withdrawnAt = settlement.comment?.withdrawnAt;
        if (withdrawnAt) await withdrawAnswers(tx, attempt.commentId, withdrawnAt);
        if (hold) await changeAnsweredHold(tx, hold);
        if (settlement.attempt.state === 'posted')
          await markAnswered(tx, attempt.commentId);
        return true;
      });
    },

    timesReleased: (commentId: number): Promise<number> =>
      db.$count(
        postAttempts,
        and(eq(postAttempts.commentId, commentId), eq(postAttempts.state, 'released')),
      ),

    /**
     * Makes a comment with a due time wait until `until`. Other comments stay as they
     * are.
     */
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
            or(
              isNull(comments.reviewedAt),
              gte(postAttempts.startedAt, comments.reviewedAt),
            ),
          ),
        )
        .orderBy(asc(postAttempts.id));
      return rows.map(({ outcomeCode }) => outcomeCode);
    },

    /** Returns the attempts that may have put the comment on YouTube, oldest first. */
    async doubtful(commentId: number): Promise<Attempt[]> {
      const codes = ['unconfirmed', 'processing_failure', 'processing_failed'];
      return db
        .select()
        .from(postAttempts)
        .where(
          and(
            eq(postAttempts.commentId, commentId),
            inArray(postAttempts.outcomeCode, codes),
          ),
        )
        .orderBy(asc(postAttempts.id));
    },

    /** Returns the YouTube id of a posted comment. */
    async onYouTube(commentId: number): Promise<string | null> {
      const [row] = await db
        .select({ id: comments.youtubeCommentId })
        .from(comments)
        .where(eq(comments.id, commentId));
      return row?.id ?? null;
    },

    hold: (): Promise<Hold | null> => readHold(db),

    changeHold: (change: HoldChanger): Promise<void> =>
      db.transaction((tx) => changeHold(tx, change)),
  };
}

export type AttemptsRepository = ReturnType<typeof createAttemptsRepository>;

/**
 * Writes the attempt's outcome. An attempt that is closed already only takes a success;
 * one that is posted takes nothing, and false is returned.
 */
async function settleAttempt(
  tx: Tx,
  id: number,
  outcome: Settlement['attempt'],
): Promise<boolean> {
  const mayWrite = outcome.state === 'posted' ? undefined : isNull(postAttempts.closedAt);
  const settled = await tx
    .update(postAttempts)
    .set(outcome)
    .where(and(eq(postAttempts.id, id), ne(postAttempts.state, 'posted'), mayWrite))
    .returning({ id: postAttempts.id });
  return settled.length > 0;
}

function withTexts(
  settlement: Settlement,
  texts: ReturnType<typeof textsAfter>,
): Settlement {
  if (!texts) return settlement;
  return { ...settlement, comment: { ...settlement.comment, ...texts } };
}

/** Locks the comment and returns true if it is approved and has no open attempt. */
export async function isWaiting(tx: Tx, commentId: number): Promise<boolean> {
  const comment = await lockComment(tx, commentId);
  const open = await openAttempts(tx, commentId);
  return comment?.status === 'approved' && open === 0;
}

export const openAttempts = (tx: Tx, commentId: number): Promise<number> =>
  tx.$count(
    postAttempts,
    and(eq(postAttempts.commentId, commentId), isNull(postAttempts.closedAt)),
  );

export async function writeSettlement(
  tx: Tx,
  commentId: number,
  settlement: Settlement,
  now: Date,
): Promise<void> {
  const { comment, queueItem, removeFromQueue, keepsRevision } = settlement;
  const revision = keepsRevision ? undefined : sql`${comments.revision} + 1`;
  if (comment)
    await tx
      .update(comments)
      .set({ ...comment, ...(revision && { revision }), updatedAt: now })
      .where(eq(comments.id, commentId));
  if (removeFromQueue)
    await tx.delete(queueItems).where(eq(queueItems.commentId, commentId));
  else if (queueItem)
    await tx
      .insert(queueItems)
      .values({ createdAt: now, ...queueItem, commentId })
      .onConflictDoUpdate({ target: queueItems.commentId, set: queueItem });
}

/**
 * Marks the answers in the comment's thread as withdrawn, because YouTube deletes them
 * with the comment.
 */
async function withdrawAnswers(
  tx: Tx,
  commentId: number,
  withdrawnAt: Date,
): Promise<void> {
  const inThread = tx
    .select({ id: replies.id })
    .from(replies)
    .where(eq(replies.commentId, commentId));
  const answers = await lockComments(
    tx,
    and(inArray(comments.replyId, inThread), isOnYouTube),
  );
  await tx
    .update(comments)
    .set({
      withdrawnAt,
      visibilityReason: 'gone_with_comment',
      nextLookAt: null,
      nextFiguresAt: null,
    })
    .where(isOneOf(comments.id, answers));
}

/**
 * Marks the reply that a posted answer responds to as answered (rule 13.9). Does nothing
 * for other comments.
 */
export async function markAnswered(tx: Tx, commentId: number): Promise<void> {
  await tx
    .update(replies)
    .set({ state: 'answered' })
    .from(comments)
    .where(and(eq(comments.id, commentId), eq(replies.id, comments.replyId)));
}

async function claimFacts(
  tx: Tx,
  commentId: number,
  now: Date,
): Promise<ClaimFacts | null> {
  const settings = await onlyRow(tx.select().from(userSettings).for('update'));
  await lockComment(tx, commentId);
  const [row] = await tx
    .select({
      comment: comments,
      video: videos,
      queueItem: queueItems,
      openAttempt: postAttempts,
      postedAs,
      parent: {
        youtubeCommentId: parents.youtubeCommentId,
        withdrawnAt: parents.withdrawnAt,
      },
    })
    .from(comments)
    .innerJoin(videos, eq(videos.id, comments.videoId))
    .leftJoin(queueItems, eq(queueItems.commentId, comments.id))
    .leftJoin(postAttempts, isOpenAttempt)
    .leftJoin(replies, eq(replies.id, comments.replyId))
    .leftJoin(parents, eq(parents.id, replies.commentId))
    .where(eq(comments.id, commentId));
  if (!row) return null;
  const hold = await lockHold(tx);
  const [account] = await tx
    .select({ id: googleAccount.channelId, title: googleAccount.channelTitle })
    .from(googleAccount);
  return {
    settings,
    ...row,
    hold,
    isAnotherBeingSent: hold !== null && (await isAnyBeingSent(tx, now)),
    postedToday: await postedSince(tx, dayStart(now, settings.timeZone ?? pacificZone)),
    lastAutomaticAt:
      settings.minGapSeconds > 0 ? await lastAutomaticStart(tx, now) : null,
    lastOnChannelAt:
      settings.channelCooldownHours > 0
        ? await lastStartOnChannel(tx, row.video.channelId)
        : null,
    recentTexts: await textsBefore(tx, commentId, now),
    channelId: account?.id ?? null,
    channelTitle: account?.title ?? null,
  };
}
