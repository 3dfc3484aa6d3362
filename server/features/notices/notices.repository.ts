import { randomUUID } from 'node:crypto';
import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  min,
  ne,
  not,
  or,
  sql,
} from 'drizzle-orm';
import type { NoticeCause, NoticeData, SendingChannel } from '#shared/contracts/notices.ts';
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
      const read = () => firstRow(db.select().from(noticeSettings));
      const row = await read();
      if (row) return row;
      await db.insert(noticeSettings).values({ id: 1 }).onConflictDoNothing();
      return this.settings();
    },

    /** `decide` sees the row under its lock. */
    changeSettings(decide: (row: NoticeSettingsRow) => Partial<NoticeSettingsRow>): Promise<void> {
      return db.transaction(async (tx) => {
        await tx.insert(noticeSettings).values({ id: 1 }).onConflictDoNothing();
        const [row] = await tx.select().from(noticeSettings).for('update');
        const change = row ? decide(row) : {};
        if (Object.keys(change).length > 0) await tx.update(noticeSettings).set(change);
      });
    },

    /** What the plan of posting says. */
    async outlook() {
      const [settings] = await db.select({ timeZone: userSettings.timeZone }).from(userSettings);
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
      const nothing = { nextDueAt: null, scheduled: 0, grantEndsAt: null, afterGrant: 0 };
      return { timeZone: settings?.timeZone ?? 'UTC', ...(plan ?? nothing) };
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
        const causes = await tx
          .delete(noticeCauses)
          .where(ne(noticeCauses.type, 'backup.failed'))
          .returning();
        for (const [type, of] of Map.groupBy(causes, (cause) => cause.type))
          await bundle(
            tx,
            type,
            of.flatMap(({ subjectId }) => subjectId ?? []),
            now,
          );
      });
    },

    /** `decide` sees what is open, and what of states and ends was told within a day. */
    async follow(now: Date, decide: (known: NoticeRow[]) => NoticeChanges): Promise<boolean> {
      const isRecent = gte(notices.toldAt, new Date(now.getTime() - dayMs));
      const known = await db
        .select()
        .from(notices)
        .where(or(isNull(notices.resolvedAt), isRecent))
        .orderBy(asc(notices.id));
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
        const holds = and(sql`${table.id} in ${subjects}`, stillSo[type]);
        return and(eq(notices.type, type), not(exists(db.select({ id: table.id }).from(table).where(holds))));
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
      const wasPosted = and(gte(comments.postedAt, yesterday), lt(comments.postedAt, today));
      const isFresh = and(gte(freshVideos.appearedAt, yesterday), isNull(freshVideos.dismissedAt));
      const letter = {
        posted: await db.$count(comments, wasPosted),
        hidden: await db.$count(comments, and(wasPosted, isHidden)),
        goingOut: await db.$count(queueItems, lt(queueItems.dueAt, tomorrow)),
        replies: await db.$count(replies, inArray(replies.state, ['new', 'read'])),
        drafts: await db.$count(comments, eq(comments.status, 'pending')),
        fresh: (await db.$count(followedChannels)) > 0 ? await db.$count(freshVideos, isFresh) : null,
      };
      await open(db, [{ type: 'letter.daily', cause, data: { letter }, openedAt: now, tellAt: now }]);
    },

    /** To be told by now and not handed to any channel yet. */
    untold: (now: Date): Promise<NoticeRow[]> =>
      db
        .select()
        .from(notices)
        .where(and(isNull(notices.toldAt), isNull(notices.resolvedAt), lte(notices.tellAt, now)))
        .orderBy(asc(notices.id)),

    hand(noticeId: number, channels: readonly SendingChannel[], now: Date): Promise<void> {
      return db.transaction(async (tx) => {
        await tx.update(notices).set({ toldAt: now }).where(eq(notices.id, noticeId));
        if (channels.length === 0) return;
        const deliveries = channels.map((channel) => ({ noticeId, channel, nextTryAt: now }));
        await tx.insert(noticeDeliveries).values(deliveries).onConflictDoNothing();
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
      const isOld = lt(notices.tellAt, new Date(now.getTime() - keptMs));
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
async function bundle(tx: Tx, type: NoticeCause, added: readonly number[], now: Date): Promise<void> {
  const isFirst = and(eq(notices.type, type), sql`${notices.data} ->> 'isReminder' is null`);
  const [last] = await tx.select().from(notices).where(isFirst).orderBy(desc(notices.id)).limit(1);
  const isWaiting = last && last.toldAt === null && last.resolvedAt === null;
  const subjects = [...new Set([...((isWaiting && last.data.subjects) || []), ...added])];
  const data: NoticeData = { subjects };
  if (isWaiting) await tx.update(notices).set({ data }).where(eq(notices.id, last.id));
  else {
    const cause = `${type}:${subjects[0]}:${now.toISOString()}`;
    await open(tx, [{ type, cause, data, openedAt: now, tellAt: bundleTellAt(last, now) }]);
  }
}
