import { randomUUID } from 'node:crypto';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  max,
  min,
  or,
  sql,
} from 'drizzle-orm';
import type {
  NoticeDeliveries,
  NoticeDelivery,
  NoticeType,
  SendingChannel,
} from '#shared/contracts/notices.ts';
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
import { type Db, isOneOf, queryRows, type Tx } from '../../db/database.ts';
import { dayMs } from './notice-kinds.rules.ts';
import {
  bundleTellAt,
  keptMs,
  type LetterDay,
  type NewNotice,
  type NoticeChanges,
  type NoticeRow,
  type NoticeSettingsRow,
} from './notices.rules.ts';

const mostListed = 200;
const isHidden = inArray(comments.visibility, ['only_you', 'removed']);

/** A comment or reply is still as its notice says. */
const stillSo = {
  'comment.unconfirmed': and(eq(comments.status, 'failed'), eq(comments.failureCode, 'unconfirmed')),
  'comment.removed': and(isHidden, isNull(comments.withdrawnAt)),
  'replies.new': eq(replies.state, 'new'),
} as const;
type Fact = keyof typeof stillSo;
const facts = Object.keys(stillSo) as Fact[];
const momentary = ['letter.daily', 'posting.resumed', 'backup.resumed'] as const;

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

    /** Reasons since the last backup, oldest first; older ones are forgotten. */
    async backupFailures(lastBackupAt: Date | null): Promise<string[]> {
      const isFailure = eq(noticeCauses.type, 'backup.failed');
      if (lastBackupAt)
        await db.delete(noticeCauses).where(and(isFailure, lte(noticeCauses.happenedAt, lastBackupAt)));
      const failures = await db.select().from(noticeCauses).where(isFailure).orderBy(asc(noticeCauses.id));
      return failures.map(({ reason }) => reason);
    },

    /** Makes causes into notices, in one transaction: a crash neither loses nor doubles one. */
    gather: (now: Date): Promise<void> =>
      db.transaction(async (tx) => {
        const causes = await tx.delete(noticeCauses).where(inArray(noticeCauses.type, facts)).returning();
        for (const [type, of] of Map.groupBy(causes, (cause) => cause.type)) {
          const isFirst = and(eq(notices.type, type), sql`${notices.data} ->> 'isReminder' is null`);
          const [last] = await tx.select().from(notices).where(isFirst).orderBy(desc(notices.id)).limit(1);
          const waiting = last && last.toldAt === null && last.resolvedAt === null ? last : null;
          const added = of.flatMap(({ subjectId }) => subjectId ?? []);
          const data = { subjects: [...new Set([...(waiting?.data.subjects ?? []), ...added])] };
          const cause = `${type}:${added[0]}:${now.toISOString()}`;
          if (waiting) await tx.update(notices).set({ data }).where(eq(notices.id, waiting.id));
          else await open(tx, [{ type, cause, data, openedAt: now, tellAt: bundleTellAt(last, now) }]);
        }
      }),

    /** `decide` sees what is open, and what was told within a day. */
    async follow(now: Date, decide: (known: NoticeRow[]) => NoticeChanges): Promise<boolean> {
      const isRecent = gt(notices.toldAt, new Date(now.getTime() - dayMs));
      const isKnown = or(isNull(notices.resolvedAt), isRecent);
      const known = await db.select().from(notices).where(isKnown).orderBy(asc(notices.id));
      const { opened, changed, dropped } = decide(known);
      await db.transaction(async (tx) => {
        await tx.delete(notices).where(isOneOf(notices.id, dropped));
        for (const { id, ...change } of changed)
          await tx.update(notices).set(change).where(eq(notices.id, id));
        await open(tx, opened);
      });
      return [opened, changed, dropped].some((all) => all.length > 0);
    },

    /** Ends what tells a moment, and what tells comments and replies that are all decided. */
    async endFacts(now: Date): Promise<boolean> {
      const subjects = sql`(select value::int from jsonb_array_elements_text(${notices.data} -> 'subjects'))`;
      const over = facts.map((type) => {
        const table = type === 'replies.new' ? replies : comments;
        const one = sql`select 1 from ${table} where ${table.id} in ${subjects} and ${stillSo[type]}`;
        return and(eq(notices.type, type), sql`not exists (${one})`);
      });
      const wasMoment = and(inArray(notices.type, momentary), isNotNull(notices.toldAt));
      const isOver = and(isNull(notices.resolvedAt), or(...over, wasMoment));
      const ended = await db.update(notices).set({ resolvedAt: now }).where(isOver).returning();
      return ended.length > 0;
    },

    /** Opens the letter of a day once. */
    async openLetter({ day, yesterday, today, tomorrow }: LetterDay, now: Date): Promise<void> {
      const cause = `letter.daily:${day}`;
      if ((await db.$count(notices, eq(notices.cause, cause))) > 0) return;
      const wasPosted = and(gt(comments.postedAt, yesterday), lte(comments.postedAt, today));
      const isFresh = and(gt(freshVideos.appearedAt, yesterday), isNull(freshVideos.dismissedAt));
      const letter = {
        posted: await db.$count(comments, wasPosted),
        hidden: await db.$count(comments, and(wasPosted, isHidden)),
        goingOut: await db.$count(queueItems, lte(queueItems.dueAt, tomorrow)),
        replies: await db.$count(replies, inArray(replies.state, ['new', 'read'])),
        drafts: await db.$count(comments, eq(comments.status, 'pending')),
        fresh: (await db.$count(followedChannels)) > 0 ? await db.$count(freshVideos, isFresh) : null,
      };
      await open(db, [{ type: 'letter.daily', cause, data: { letter }, openedAt: now, tellAt: now }]);
    },

    /** Hands what is to be told by now to its channels; in quiet hours only what is urgent. */
    release(now: Date, urgentAlone: NoticeType | null, handTo: (type: NoticeType) => NoticeDeliveries) {
      return db.transaction(async (tx): Promise<boolean> => {
        const isUntold = and(isNull(notices.toldAt), isNull(notices.resolvedAt), lte(notices.tellAt, now));
        const mayGo = and(isUntold, urgentAlone === null ? undefined : eq(notices.type, urgentAlone));
        const told = await tx.select().from(notices).where(mayGo);
        for (const { id, type } of told) {
          const change = { toldAt: now, deliveries: handTo(type) };
          await tx.update(notices).set(change).where(eq(notices.id, id));
        }
        return told.length > 0;
      });
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
      const named = {
        commentId: comments.id,
        videoTitle: videos.title,
        onlyOwnerSees: sql<boolean>`coalesce(${comments.visibility} = 'only_you', false)`,
      };
      const ofReplies = await db
        .select({ id: replies.id, ...named, words: replies.text })
        .from(replies)
        .innerJoin(comments, eq(comments.id, replies.commentId))
        .innerJoin(videos, eq(videos.id, comments.videoId))
        .where(isOneOf(replies.id, ids));
      const ofComments = await db
        .select({ id: comments.id, ...named, words: comments.content })
        .from(comments)
        .innerJoin(videos, eq(videos.id, comments.videoId))
        .where(isOneOf(comments.id, ids));
      return { ofReplies, ofComments };
    },

    /** Of the last thirty days and what is still open, newest first. */
    list(now: Date): Promise<NoticeRow[]> {
      const isKept = or(gt(notices.tellAt, new Date(now.getTime() - keptMs)), isNull(notices.resolvedAt));
      const isShown = and(lte(notices.tellAt, now), isKept);
      const newestFirst = [desc(notices.tellAt), desc(notices.id)];
      return db
        .select()
        .from(notices)
        .where(isShown)
        .orderBy(...newestFirst)
        .limit(mostListed);
    },

    /** Keeps the states that still hold. */
    async forgetOld(now: Date): Promise<void> {
      const isOld = lte(notices.tellAt, new Date(now.getTime() - keptMs));
      const mayGo = or(isNotNull(notices.resolvedAt), inArray(notices.type, [...facts, ...momentary]));
      await db.delete(notices).where(and(isOld, mayGo));
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

async function open(on: Db | Tx, opened: readonly NewNotice[]): Promise<void> {
  if (opened.length === 0) return;
  await on.insert(notices).values(opened.map((notice) => ({ ...notice, webhookId: `msg_${randomUUID()}` })));
}
