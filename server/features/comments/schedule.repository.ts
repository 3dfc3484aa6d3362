import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { comments, postAttempts, queueItems, shownAt, userSettings, videos } from '#shared/schema.ts';
import { countOf, type Db, isCounted, isNotLongRejected, isOpenAttempt, onlyRow } from '../../db/database.ts';
import { unposted } from './comments.repository.ts';

export interface Range {
  from: Date;
  /** Exclusive. */
  to: Date;
}

const shown = { commentId: comments.id, title: videos.title, channelTitle: videos.channelTitle };
const { scheduledFor, dueAt } = queueItems;

const inReview = isNull(scheduledFor);
const pending = and(inReview, eq(comments.status, 'pending'));
const approved = and(inReview, eq(comments.status, 'approved'), isNull(postAttempts.id));
const having = (status: 'rejected' | 'failed') => and(inReview, eq(comments.status, status));
const scheduled = and(isNotNull(scheduledFor), eq(comments.status, 'approved'));

const isDue = and(isNotNull(dueAt), eq(comments.status, 'approved'), isNull(postAttempts.id));

const summary = {
  inReview: countOf(inReview),
  pending: countOf(pending),
  approved: countOf(approved),
  rejected: countOf(having('rejected')),
  failed: countOf(having('failed')),
  scheduled: countOf(scheduled),
  characters: sql`coalesce(sum(char_length(${comments.content})) filter (where ${pending}), 0)`.mapWith(
    Number,
  ),
  firstAt: sql<Date | null>`min(${scheduledFor}) filter (where ${scheduled})`.mapWith(scheduledFor),
  nextDueAt: sql<Date | null>`min(${dueAt}) filter (where ${isDue})`.mapWith(dueAt),
  last: sql<Date | null>`max(${scheduledFor}) filter (where ${scheduled})`.mapWith(scheduledFor),
};

export function createScheduleRepository(db: Db) {
  return {
    settings() {
      const { timeZone, postingSlots: slots, dailyCap } = userSettings;
      return onlyRow(db.select({ timeZone, slots, dailyCap }).from(userSettings));
    },

    async scheduled({ from, to }: Range) {
      const rows = await db
        .select({ ...shown, queueId: queueItems.id, at: scheduledFor })
        .from(queueItems)
        .innerJoin(comments, eq(comments.id, queueItems.commentId))
        .innerJoin(videos, eq(videos.id, comments.videoId))
        .where(and(gte(scheduledFor, from), lt(scheduledFor, to), eq(comments.status, 'approved')))
        .orderBy(asc(scheduledFor), asc(comments.id));
      return rows.flatMap(({ at, ...row }) => (at ? [{ ...row, at }] : []));
    },

    async posted({ from, to }: Range) {
      const rows = await db
        .select({ ...shown, at: comments.postedAt })
        .from(comments)
        .innerJoin(videos, eq(videos.id, comments.videoId))
        .where(
          and(
            eq(comments.status, 'posted'),
            gte(shownAt(comments), from.toISOString()),
            lt(shownAt(comments), to.toISOString()),
          ),
        )
        .orderBy(asc(comments.postedAt), asc(comments.id));
      return rows.flatMap(({ at, ...row }) => (at ? [{ ...row, at }] : []));
    },

    /** Returns the start times of the attempts that count towards the daily cap. */
    async attempted({ from, to }: Range): Promise<Date[]> {
      const rows = await db
        .select({ at: postAttempts.startedAt })
        .from(postAttempts)
        .where(and(isCounted, gte(postAttempts.startedAt, from), lt(postAttempts.startedAt, to)));
      return rows.map(({ at }) => at);
    },

    /** Returns when the approved comments that are not being posted yet are due, soonest first. */
    async dueTimes(): Promise<Date[]> {
      const rows = await db
        .select({ dueAt })
        .from(queueItems)
        .innerJoin(comments, eq(comments.id, queueItems.commentId))
        .leftJoin(postAttempts, isOpenAttempt)
        .where(isDue)
        .orderBy(asc(dueAt));
      return rows.flatMap((row) => row.dueAt ?? []);
    },

    summary: (now: Date) =>
      onlyRow(
        db
          .select(summary)
          .from(queueItems)
          .innerJoin(comments, eq(comments.id, queueItems.commentId))
          .leftJoin(postAttempts, isOpenAttempt)
          .where(and(inArray(comments.status, unposted), isNotLongRejected(now))),
      ),
  };
}

export type ScheduleRepository = ReturnType<typeof createScheduleRepository>;
