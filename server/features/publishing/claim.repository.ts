import { and, desc, eq, gte, inArray, isNull, ne, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { dayStart, pacificZone } from '#shared/rules/calendar.ts';
import { countedStates } from '#shared/rules/comment-status.ts';
import {
  comments,
  googleAccount,
  postAttempts,
  queueItems,
  replies,
  userSettings,
  videos,
} from '#shared/schema.ts';
import { type Db, isNotWithdrawn, postedAs, type Tx } from '../../db/database.ts';
import type { Amendment } from './amendment.rules.ts';
import { type Attempt, changeHold, lockHold } from './attempts.repository.ts';
import { type ClaimFacts, type Hold, type Origin, whileProbing } from './brakes.rules.ts';

export interface Claimed {
  attempt: Attempt;
  videoId: number;
  /** Of a comment that is on YouTube already. */
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

const isInsert = eq(postAttempts.kind, 'insert');
/** Changes and withdrawals post nothing new. */
const isCounted = and(isInsert, inArray(postAttempts.state, countedStates));
/** Answers go where somebody wrote to the owner. */
export const startsCooldown = and(isCounted, isNotWithdrawn, isNull(postAttempts.parentYoutubeId));

/** An insert's deadline (15 s) plus time to settle; older attempts were cut off by a crash. */
const sendingAtMostMs = 30_000;
const recentTextsMs = 30 * 24 * 3_600_000;

export function createClaimRepository(db: Db) {
  return {
    /** Commits the open attempt before any network call; the settings row's lock orders claims (rule 7.10). */
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
        if (hold) await changeHold(tx, (current) => current && whileProbing(current, now));
        const { youtubeCommentId } = comment;
        return attempt ? { attempt, videoId: video.id, youtubeCommentId, hold } : null;
      });
    },
  };
}

export type ClaimRepository = ReturnType<typeof createClaimRepository>;

async function claimFacts(tx: Tx, commentId: number, now: Date): Promise<ClaimFacts | null> {
  const settings = (await lockedSettings(tx)) ?? (await firstSettings(tx, now));
  await tx.select({ id: comments.id }).from(comments).where(eq(comments.id, commentId)).for('update');
  const [row] = await tx
    .select({
      comment: comments,
      video: videos,
      queueItem: queueItems,
      openAttempt: postAttempts,
      postedAs,
      parent: { youtubeCommentId: parents.youtubeCommentId, withdrawnAt: parents.withdrawnAt },
    })
    .from(comments)
    .innerJoin(videos, eq(videos.id, comments.videoId))
    .leftJoin(queueItems, eq(queueItems.commentId, comments.id))
    .leftJoin(postAttempts, and(eq(postAttempts.commentId, comments.id), isNull(postAttempts.closedAt)))
    .leftJoin(replies, eq(replies.id, comments.replyId))
    .leftJoin(parents, eq(parents.id, replies.commentId))
    .where(eq(comments.id, commentId));
  if (!settings || !row) return null;
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
    lastAutomaticAt: settings.minGapSeconds > 0 ? await lastAutomaticStart(tx) : null,
    lastOnChannelAt:
      settings.channelCooldownHours > 0
        ? await lastStart(tx, and(eq(postAttempts.channelId, row.video.channelId), startsCooldown))
        : null,
    recentTexts: await textsBefore(tx, commentId, now),
    channelId: account?.id ?? null,
    channelTitle: account?.title ?? null,
  };
}

async function lockedSettings(tx: Tx): Promise<typeof userSettings.$inferSelect | null> {
  const [settings] = await tx.select().from(userSettings).where(eq(userSettings.id, 1)).for('update');
  return settings ?? null;
}

async function firstSettings(tx: Tx, now: Date): Promise<typeof userSettings.$inferSelect | null> {
  await tx.insert(userSettings).values({ id: 1, createdAt: now, updatedAt: now }).onConflictDoNothing();
  return lockedSettings(tx);
}

/** Counts unconfirmed posts too: they may be on YouTube. */
export async function postedSince(on: Db | Tx, since: Date): Promise<number> {
  return on.$count(postAttempts, and(isCounted, gte(postAttempts.startedAt, since)));
}

/** Counts refused attempts: YouTube paces requests, not successes. */
const lastAutomaticStart = (tx: Tx) =>
  lastStart(tx, and(isInsert, eq(postAttempts.origin, 'loop'), eq(postAttempts.reachedYouTube, true)));

async function lastStart(tx: Tx, where: SQL | undefined): Promise<Date | null> {
  const [row] = await tx
    .select({ startedAt: postAttempts.startedAt })
    .from(postAttempts)
    .where(where)
    .orderBy(desc(postAttempts.startedAt))
    .limit(1);
  return row?.startedAt ?? null;
}

async function isAnyBeingSent(tx: Tx, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - sendingAtMostMs);
  const sending = and(eq(postAttempts.state, 'sending'), isNull(postAttempts.closedAt));
  return (await tx.$count(postAttempts, and(sending, gte(postAttempts.startedAt, since)))) > 0;
}

/** Of other comments, as they were sent within 30 days. */
export async function textsBefore(on: Db | Tx, commentId: number, at: Date): Promise<string[]> {
  const rows = await on
    .select({ content: postAttempts.content })
    .from(postAttempts)
    .where(
      and(
        ne(postAttempts.commentId, commentId),
        ne(postAttempts.kind, 'withdraw'),
        inArray(postAttempts.state, countedStates),
        isNotWithdrawn,
        gte(postAttempts.startedAt, new Date(at.getTime() - recentTextsMs)),
      ),
    );
  return rows.map(({ content }) => content);
}
