import { and, desc, eq, gte, inArray, isNull, ne } from 'drizzle-orm';
import { pacificMidnight } from '#shared/rules/pacific-day.ts';
import { comments, postAttempts, queueItems, userSettings, videos } from '#shared/schema.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { ClaimFacts, Origin } from './preflight.rules.ts';

export type Attempt = typeof postAttempts.$inferSelect;

export interface Claimed {
  attempt: Attempt;
  videoId: number;
}

interface Claim {
  commentId: number;
  origin: Origin;
  worker: string;
  authorChannelId: string;
  now: Date;
}

/** Attempts that went out, may have, or are about to. */
const countedStates = ['sending', 'confirming', 'posted'] as const;
const recentTextsMs = 30 * 24 * 3_600_000;

export function createClaimRepository(db: Db) {
  return {
    /**
     * Inserts the one open attempt, committed before any network call. Claims of all processes pass
     * one by one through the lock on the settings row, so the cap, the gap and the cooldown hold under
     * any number of parallel requests. `decide` may throw, and nothing is written. Null for an unknown comment.
     */
    claim(
      { commentId, origin, worker, authorChannelId, now }: Claim,
      decide: (facts: ClaimFacts) => void,
    ): Promise<Claimed | null> {
      return db.transaction(async (tx) => {
        const facts = await claimFacts(tx, commentId, now);
        if (!facts) return null;
        decide(facts);
        const { comment, video } = facts;
        const [attempt] = await tx
          .insert(postAttempts)
          .values({
            commentId,
            origin,
            worker,
            state: 'sending',
            content: comment.content,
            youtubeVideoId: video.youtubeId,
            channelId: video.channelId,
            authorChannelId,
            startedAt: now,
          })
          .returning();
        return attempt ? { attempt, videoId: video.id } : null;
      });
    },
  };
}

export type ClaimRepository = ReturnType<typeof createClaimRepository>;

async function claimFacts(tx: Tx, commentId: number, now: Date): Promise<ClaimFacts | null> {
  const settings = (await lockedSettings(tx)) ?? (await firstSettings(tx, now));
  await tx.select({ id: comments.id }).from(comments).where(eq(comments.id, commentId)).for('update');
  const [row] = await tx
    .select({ comment: comments, video: videos, queueItem: queueItems, openAttempt: postAttempts })
    .from(comments)
    .innerJoin(videos, eq(videos.id, comments.videoId))
    .leftJoin(queueItems, eq(queueItems.commentId, comments.id))
    .leftJoin(postAttempts, and(eq(postAttempts.commentId, comments.id), isNull(postAttempts.closedAt)))
    .where(eq(comments.id, commentId));
  if (!settings || !row) return null;
  return {
    settings,
    ...row,
    postedToday: await postedSince(tx, pacificMidnight(now)),
    // A brake that is off needs no look.
    lastAutomaticAt: settings.minGapSeconds > 0 ? await lastStart(tx, eq(postAttempts.origin, 'loop')) : null,
    lastOnChannelAt:
      settings.channelCooldownHours > 0
        ? await lastStart(tx, eq(postAttempts.channelId, row.video.channelId))
        : null,
    recentTexts: await recentTexts(tx, commentId, new Date(now.getTime() - recentTextsMs)),
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

/** Posts since an instant; unconfirmed ones count, since they may be on YouTube. */
export async function postedSince(on: Db | Tx, since: Date): Promise<number> {
  return on.$count(
    postAttempts,
    and(inArray(postAttempts.state, countedStates), gte(postAttempts.startedAt, since)),
  );
}

async function lastStart(tx: Tx, where: ReturnType<typeof eq>): Promise<Date | null> {
  const [row] = await tx
    .select({ startedAt: postAttempts.startedAt })
    .from(postAttempts)
    .where(and(where, inArray(postAttempts.state, countedStates)))
    .orderBy(desc(postAttempts.startedAt))
    .limit(1);
  return row?.startedAt ?? null;
}

async function recentTexts(tx: Tx, commentId: number, since: Date): Promise<string[]> {
  const rows = await tx
    .select({ content: postAttempts.content })
    .from(postAttempts)
    .where(
      and(
        ne(postAttempts.commentId, commentId),
        inArray(postAttempts.state, countedStates),
        gte(postAttempts.startedAt, since),
      ),
    );
  return rows.map(({ content }) => content);
}
