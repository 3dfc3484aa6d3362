import { randomUUID } from 'node:crypto';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  max,
  min,
  or,
  sql,
} from 'drizzle-orm';
import type { NoticeDelivery, NoticeType, SendingChannel } from '#shared/contracts/notices.ts';
import {
  apiTokens,
  comments,
  draftRecords,
  followedChannels,
  freshVideos,
  googleAccount,
  noticeCauses,
  noticeSettings,
  notices,
  postAttempts,
  queueItems,
  replies,
  userSettings,
  videos,
} from '#shared/schema.ts';
import { type Db, isOneOf, queryRows } from '../../db/database.ts';
import { dayMs, type Subject } from './notice-kinds.rules.ts';
import {
  keptMs,
  type LetterDay,
  type NewNotice,
  type NoticeRow,
  type NoticeSettingsRow,
} from './notices.rules.ts';

const mostListed = 200;
const isHidden = inArray(comments.visibility, ['only_you', 'removed']);

export type TokenRow = typeof apiTokens.$inferSelect;

const tokensOf = (part: string) => sql`sum((${draftRecords.why} -> 'tokens' ->> ${part})::bigint)`;
/** Metric by metric; `label` is empty where one has only one number. */
const countedSql = sql`
  select 'queue' as metric, case when ${comments.status} = 'approved' and ${queueItems.dueAt} is not null
      then 'scheduled' else ${comments.status} end as label, count(*)::float8 as value
    from ${queueItems} join ${comments} on ${comments.id} = ${queueItems.commentId} group by 2
  union all select 'posts_total', '', count(*) from ${postAttempts}
    where ${postAttempts.kind} = 'insert' and ${postAttempts.state} = 'posted'
  union all select 'post_failures_total', coalesce(${postAttempts.outcomeCode}, 'none'), count(*) from ${postAttempts}
    where ${postAttempts.kind} = 'insert' and ${postAttempts.state} = 'failed' group by 2
  union all select 'notices', ${notices.type}, count(*) from ${notices}
    where ${notices.toldAt} is not null group by 2
  union all select 'model_tokens', 'input', coalesce(${tokensOf('input')}, 0) from ${draftRecords}
  union all select 'model_tokens', 'output', coalesce(${tokensOf('output')}, 0) from ${draftRecords}`;

export function createNoticesRepository(db: Db) {
  return {
    /** With the person's own zone. */
    async settings(): Promise<NoticeSettingsRow & { timeZone: string }> {
      const [stored] = await db.select().from(noticeSettings);
      const [made] = stored ? [stored] : await db.insert(noticeSettings).values({}).returning();
      const [own] = await db.select({ timeZone: userSettings.timeZone }).from(userSettings);
      if (!made) throw new Error('The settings of notices are missing.');
      return { ...made, timeZone: own?.timeZone ?? 'UTC' };
    },

    async saveSettings(change: Partial<NoticeSettingsRow>): Promise<void> {
      await db
        .insert(noticeSettings)
        .values(change)
        .onConflictDoUpdate({ target: noticeSettings.id, set: change });
    },

    /** What the plan of posting says. */
    async outlook() {
      const endsAt = googleAccount.grantExpiresAt;
      const [plan] = await db
        .select({
          nextDueAt: min(queueItems.dueAt),
          scheduled: count(queueItems.dueAt),
          grantEndsAt: max(endsAt),
          afterGrant: sql<number>`(count(*) filter (where ${queueItems.dueAt} > ${endsAt}))::int`,
        })
        .from(queueItems)
        .leftJoin(googleAccount, sql`true`);
      return plan ?? { nextDueAt: null, scheduled: 0, grantEndsAt: null, afterGrant: 0 };
    },

    /** What is open, and what was to be told within a day; oldest first. */
    recent(now: Date): Promise<NoticeRow[]> {
      const dayAgo = new Date(now.getTime() - dayMs);
      const isRecent = or(isNull(notices.resolvedAt), gt(notices.tellAt, dayAgo), gt(notices.toldAt, dayAgo));
      return db.select().from(notices).where(isRecent).orderBy(asc(notices.id));
    },

    causes: () => db.select().from(noticeCauses).orderBy(asc(noticeCauses.id)),

    /** What was over long ago. */
    async forgetOld(now: Date): Promise<void> {
      const isOld = lte(notices.tellAt, new Date(now.getTime() - keptMs));
      await db.delete(notices).where(and(isOld, isNotNull(notices.resolvedAt)));
    },

    /** In one transaction: a crash neither loses nor doubles a cause. */
    save: (changed: readonly NewNotice[], spent: readonly { id: number }[]): Promise<void> =>
      db.transaction(async (tx) => {
        const areSpent = isOneOf(
          noticeCauses.id,
          spent.map(({ id }) => id),
        );
        await tx.delete(noticeCauses).where(areSpent);
        for (const row of changed) {
          const stored = { webhookId: `msg_${randomUUID()}`, ...row };
          await tx.insert(notices).values(stored).onConflictDoUpdate({ target: notices.id, set: row });
        }
      }),

    /** What the letter of a day tells. */
    async letter({ yesterday, today, tomorrow }: LetterDay) {
      const wasPosted = and(gt(comments.postedAt, yesterday), lte(comments.postedAt, today));
      const isFresh = and(gt(freshVideos.appearedAt, yesterday), isNull(freshVideos.dismissedAt));
      return {
        posted: await db.$count(comments, wasPosted),
        hidden: await db.$count(comments, and(wasPosted, isHidden)),
        goingOut: await db.$count(queueItems, lte(queueItems.dueAt, tomorrow)),
        replies: await db.$count(replies, inArray(replies.state, ['new', 'read'])),
        drafts: await db.$count(comments, eq(comments.status, 'pending')),
        fresh: (await db.$count(followedChannels)) > 0 ? await db.$count(freshVideos, isFresh) : null,
      };
    },

    due(channel: SendingChannel, now: Date, limit: number): Promise<NoticeRow[]> {
      const nextTryAt = sql`(${notices.deliveries} -> ${channel}::text ->> 'nextTryAt')::timestamptz`;
      const isDue = sql`${nextTryAt} <= ${now.toISOString()}::timestamptz`;
      return db.select().from(notices).where(isDue).orderBy(nextTryAt, asc(notices.id)).limit(limit);
    },

    async record(id: number, delivery: NoticeDelivery): Promise<void> {
      const changed = sql`${JSON.stringify({ [delivery.channel]: delivery })}::jsonb`;
      const deliveries = sql`${notices.deliveries} || ${changed}`;
      await db.update(notices).set({ deliveries }).where(eq(notices.id, id));
    },

    /** Comments and replies of these ids; what is gone is missing. */
    async subjects(ids: readonly number[]) {
      const { id: commentId, status, failureCode, visibility, withdrawnAt } = comments;
      const { id, text: words, state } = replies;
      const fields = { commentId, status, failureCode, visibility, withdrawnAt, videoTitle: videos.title };
      const ofReplies: Subject[] = await db
        .select({ ...fields, id, words, state })
        .from(replies)
        .innerJoin(comments, eq(commentId, replies.commentId))
        .innerJoin(videos, eq(videos.id, comments.videoId))
        .where(isOneOf(id, ids));
      const ofComments: Subject[] = await db
        .select({ ...fields, id: commentId, words: comments.content })
        .from(comments)
        .innerJoin(videos, eq(videos.id, comments.videoId))
        .where(isOneOf(commentId, ids));
      return (type: NoticeType) => (type === 'replies.new' ? ofReplies : ofComments);
    },

    /** Newest first; what was over thirty days ago is gone. */
    list(now: Date): Promise<NoticeRow[]> {
      // What was over before anybody was to hear of it is none.
      const wasToTell = or(isNull(notices.resolvedAt), gte(notices.resolvedAt, notices.tellAt));
      const isShown = and(lte(notices.tellAt, now), wasToTell);
      const newestFirst = [desc(notices.tellAt), desc(notices.id)];
      return db
        .select()
        .from(notices)
        .where(isShown)
        .orderBy(...newestFirst)
        .limit(mostListed);
    },

    lastPostedAt: async (): Promise<Date | null> =>
      (await db.select({ at: max(comments.postedAt) }).from(comments))[0]?.at ?? null,

    counted: () => queryRows<{ metric: string; label: string; value: number }>(db, countedSql),

    tokens: (): Promise<TokenRow[]> => db.select().from(apiTokens).orderBy(desc(apiTokens.id)),

    addToken: (token: Omit<TokenRow, 'id'>) => db.insert(apiTokens).values(token).returning(),

    removeToken: async (id: number): Promise<boolean> =>
      (await db.delete(apiTokens).where(eq(apiTokens.id, id)).returning()).length > 0,

    knowsToken: async (tokenHash: string): Promise<boolean> =>
      (await db.$count(apiTokens, eq(apiTokens.tokenHash, tokenHash))) > 0,
  };
}

export type NoticesRepository = ReturnType<typeof createNoticesRepository>;
