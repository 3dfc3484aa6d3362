import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lt,
  lte,
  max,
  min,
  or,
  sql,
} from 'drizzle-orm';
import type { Visibility } from '#shared/contracts/comments.ts';
import type { NoticeDelivery, NoticeType } from '#shared/contracts/notices.ts';
import {
  apiTokens,
  backupFailures,
  comments,
  draftRecords,
  followedChannels,
  googleAccount,
  noticeSettings,
  notices,
  postAttempts,
  queueItems,
  replies,
  userSettings,
  videos,
} from '#shared/schema.ts';
import {
  changedRows,
  countOf,
  type Db,
  isOneOf,
  onlyRow,
  queryRows,
} from '../../db/database.ts';
import type { Happened } from './notice-kinds.rules.ts';
import {
  keptMs,
  type LetterDay,
  type NewNotice,
  type NoticeRow,
  type NoticeSettingsRow,
} from './notices.rules.ts';

const isHidden = inArray(comments.visibility, ['only_you', 'removed']);

export type TokenRow = typeof apiTokens.$inferSelect;

/** Counts by metric and label. `label` is empty if the metric is a single number. */
const countedSql = sql`
  select 'queue' as metric, case when ${comments.status} = 'approved' and ${queueItems.dueAt} is not null
      then 'scheduled' else ${comments.status} end as label, count(*)::float8 as value
    from ${queueItems} join ${comments} on ${comments.id} = ${queueItems.commentId} group by 2
  union all select 'posts_total', '', count(*) from ${postAttempts}
    where ${postAttempts.kind} = 'insert' and ${postAttempts.state} = 'posted'
  union all select 'post_failures_total', coalesce(${postAttempts.outcomeCode}, 'none'), count(*) from ${postAttempts}
    where ${postAttempts.kind} = 'insert' and ${postAttempts.state} = 'failed' group by 2
  union all select 'notices', ${notices.type}, count(*) from ${notices}
    where ${notices.toldAt} is not null group by 2`;

const tokensOf = (part: string) =>
  sql`coalesce(sum((${draftRecords.why} -> 'tokens' ->> ${part})::bigint), 0)::float8`;

export function createNoticesRepository(db: Db) {
  return {
    /** Returns the settings with the owner's time zone, UTC until it is known. */
    async settings(): Promise<NoticeSettingsRow & { timeZone: string }> {
      const fields = { own: noticeSettings, timeZone: userSettings.timeZone };
      const isSame = eq(userSettings.id, noticeSettings.id);
      const { own, timeZone } = await onlyRow(
        db.select(fields).from(noticeSettings).innerJoin(userSettings, isSame),
      );
      return { ...own, timeZone: timeZone ?? 'UTC' };
    },

    /** Locks the row, so that simultaneous changes of different fields are all kept. */
    changeSettings: (
      change: (current: NoticeSettingsRow) => Partial<NoticeSettingsRow>,
    ): Promise<void> =>
      db.transaction(async (tx) => {
        const current = await onlyRow(tx.select().from(noticeSettings).for('update'));
        const changed = change(current);
        if (Object.keys(changed).length > 0) await tx.update(noticeSettings).set(changed);
      }),

    /** Keeps the later time, except one that is in the future. */
    async markRead(readUpTo: Date, now: Date): Promise<void> {
      const kept = noticeSettings.readUpTo;
      await db
        .update(noticeSettings)
        .set({ readUpTo })
        .where(or(isNull(kept), lt(kept, readUpTo), gt(kept, now)));
    },

    /**
     * Returns what is scheduled, when the sign-in ends, and how many comments are due
     * after that.
     */
    outlook() {
      const endsAt = googleAccount.grantExpiresAt;
      const plan = {
        nextDueAt: min(queueItems.dueAt),
        scheduled: count(queueItems.dueAt),
        grantEndsAt: max(endsAt),
        afterGrant: countOf(gt(queueItems.dueAt, endsAt)),
      };
      return onlyRow(db.select(plan).from(queueItems).leftJoin(googleAccount, sql`true`));
    },

    /** Returns all stored notices, oldest first. */
    notices: (): Promise<NoticeRow[]> =>
      db.select().from(notices).orderBy(asc(notices.id)),

    /**
     * Returns what happened and still holds, newest first. Leaves out comments and
     * replies older than `keptMs`.
     */
    happened: (now: Date): Promise<Happened[]> => readHappened(db, now),

    save: (changed: readonly NewNotice[], old: readonly NoticeRow[]): Promise<void> =>
      db.transaction(async (tx) => {
        const ids = old.map(({ id }) => id);
        await tx.delete(notices).where(isOneOf(notices.id, ids));
        for (const row of changed)
          await tx
            .insert(notices)
            .values(row)
            .onConflictDoUpdate({ target: notices.id, set: row });
      }),

    async letter({ yesterday, today, tomorrow }: LetterDay, unseenFresh: number) {
      const wasPosted = and(
        gt(comments.postedAt, yesterday),
        lte(comments.postedAt, today),
      );
      return {
        posted: await db.$count(comments, wasPosted),
        hidden: await db.$count(
          comments,
          and(wasPosted, isHidden, isNull(comments.withdrawnAt)),
        ),
        goingOut: await db.$count(queueItems, lte(queueItems.dueAt, tomorrow)),
        replies: await db.$count(replies, inArray(replies.state, ['new', 'read'])),
        drafts: await db.$count(comments, eq(comments.status, 'pending')),
        fresh: (await db.$count(followedChannels)) > 0 ? unseenFresh : null,
      };
    },

    async record(id: number, delivery: NoticeDelivery): Promise<void> {
      const changed = sql`${JSON.stringify({ [delivery.channel]: delivery })}::jsonb`;
      const deliveries = sql`${notices.deliveries} || ${changed}`;
      await db.update(notices).set({ deliveries }).where(eq(notices.id, id));
    },

    /**
     * Reads the comments and the replies with these ids; deleted ones are missing.
     * Returns a function that picks those for a type of notice.
     */
    async subjects(ids: readonly number[]) {
      const { id: commentId, content } = comments;
      const visibility = sql<Visibility | null>`case when ${comments.withdrawnAt} is null then ${comments.visibility} end`;
      const fields = { commentId, visibility, videoTitle: videos.title };
      const ofComments = await db
        .select({ ...fields, id: commentId, words: sql<string | null>`${content}` })
        .from(comments)
        .innerJoin(videos, eq(videos.id, comments.videoId))
        .where(isOneOf(commentId, ids));
      const ofReplies = await db
        .select({ ...fields, id: replies.id, words: replies.text })
        .from(replies)
        .innerJoin(comments, eq(commentId, replies.commentId))
        .innerJoin(videos, eq(videos.id, comments.videoId))
        .where(isOneOf(replies.id, ids));
      return (type: NoticeType) => (type === 'replies.new' ? ofReplies : ofComments);
    },

    lastPostedAt: async (): Promise<Date | null> =>
      (await db.select({ at: max(comments.postedAt) }).from(comments))[0]?.at ?? null,

    counted: () =>
      queryRows<{ metric: string; label: string; value: number }>(db, countedSql),

    /** Takes long, because it reads every draft's record. */
    modelTokens: () =>
      onlyRow(
        queryRows<{ input: number; output: number }>(
          db,
          sql`select ${tokensOf('input')} as input, ${tokensOf('output')} as output from ${draftRecords}`,
        ),
      ),

    tokens: (): Promise<TokenRow[]> =>
      db.select().from(apiTokens).orderBy(desc(apiTokens.id)),

    addToken: (token: Omit<TokenRow, 'id'>) =>
      onlyRow(db.insert(apiTokens).values(token).returning()),

    removeToken: async (id: number): Promise<boolean> =>
      changedRows(await db.delete(apiTokens).where(eq(apiTokens.id, id))) > 0,

    knowsToken: async (tokenHash: string): Promise<boolean> =>
      (await db.$count(apiTokens, eq(apiTokens.tokenHash, tokenHash))) > 0,
  };
}

export type NoticesRepository = ReturnType<typeof createNoticesRepository>;

function readHappened(db: Db, now: Date): Promise<Happened[]> {
  const since = sql`${new Date(now.getTime() - keptMs).toISOString()}::timestamptz`;
  const happened = sql`
    select 'comment.unconfirmed' as type, ${comments.id} as id, '' as reason from ${comments}
      where ${comments.status} = 'failed' and ${comments.failureCode} = 'unconfirmed'
      and ${comments.updatedAt} > ${since}
    union all select 'comment.removed', ${comments.id}, '' from ${comments}
      where ${isHidden} and ${comments.withdrawnAt} is null and ${comments.visibilityCheckedAt} > ${since}
    union all select 'replies.new', ${replies.id}, '' from ${replies}
      where ${replies.state} = 'new' and ${replies.createdAt} > ${since}
    union all select 'backup.failed', ${backupFailures.id}, ${backupFailures.reason} from ${backupFailures}
    order by id desc`;
  return queryRows(db, happened);
}
