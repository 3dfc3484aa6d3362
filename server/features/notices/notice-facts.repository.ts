import { and, asc, count, eq, gte, inArray, isNotNull, isNull, lt, lte, min, sql } from 'drizzle-orm';
import type { NoticeData } from '#shared/contracts/notices.ts';
import {
  comments,
  followedChannels,
  freshVideos,
  googleAccount,
  noticeCauses,
  queueItems,
  replies,
  userSettings,
  videos,
} from '#shared/schema.ts';
import type { Db, Tx } from '../../db/database.ts';

export interface Subject {
  id: number;
  commentId: number;
  videoTitle: string;
  words: string | null;
  onlyOwnerSees: boolean;
}

/** What notices speak of, in the tables of others. */
export function createNoticeFactsRepository(db: Db) {
  return {
    /** What the plan of posting says, for the words and for how urgent they are. */
    async outlook() {
      const [[settings], [queue], [account]] = await Promise.all([
        db.select({ timeZone: userSettings.timeZone }).from(userSettings),
        db
          .select({ next: min(queueItems.dueAt), scheduled: count(queueItems.dueAt) })
          .from(queueItems)
          .where(isNotNull(queueItems.dueAt)),
        db
          .select({
            endsAt: googleAccount.grantExpiresAt,
            late: sql<number>`(select count(*)::int from ${queueItems} where ${queueItems.dueAt} > ${googleAccount.grantExpiresAt})`,
          })
          .from(googleAccount),
      ]);
      return {
        timeZone: settings?.timeZone ?? 'UTC',
        nextDueAt: queue?.next ?? null,
        scheduled: queue?.scheduled ?? 0,
        grantEndsAt: account?.endsAt ?? null,
        afterGrant: account?.late ?? 0,
      };
    },

    /** Failures since the last backup, oldest first; older ones are forgotten. */
    async backupFailures(lastBackupAt: Date | null): Promise<{ reason: string }[]> {
      const isFailure = eq(noticeCauses.type, 'backup.failed');
      if (lastBackupAt)
        await db.delete(noticeCauses).where(and(isFailure, lte(noticeCauses.happenedAt, lastBackupAt)));
      return db
        .select({ reason: noticeCauses.reason })
        .from(noticeCauses)
        .where(isFailure)
        .orderBy(asc(noticeCauses.id));
    },

    /** Of comments and of replies, by id; what is gone is missing. */
    async subjects(of: readonly NoticeData[]): Promise<{ comments: Subject[]; replies: Subject[] }> {
      const ids = (field: 'comments' | 'replies') => [...new Set(of.flatMap((data) => data[field] ?? []))];
      const [commentIds, replyIds] = [ids('comments'), ids('replies')];
      const shared = {
        commentId: comments.id,
        videoTitle: videos.title,
        onlyOwnerSees: sql<boolean>`coalesce(${comments.visibility} = 'only_you', false)`,
      };
      return {
        comments:
          commentIds.length === 0
            ? []
            : await db
                .select({ id: comments.id, ...shared, words: comments.content })
                .from(comments)
                .innerJoin(videos, eq(videos.id, comments.videoId))
                .where(inArray(comments.id, commentIds)),
        replies:
          replyIds.length === 0
            ? []
            : await db
                .select({ id: replies.id, ...shared, words: replies.text })
                .from(replies)
                .innerJoin(comments, eq(comments.id, replies.commentId))
                .innerJoin(videos, eq(videos.id, comments.videoId))
                .where(inArray(replies.id, replyIds)),
      };
    },
  };
}

export type NoticeFactsRepository = ReturnType<typeof createNoticeFactsRepository>;

export async function letterFigures(
  on: Db | Tx,
  { yesterday, today, tomorrow }: { yesterday: Date; today: Date; tomorrow: Date },
): Promise<NonNullable<NoticeData['letter']>> {
  const wasPosted = and(gte(comments.postedAt, yesterday), lt(comments.postedAt, today));
  return {
    posted: await on.$count(comments, wasPosted),
    hidden: await on.$count(comments, and(wasPosted, inArray(comments.visibility, ['only_you', 'removed']))),
    goingOut: await on.$count(queueItems, lt(queueItems.dueAt, tomorrow)),
    replies: await on.$count(replies, inArray(replies.state, ['new', 'read'])),
    drafts: await on.$count(comments, eq(comments.status, 'pending')),
    fresh:
      (await on.$count(followedChannels)) === 0
        ? null
        : await on.$count(
            freshVideos,
            and(gte(freshVideos.appearedAt, yesterday), isNull(freshVideos.dismissedAt)),
          ),
  };
}
