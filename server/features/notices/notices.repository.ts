import { randomUUID } from 'node:crypto';
import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { NoticeCause, SendingChannel } from '#shared/contracts/notices.ts';
import {
  comments,
  noticeCauses,
  noticeDeliveries,
  noticeSettings,
  notices,
  replies,
} from '#shared/schema.ts';
import type { Db, Tx } from '../../db/database.ts';
import { letterFigures } from './notice-facts.repository.ts';
import {
  bundleTellAt,
  dayMs,
  dueReminders,
  keptMs,
  type NewNotice,
  type NoticeRow,
  type StateChanges,
  stateTypes,
} from './notices.rules.ts';

export type NoticeSettingsRow = typeof noticeSettings.$inferSelect;
export type DeliveryRow = typeof noticeDeliveries.$inferSelect;

const gathered = ['comment.unconfirmed', 'comment.removed', 'replies.new'] as const;
const mostCauses = 5000;
const mostListed = 200;

export function createNoticesRepository(db: Db) {
  return {
    async settings(): Promise<NoticeSettingsRow> {
      const read = () => db.select().from(noticeSettings);
      const [row] = await read();
      if (row) return row;
      await db.insert(noticeSettings).values({ id: 1 }).onConflictDoNothing();
      const [made] = await read();
      if (!made) throw new Error('The row of notice settings is missing.');
      return made;
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

    /** Makes causes into notices, in one transaction: a crash neither loses nor doubles one. */
    gather(now: Date): Promise<void> {
      return db.transaction(async (tx) => {
        const causes = await tx
          .delete(noticeCauses)
          .where(
            inArray(
              noticeCauses.id,
              tx
                .select({ id: noticeCauses.id })
                .from(noticeCauses)
                .where(inArray(noticeCauses.type, gathered))
                .orderBy(asc(noticeCauses.id))
                .limit(mostCauses),
            ),
          )
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

    /** `decide` sees the notices of states that are open or were told within a day. */
    followStates(now: Date, decide: (known: NoticeRow[]) => StateChanges): Promise<boolean> {
      return db.transaction(async (tx) => {
        const isRecent = gte(notices.toldAt, new Date(now.getTime() - dayMs));
        const known = await tx
          .select()
          .from(notices)
          .where(and(inArray(notices.type, [...stateTypes]), or(isNull(notices.resolvedAt), isRecent)))
          .orderBy(asc(notices.id))
          .for('update');
        const { resolved, dropped, reopened, renewed, opened } = decide(known);
        const isOpen = isNull(notices.resolvedAt);
        if (resolved.length > 0)
          await tx
            .update(notices)
            .set({ resolvedAt: now })
            .where(and(inArray(notices.cause, resolved), isOpen));
        if (reopened.length > 0)
          await tx.update(notices).set({ resolvedAt: null }).where(inArray(notices.cause, reopened));
        if (dropped.length > 0) await tx.delete(notices).where(inArray(notices.id, dropped));
        for (const { id, data } of renewed) await tx.update(notices).set({ data }).where(eq(notices.id, id));
        await open(tx, opened);
        return [resolved, dropped, reopened, renewed, opened].some((all) => all.length > 0);
      });
    },

    /** Ends the notices whose comments and replies are all decided. */
    async resolveFacts(now: Date): Promise<boolean> {
      const ids = (field: 'comments' | 'replies') =>
        sql`(select value::int from jsonb_array_elements_text(${notices.data} -> ${field}))`;
      const none = (from: SQL) => sql`not exists (select 1 from ${from})`;
      const over = or(
        and(
          eq(notices.type, 'comment.unconfirmed'),
          none(sql`${comments} where ${comments.id} in ${ids('comments')}
            and ${comments.status} = 'failed' and ${comments.failureCode} = 'unconfirmed'`),
        ),
        and(
          eq(notices.type, 'comment.removed'),
          none(sql`${comments} where ${comments.id} in ${ids('comments')}
            and ${comments.visibility} in ('only_you', 'removed') and ${comments.withdrawnAt} is null`),
        ),
        and(
          eq(notices.type, 'replies.new'),
          none(sql`${replies} where ${replies.id} in ${ids('replies')} and ${replies.state} = 'new'`),
        ),
        and(
          inArray(notices.type, ['letter.daily', 'posting.resumed', 'backup.resumed']),
          isNotNull(notices.toldAt),
        ),
      );
      const resolved = await db
        .update(notices)
        .set({ resolvedAt: now })
        .where(and(isNull(notices.resolvedAt), over))
        .returning({ id: notices.id });
      return resolved.length > 0;
    },

    remind(now: Date): Promise<boolean> {
      return db.transaction(async (tx) => {
        const told = await tx
          .select()
          .from(notices)
          .where(isNull(notices.resolvedAt))
          .orderBy(asc(notices.id));
        const reminders = dueReminders(told, now);
        await open(tx, reminders);
        return reminders.length > 0;
      });
    },

    /** Opens the letter of a day once; `figures` are read only then. */
    async openLetter(
      day: { day: string; yesterday: Date; today: Date; tomorrow: Date },
      now: Date,
    ): Promise<void> {
      const cause = `letter.daily:${day.day}`;
      await db.transaction(async (tx) => {
        if ((await tx.$count(notices, eq(notices.cause, cause))) > 0) return;
        const letter = await letterFigures(tx, day);
        await open(tx, [{ type: 'letter.daily', cause, data: { letter }, openedAt: now, tellAt: now }]);
      });
    },

    /** To be told by now and not handed to any channel yet. */
    untold: (now: Date): Promise<NoticeRow[]> =>
      db
        .select()
        .from(notices)
        .where(and(isNull(notices.toldAt), lte(notices.tellAt, now)))
        .orderBy(asc(notices.id)),

    hand(noticeId: number, channels: readonly SendingChannel[], now: Date): Promise<void> {
      return db.transaction(async (tx) => {
        await tx.update(notices).set({ toldAt: now }).where(eq(notices.id, noticeId));
        if (channels.length > 0)
          await tx
            .insert(noticeDeliveries)
            .values(channels.map((channel) => ({ noticeId, channel, nextTryAt: now })))
            .onConflictDoNothing();
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
      await db
        .update(noticeDeliveries)
        .set(tried)
        .where(and(eq(noticeDeliveries.noticeId, noticeId), eq(noticeDeliveries.channel, channel)));
    },

    /** Of the last thirty days and what is still open, newest first. */
    async list(now: Date): Promise<{ notice: NoticeRow; deliveries: DeliveryRow[] }[]> {
      const since = new Date(now.getTime() - keptMs);
      const rows = await db
        .select()
        .from(notices)
        .where(and(lte(notices.tellAt, now), or(gt(notices.tellAt, since), isNull(notices.resolvedAt))))
        .orderBy(desc(notices.tellAt), desc(notices.id))
        .limit(mostListed);
      const ids = rows.map(({ id }) => id);
      const sent =
        ids.length === 0
          ? []
          : await db
              .select()
              .from(noticeDeliveries)
              .where(inArray(noticeDeliveries.noticeId, ids))
              .orderBy(asc(noticeDeliveries.channel));
      const byNotice = Map.groupBy(sent, ({ noticeId }) => noticeId);
      return rows.map((notice) => ({ notice, deliveries: byNotice.get(notice.id) ?? [] }));
    },

    async forgetOld(now: Date): Promise<void> {
      const isOld = lt(notices.tellAt, new Date(now.getTime() - keptMs));
      const mayGo = or(isNotNull(notices.resolvedAt), notInArray(notices.type, [...stateTypes]));
      await db.delete(notices).where(and(isOld, mayGo));
    },
  };
}

export type NoticesRepository = ReturnType<typeof createNoticesRepository>;

async function open(tx: Tx, opened: readonly NewNotice[]): Promise<void> {
  if (opened.length === 0) return;
  await tx.insert(notices).values(opened.map((notice) => ({ ...notice, webhookId: `msg_${randomUUID()}` })));
}

/** Adds to the notice of this type that is still to be told, else opens one. */
async function bundle(tx: Tx, type: NoticeCause, subjects: readonly number[], now: Date): Promise<void> {
  const field = type === 'replies.new' ? 'replies' : 'comments';
  const isOfType = eq(notices.type, type);
  const [waiting] = await tx
    .select()
    .from(notices)
    .where(and(isOfType, isNull(notices.toldAt), sql`${notices.data} ->> 'isReminder' is null`))
    .for('update');
  if (waiting) {
    const data = { ...waiting.data, [field]: [...new Set([...(waiting.data[field] ?? []), ...subjects])] };
    await tx.update(notices).set({ data, resolvedAt: null }).where(eq(notices.id, waiting.id));
    return;
  }
  const [last] = await tx
    .select({ at: max(notices.toldAt) })
    .from(notices)
    .where(isOfType);
  const cause = `${type}:${subjects[0]}:${now.toISOString()}`;
  const data = { [field]: [...new Set(subjects)] };
  await open(tx, [{ type, cause, data, openedAt: now, tellAt: bundleTellAt(last?.at ?? null, now) }]);
}
