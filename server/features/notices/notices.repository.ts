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
import type { NoticeCause, NoticeType, SendingChannel } from '#shared/contracts/notices.ts';
import {
  comments,
  followedChannels,
  freshVideos,
  googleAccount,
  noticeCauses,
  noticeDeliveries,
  noticeSettings,
  notices,
  queueItems,
  replies,
  userSettings,
  videos,
} from '#shared/schema.ts';
import { type Db, firstRow, isOneOf, type Tx } from '../../db/database.ts';
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

export type DeliveryRow = typeof noticeDeliveries.$inferSelect;
type CauseRow = typeof noticeCauses.$inferSelect;

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

export function createNoticesRepository(db: Db) {
  return {
    async settings(): Promise<NoticeSettingsRow> {
      const stored = await firstRow(db.select().from(noticeSettings));
      return stored ?? firstOf(await db.insert(noticeSettings).values({}).returning());
    },

    async saveSettings(change: Partial<NoticeSettingsRow>): Promise<void> {
      await db
        .insert(noticeSettings)
        .values(change)
        .onConflictDoUpdate({ target: noticeSettings.id, set: change });
    },

    /** What the plan of posting says. */
    async outlook() {
      const [settings] = await db.select({ timeZone: userSettings.timeZone }).from(userSettings);
      const endsAt = googleAccount.grantExpiresAt;
      const plan = db
        .select({
          nextDueAt: min(queueItems.dueAt),
          scheduled: count(queueItems.dueAt),
          grantEndsAt: max(endsAt),
          afterGrant: sql<number>`(count(*) filter (where ${queueItems.dueAt} > ${endsAt}))::int`,
        })
        .from(queueItems)
        .leftJoin(googleAccount, sql`true`);
      return { timeZone: settings?.timeZone ?? 'UTC', ...firstOf(await plan) };
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
    gather(now: Date): Promise<void> {
      return db.transaction(async (tx) => {
        const causes = await tx.delete(noticeCauses).where(inArray(noticeCauses.type, facts)).returning();
        for (const [type, of] of Map.groupBy(causes, (cause) => cause.type)) await bundle(tx, type, of, now);
      });
    },

    /** `decide` sees what is open, and what of states and ends was told within a day. */
    async follow(now: Date, decide: (known: NoticeRow[]) => NoticeChanges): Promise<boolean> {
      const isRecent = gt(notices.toldAt, new Date(now.getTime() - dayMs));
      const isKnown = or(isNull(notices.resolvedAt), isRecent);
      const known = await db.select().from(notices).where(isKnown).orderBy(asc(notices.id));
      const { opened, over, again, renewed } = decide(known);
      const overIds = over.map(({ id }) => id);
      const isOver = isOneOf(notices.id, overIds);
      await db.transaction(async (tx) => {
        // Over before anybody was to hear of it.
        await tx.delete(notices).where(and(isOver, gt(notices.tellAt, now)));
        await tx.update(notices).set({ resolvedAt: now }).where(isOver);
        await tx.update(notices).set({ resolvedAt: null }).where(inArray(notices.cause, again));
        for (const { id, data } of renewed) await tx.update(notices).set({ data }).where(eq(notices.id, id));
        await open(tx, opened);
      });
      return [opened, over, again, renewed].some((all) => all.length > 0);
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
      const ended = await db
        .update(notices)
        .set({ resolvedAt: now })
        .where(and(isNull(notices.resolvedAt), or(...over, wasMoment)))
        .returning({ id: notices.id });
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
    release(now: Date, urgentAlone: NoticeType | null, channelsFor: (type: NoticeType) => SendingChannel[]) {
      return db.transaction(async (tx): Promise<boolean> => {
        const isUntold = and(isNull(notices.toldAt), isNull(notices.resolvedAt), lte(notices.tellAt, now));
        const mayGo = and(isUntold, urgentAlone === null ? sql`true` : eq(notices.type, urgentAlone));
        const told = await tx.update(notices).set({ toldAt: now }).where(mayGo).returning();
        const deliveries = told.flatMap(({ id: noticeId, type }) =>
          channelsFor(type).map((channel) => ({ noticeId, channel, nextTryAt: now })),
        );
        if (deliveries.length > 0) await tx.insert(noticeDeliveries).values(deliveries);
        return told.length > 0;
      });
    },

    dueDeliveries: (channel: SendingChannel, now: Date, limit: number) =>
      db
        .select({ delivery: noticeDeliveries, notice: notices })
        .from(noticeDeliveries)
        .innerJoin(notices, eq(notices.id, noticeDeliveries.noticeId))
        .where(and(eq(noticeDeliveries.channel, channel), lte(noticeDeliveries.nextTryAt, now)))
        .orderBy(asc(noticeDeliveries.nextTryAt), asc(noticeDeliveries.noticeId))
        .limit(limit),

    async record({ noticeId, channel }: DeliveryRow, tried: Partial<DeliveryRow>): Promise<void> {
      const isIt = and(eq(noticeDeliveries.noticeId, noticeId), eq(noticeDeliveries.channel, channel));
      await db.update(noticeDeliveries).set(tried).where(isIt);
    },

    /** Comments and replies by id, of the notices that name them; what is gone is missing. */
    async subjects(of: readonly Pick<NoticeRow, 'type' | 'data'>[]) {
      const ids = (isOfReplies: boolean) =>
        of.flatMap(({ type, data }) =>
          (type === 'replies.new') === isOfReplies ? (data.subjects ?? []) : [],
        );
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
        .where(isOneOf(replies.id, ids(true)));
      const ofComments = await db
        .select({ id: comments.id, ...named, words: comments.content })
        .from(comments)
        .innerJoin(videos, eq(videos.id, comments.videoId))
        .where(isOneOf(comments.id, ids(false)));
      return { ofReplies, ofComments };
    },

    /** Of the last thirty days and what is still open, newest first. */
    async list(now: Date): Promise<{ notice: NoticeRow; deliveries: DeliveryRow[] }[]> {
      const isKept = or(gt(notices.tellAt, new Date(now.getTime() - keptMs)), isNull(notices.resolvedAt));
      const rows = await db
        .select()
        .from(notices)
        .where(and(lte(notices.tellAt, now), isKept))
        .orderBy(desc(notices.tellAt), desc(notices.id))
        .limit(mostListed);
      const ids = rows.map(({ id }) => id);
      const sent = await db
        .select()
        .from(noticeDeliveries)
        .where(isOneOf(noticeDeliveries.noticeId, ids))
        .orderBy(asc(noticeDeliveries.channel));
      const byNotice = Map.groupBy(sent, ({ noticeId }) => noticeId);
      return rows.map((notice) => ({ notice, deliveries: byNotice.get(notice.id) ?? [] }));
    },

    /** Keeps the states that still hold. */
    async forgetOld(now: Date): Promise<void> {
      const isOld = lte(notices.tellAt, new Date(now.getTime() - keptMs));
      const mayGo = or(isNotNull(notices.resolvedAt), inArray(notices.type, [...facts, ...momentary]));
      await db.delete(notices).where(and(isOld, mayGo));
    },
  };
}

export type NoticesRepository = ReturnType<typeof createNoticesRepository>;

async function open(on: Db | Tx, opened: readonly NewNotice[]): Promise<void> {
  if (opened.length === 0) return;
  await on.insert(notices).values(opened.map((notice) => ({ ...notice, webhookId: `msg_${randomUUID()}` })));
}

/** Adds to the last notice of this type while it is still to be told, else opens one. */
async function bundle(tx: Tx, type: NoticeCause, of: readonly CauseRow[], now: Date): Promise<void> {
  const isFirst = and(eq(notices.type, type), sql`${notices.data} ->> 'isReminder' is null`);
  const [last] = await tx.select().from(notices).where(isFirst).orderBy(desc(notices.id)).limit(1);
  const isWaiting = last && last.toldAt === null && last.resolvedAt === null;
  const added = of.flatMap(({ subjectId }) => subjectId ?? []);
  const data = { subjects: [...new Set([...((isWaiting && last.data.subjects) || []), ...added])] };
  if (isWaiting) await tx.update(notices).set({ data }).where(eq(notices.id, last.id));
  else {
    const cause = `${type}:${added[0]}:${now.toISOString()}`;
    await open(tx, [{ type, cause, data, openedAt: now, tellAt: bundleTellAt(last, now) }]);
  }
}

function firstOf<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('A row of notices is missing.');
  return row;
}
