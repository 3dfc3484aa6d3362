import { randomUUID } from 'node:crypto';
import { type NoticeData, type NoticeType, noticeKinds } from '#shared/contracts/notices.ts';
import { addDays, instantAt, wallTime, weekdayOf } from '#shared/rules/calendar.ts';
import type { noticeSettings, notices } from '#shared/schema.ts';
import {
  dayMs,
  type Facts,
  hourMs,
  isMoment,
  type Kind,
  minuteMs,
  noticeTable,
} from './notice-kinds.rules.ts';

export type NoticeRow = typeof notices.$inferSelect;
/** A notice that has no id until it is stored. */
export type NewNotice = Omit<NoticeRow, 'id'> & Partial<NoticeRow>;
export type NoticeSettingsRow = typeof noticeSettings.$inferSelect;
/** Settings with the owner's time zone. */
type Zoned = NoticeSettingsRow & { timeZone: string };

/** How long the bell menu shows a notice, and how old a comment or reply may be to cause one. */
export const keptMs = 30 * dayMs;
export const isOld = ({ resolvedAt, tellAt }: NewNotice, now: Date) =>
  resolvedAt !== null && now.getTime() - tellAt.getTime() >= keptMs;
const retryMs = [1, 5, 30, 120, 480].map((minutes) => minutes * minuteMs);

/** Returns when to retry after this many failed attempts, or null if the delivery is given up. */
export function nextTry(attempts: number, now: Date): string | null {
  const wait = retryMs[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait).toISOString();
}

export function isQuiet({ quietOn, quietFrom, quietTo, timeZone }: Zoned, now: Date): boolean {
  const hour = Number(wallTime(now, timeZone).time.slice(0, 2));
  if (!quietOn) return false;
  return quietFrom <= quietTo ? hour >= quietFrom && hour < quietTo : hour >= quietFrom || hour < quietTo;
}

/**
 * How many hours late the letter may be sent, for example if the app was off or the letter was just switched
 * on.
 */
const letterHours = 4;

/**
 * Returns the day of the letter that is due, with the times at which that day, the day before and the day
 * after begin. Returns null if no letter is due.
 */
export function dueLetter({ letterOn, letterHour, letterDays, timeZone }: Zoned, now: Date) {
  const { day, time } = wallTime(now, timeZone);
  const hoursLate = Number(time.slice(0, 2)) - letterHour;
  const isTime = hoursLate >= 0 && hoursLate < letterHours;
  if (!letterOn || !letterDays.includes(weekdayOf(day)) || !isTime) return null;
  const begins = (offset: number) => instantAt({ day: addDays(day, offset), time: '00:00' }, timeZone);
  return { day, yesterday: begins(-1), today: begins(0), tomorrow: begins(1) };
}
/** Returns true while it is still the day that the letter was written for: its “today” ends at midnight. */
export const isLetterOfToday = ({ cause }: NewNotice, timeZone: string, now: Date): boolean =>
  cause === letterCause(wallTime(now, timeZone).day);
export const letterCause = (day: string) => `letter.daily:${day}`;
export type LetterDay = NonNullable<ReturnType<typeof dueLetter>>;

/** Creates the id by which a receiver recognises a repetition. */
export const newWebhookId = () => `msg_${randomUUID()}`;

export function newNotice(type: NoticeType, cause: string, data: NoticeData, now: Date, tellInMs = 0) {
  const tellAt = new Date(now.getTime() + tellInMs);
  const open = { openedAt: now, tellAt, toldAt: null, resolvedAt: null, deliveries: {} };
  return { webhookId: newWebhookId(), type, cause, data, ...open };
}

/** Opens, repeats and resolves notices according to the current facts. */
export function followUp(kept: readonly NoticeRow[], facts: Facts): NewNotice[] {
  const { now } = facts;
  const rows: NewNotice[] = kept.map((notice) => ({ ...notice }));
  const at = now.toISOString();
  const msSince = (then: Date | null) => (then ? now.getTime() - then.getTime() : 0);
  const tellAnew = (row: NewNotice, isReminder?: true) =>
    Object.assign(row, { tellAt: now, data: { ...row.data, isReminder } });

  for (const type of noticeKinds.filter((kind) => !isMoment(kind))) {
    const { holds, wellAgain, isWell = () => true, reminders }: Kind = noticeTable[type];
    const state = holds?.(facts) ?? null;
    const found = facts.happened.flatMap((each) => (each.type === type ? each.id : []));
    const subjects = new Set(holds ? state && [theState] : found);
    const ofType = rows.filter((row) => row.type === type);
    const open = ofType.filter(isOpen);

    for (const row of open) {
      const { reason, isReminder } = row.data;
      const mayRemind = reminders !== 'never' && (reminders !== 'once' || !isReminder);
      if (!subjectsOf(row).some((id) => subjects.has(id))) {
        row.resolvedAt = now;
        if (wellAgain && row.toldAt && isWell(facts))
          rows.push(newNotice(wellAgain, row.cause, { since: row.openedAt.toISOString() }, now));
      } else if (!isWaiting(row) && msSince(row.toldAt) >= dayMs && mayRemind) tellAnew(row, true);
      // A cause that only the owner can end is told at once, even if another reason was told before.
      else if (state?.afterMs === 0 && state.data.reason !== reason) tellAnew(row);
      // A notice that is not sent yet leaves out comments and replies whose cause is over.
      const still = state?.data ?? { subjects: subjectsOf(row).filter((id) => subjects.has(id)) };
      const isOtherReason = state?.data.reason !== reason;
      if (isWaiting(row)) row.data = { ...row.data, ...still, ...(isOtherReason && { since: at }) };
    }

    const known = new Set(open.flatMap(subjectsOf));
    const fresh = [...subjects].filter((id) => !known.has(id));
    if (fresh.length === 0) continue;
    const lately = ofType.findLast(({ tellAt }) => msSince(tellAt) < dayMs);
    const waiting = open.find((row) => isWaiting(row) && !row.data.isReminder);
    const cause = `${type}:${at}`;
    if (waiting) waiting.data = { subjects: [...subjectsOf(waiting), ...fresh] };
    // If its end is not announced, a state that returns within a day continues the same notice.
    else if (state && lately && !wellAgain) lately.resolvedAt = null;
    else if (state) rows.push(newNotice(type, cause, { since: at, ...state.data }, now, state.afterMs));
    else {
      // The first notice waits a minute. What follows waits until an hour after the last one, to be told
      // together.
      const last = ofType.findLast(({ toldAt }) => toldAt);
      const wait = Math.max(minuteMs, last ? hourMs - msSince(last.toldAt) : 0);
      rows.push(newNotice(type, cause, { subjects: fresh }, now, wait));
    }
  }
  return rows;
}

/** Stands for the state itself in a notice that is not about comments or replies. */
const theState = 0;
const subjectsOf = ({ data }: NewNotice) => data.subjects ?? [theState];

const isOpen = ({ resolvedAt }: NewNotice) => resolvedAt === null;

/** Returns true if the notice is still to be sent, or sent again. A resolved notice is not. */
export const isWaiting = ({ resolvedAt, toldAt, tellAt }: NewNotice) =>
  resolvedAt === null && (toldAt === null || toldAt < tellAt);
