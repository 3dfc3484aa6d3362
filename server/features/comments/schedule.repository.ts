import { and, asc, eq, gte, isNotNull, isNull, lt } from 'drizzle-orm';
import {
  comments,
  postAttempts,
  queueItems,
  shownAt,
  userSettings,
  videos,
} from '#shared/schema.ts';
import { type Db, isCounted, isOpenAttempt, onlyRow } from '../../db/database.ts';

export interface Range {
  from: Date;
  /** Exclusive. */
  to: Date;
}

const shown = {
  commentId: comments.id,
  title: videos.title,
  channelTitle: videos.channelTitle,
};
const { scheduledFor, dueAt } = queueItems;

const isDue = and(
  isNotNull(dueAt),
  eq(comments.status, 'approved'),
  isNull(postAttempts.id),
);

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
        .where(
          and(
            gte(scheduledFor, from),
            lt(scheduledFor, to),
            eq(comments.status, 'approved'),
          ),
        )
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
        .where(
          and(
            isCounted,
            gte(postAttempts.startedAt, from),
            lt(postAttempts.startedAt, to),
          ),
        );
      return rows.map(({ at }) => at);
    },

    /**
     * Returns when the approved comments that are not being posted yet are due, soonest
     * first.
     */
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
  };
}

export type ScheduleRepository = ReturnType<typeof createScheduleRepository>;
