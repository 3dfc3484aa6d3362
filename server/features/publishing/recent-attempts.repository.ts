import { and, eq, gte, inArray, isNull, lte, max, ne } from 'drizzle-orm';
import { countedStates } from '#shared/rules/comment-status.ts';
import { postAttempts } from '#shared/schema.ts';
import { type Db, isCounted, isNotWithdrawn, type Tx } from '../../db/database.ts';

/** Attempts of the posting loop, which never changes or withdraws a comment. */
const isByLoop = eq(postAttempts.origin, 'loop');
/**
 * Attempts that start a channel's cooldown. Answers do not, because somebody there wrote
 * to the owner first.
 */
export const startsCooldown = and(
  isCounted,
  isNotWithdrawn,
  isNull(postAttempts.parentYoutubeId),
);

/**
 * The deadline of a post (15 s) plus time to settle. An attempt that has been sending for
 * longer was cut off by a crash.
 */
const sendingAtMostMs = 30_000;
const recentTextsMs = 30 * 24 * 3_600_000;

/**
 * Counts posts since a time, including unconfirmed ones, because they may be on YouTube.
 */
export async function postedSince(on: Db | Tx, since: Date): Promise<number> {
  return on.$count(postAttempts, and(isCounted, gte(postAttempts.startedAt, since)));
}

/**
 * Returns when the latest automatic attempt started. Includes refused ones, because
 * YouTube limits requests, not successes. Ignores starts in the future, which were
 * recorded while the clock was ahead.
 */
export const lastAutomaticStart = (tx: Tx, now: Date) =>
  lastStart(
    tx,
    and(
      isByLoop,
      eq(postAttempts.reachedYouTube, true),
      lte(postAttempts.startedAt, now),
    ),
  );

/** Returns when the attempt started that the channel's cooldown counts from, or null. */
export const lastStartOnChannel = (tx: Tx, channelId: string) =>
  lastStart(tx, and(eq(postAttempts.channelId, channelId), startsCooldown));

async function lastStart(tx: Tx, where: ReturnType<typeof and>): Promise<Date | null> {
  const [row] = await tx
    .select({ at: max(postAttempts.startedAt) })
    .from(postAttempts)
    .where(where);
  return row?.at ?? null;
}

/** Returns true if a call to YouTube is running now. */
export async function isAnyBeingSent(tx: Tx, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - sendingAtMostMs);
  const sending = and(eq(postAttempts.state, 'sending'), isNull(postAttempts.closedAt));
  return (
    (await tx.$count(postAttempts, and(sending, gte(postAttempts.startedAt, since)))) > 0
  );
}

/**
 * Returns the texts of other comments as they were sent within the 30 days before `at`.
 */
export async function textsBefore(
  on: Db | Tx,
  commentId: number,
  at: Date,
): Promise<string[]> {
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
