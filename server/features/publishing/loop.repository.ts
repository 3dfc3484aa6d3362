import { and, asc, eq, gte, isNotNull, isNull, lt, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import type { PostingReason } from '#shared/rules/posting-reasons.ts';
import { comments, postAttempts, queueItems, userSettings } from '#shared/schema.ts';
import type { Db } from '../../db/client.ts';
import { isWaiting } from './publishing.repository.ts';
import { lookDelaysMs } from './settlement.rules.ts';

/** Reasons that set a time of their own, before which the loop leaves an item alone. */
const backoffReasons = ['rate_limited_by_youtube', 'processing_failure', 'youtube_unavailable'];
const noBackoff = or(isNull(queueItems.heldReason), notInArray(queueItems.heldReason, backoffReasons));
const backoffIsOver = (now: Date) =>
  or(isNull(queueItems.nextTryAt), lte(queueItems.nextTryAt, now), noBackoff);
/** A cooldown that outlasts what holds all stays named: each would write over the other at every tick. */
const noLongerCooldown = (until: Date) =>
  or(
    isNull(queueItems.heldReason),
    ne(queueItems.heldReason, 'channel_cooldown'),
    lte(queueItems.nextTryAt, until),
  );

/** What the posting loop asks of the database. */
export function createLoopRepository(db: Db) {
  return {
    /** When the loop last ran, in any process; null before its first time. */
    async seenAt(): Promise<Date | null> {
      const [row] = await db.select({ loopSeenAt: userSettings.loopSeenAt }).from(userSettings);
      return row?.loopSeenAt ?? null;
    },

    async seen(now: Date): Promise<void> {
      await db
        .insert(userSettings)
        .values({ id: 1, loopSeenAt: now, createdAt: now, updatedAt: now })
        .onConflictDoUpdate({ target: userSettings.id, set: { loopSeenAt: now } });
    },

    /** What may go out now, soonest first. Brakes are asked again each time; only a backoff hides an item. */
    async due(now: Date, limit: number): Promise<number[]> {
      const rows = await db
        .select({ commentId: queueItems.commentId })
        .from(queueItems)
        .innerJoin(comments, eq(comments.id, queueItems.commentId))
        .leftJoin(postAttempts, and(eq(postAttempts.commentId, comments.id), isNull(postAttempts.closedAt)))
        .where(
          and(
            lte(queueItems.dueAt, now),
            eq(comments.status, 'approved'),
            isNull(postAttempts.id),
            backoffIsOver(now),
          ),
        )
        .orderBy(asc(queueItems.dueAt), asc(queueItems.id))
        .limit(limit);
      return rows.map(({ commentId }) => commentId);
    },

    /** Notes why due items wait. True where the note is new. */
    async hold(
      which: number | 'all due',
      code: PostingReason,
      until: Date | null,
      now: Date,
    ): Promise<boolean> {
      const items =
        which === 'all due'
          ? and(lte(queueItems.dueAt, now), backoffIsOver(now), until ? noLongerCooldown(until) : undefined)
          : eq(queueItems.commentId, which);
      const isNew = or(
        isNull(queueItems.heldReason),
        ne(queueItems.heldReason, code),
        until
          ? or(isNull(queueItems.nextTryAt), ne(queueItems.nextTryAt, until))
          : isNotNull(queueItems.nextTryAt),
      );
      const changed = await db
        .update(queueItems)
        .set({ heldReason: code, nextTryAt: until })
        .where(and(items, isNew))
        .returning({ id: queueItems.id });
      return changed.length > 0;
    },

    /** Comments that became due after `from` and by `to`, and still wait. */
    async dueBetween(from: Date, to: Date): Promise<number[]> {
      const rows = await db
        .select({ commentId: queueItems.commentId })
        .from(queueItems)
        .where(and(gte(queueItems.dueAt, from), lte(queueItems.dueAt, to)));
      return rows.map(({ commentId }) => commentId);
    },

    /** Back to the person, unposted, saying why; false where it was no longer waiting. */
    returnToReview(commentId: number, code: PostingReason, now: Date): Promise<boolean> {
      return db.transaction(async (tx) => {
        if (!(await isWaiting(tx, commentId))) return false;
        await tx
          .update(comments)
          .set({ status: 'pending', revision: sql`${comments.revision} + 1`, updatedAt: now })
          .where(eq(comments.id, commentId));
        await tx
          .update(queueItems)
          .set({ scheduledFor: null, dueAt: null, nextTryAt: null, autoPost: false, heldReason: code })
          .where(eq(queueItems.commentId, commentId));
        return true;
      });
    },

    /**
     * Attempts whose process died while sending become unconfirmed. `exclusive`: no other process can
     * have this database, so every foreign one is dead; otherwise only what started before `staleBefore`.
     */
    async orphansToConfirm(worker: string, exclusive: boolean, staleBefore: Date): Promise<number> {
      const dead = exclusive
        ? or(ne(postAttempts.worker, worker), lt(postAttempts.startedAt, staleBefore))
        : lt(postAttempts.startedAt, staleBefore);
      const orphans = await db
        .select()
        .from(postAttempts)
        .where(and(eq(postAttempts.state, 'sending'), isNull(postAttempts.closedAt), dead));
      for (const orphan of orphans)
        await db
          .update(postAttempts)
          .set({ state: 'confirming', lookAt: new Date(orphan.startedAt.getTime() + lookDelaysMs[0]) })
          .where(and(eq(postAttempts.id, orphan.id), eq(postAttempts.state, 'sending')));
      return orphans.length;
    },
  };
}

export type LoopRepository = ReturnType<typeof createLoopRepository>;
