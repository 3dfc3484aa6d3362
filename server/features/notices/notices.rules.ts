import { randomUUID } from 'node:crypto';
import {
  type NoticeData,
  type NoticeKind,
  type NoticeType,
  noticeKinds,
} from '#shared/contracts/notices.ts';
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

/**
 * How long the bell menu shows a notice, and how old a comment or reply may be to cause
 * one.
 */
export const keptMs = 30 * dayMs;
export const isOld = ({ resolvedAt, tellAt }: NewNotice, now: Date) =>
  resolvedAt !== null && now.getTime() - tellAt.getTime() >= keptMs;
const retryMs = [1, 5, 30, 120, 480].map((minutes) => minutes * minuteMs);

/**
 * Returns when to retry after this many failed attempts, or null if the delivery is given
 * up.
 */
export function nextTry(attempts: number, now: Date): string | null {
  const wait = retryMs[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait).toISOString();
}

export function isQuiet(
  { quietOn, quietFrom, quietTo, timeZone }: Zoned,
  now: Date,
): boolean {
  const hour = Number(wallTime(now, timeZone).time.slice(0, 2));
  if (!quietOn) return false;
  return quietFrom <= quietTo
    ? hour >= quietFrom && hour < quietTo
    : hour >= quietFrom || hour < quietTo;
}

/**
 * How many hours late the letter may be sent, for example if the app was off or the
 * letter was just switched on.
 */
const letterHours = 4;

/**
 * Returns the day for which a morning letter is due, and when that day, the day before and
 * the day after begin. Returns null if no letter is due.
 */
export function dueLetter(
  { letterOn, letterHour, letterDays, timeZone }: Zoned,
  now: Date,
) {
  const { day, time } = wallTime(now, timeZone);
  const hoursLate = Number(time.slice(0, 2)) - letterHour;
  const isTime = hoursLate >= 0 && hoursLate < letterHours;
  if (!letterOn || !letterDays.includes(weekdayOf(day)) || !isTime) return null;
  const begins = (offset: number) =>
    instantAt({ day: addDays(day, offset), time: '00:00' }, timeZone);
  return { day, yesterday: begins(-1), today: begins(0), tomorrow: begins(1) };
}
/** Returns true for a letter whose day is over: its “today” ends at midnight. */
export const isLateLetter = (
  { type, cause }: NewNotice,
  timeZone: string,
  now: Date,
): boolean =>
  type === 'letter.daily' && cause !== letterCause(wallTime(now, timeZone).day);
export const letterCause = (day: string) => `letter.daily:${day}`;
export type LetterDay = NonNullable<ReturnType<typeof dueLetter>>;

/** Creates the id by which a receiver recognises a repetition. */
export const newWebhookId = () => `msg_${randomUUID()}`;

interface NoticeToOpen {
  type: NoticeType;
  cause: string;
  data: NoticeData;
  now: Date;
  /** How long to wait before it is sent. */
  tellInMs?: number | undefined;
}

export function newNotice({ type, cause, data, now, tellInMs = 0 }: NoticeToOpen) {
  return {
    webhookId: newWebhookId(),
    type,
    cause,
    data,
    openedAt: now,
    tellAt: new Date(now.getTime() + tellInMs),
    toldAt: null,
    resolvedAt: null,
    deliveries: {},
  };
}

/** Opens, repeats and resolves notices according to the current facts. */
export function followUp(kept: readonly NoticeRow[], facts: Facts): NewNotice[] {
  const rows: NewNotice[] = kept.map((notice) => ({ ...notice }));
  for (const type of noticeKinds.filter((kind) => !isMoment(kind)))
    rows.push(...followUpKind(type, rows, facts));
  return rows;
}

/** What causes notices of one kind now. */
interface Cause {
  /**
   * Null if the state does not hold, and for kinds that are about comments, replies or
   * backups.
   */
  state: { data: NoticeData; afterMs?: number } | null;
  /** Ids of comments, replies or backups; a state that holds is `theState`. */
  subjects: ReadonlySet<number>;
}

function causeOf(type: NoticeKind, facts: Facts): Cause {
  const { holds }: Kind = noticeTable[type];
  if (!holds) {
    const happened = facts.happened.filter((each) => each.type === type);
    return { state: null, subjects: new Set(happened.map(({ id }) => id)) };
  }
  const state = holds(facts);
  return { state, subjects: new Set(state ? [theState] : []) };
}

/** Changes the stored notices of one kind, and returns the new ones. */
function followUpKind(
  type: NoticeKind,
  rows: readonly NewNotice[],
  facts: Facts,
): NewNotice[] {
  const cause = causeOf(type, facts);
  const ofType = rows.filter((row) => row.type === type);
  const open = ofType.filter(isOpen);
  const created: NewNotice[] = [];
  for (const row of open) {
    if (subjectsOf(row).some((id) => cause.subjects.has(id))) {
      remind(row, type, cause, facts.now);
      if (isWaiting(row)) update(row, cause, facts.now);
      continue;
    }
    row.resolvedAt = facts.now;
    const end = announceEnd(row, type, facts);
    if (end) created.push(end);
  }
  const known = new Set(open.flatMap(subjectsOf));
  const fresh = [...cause.subjects].filter((id) => !known.has(id));
  if (fresh.length === 0) return created;
  const opened = openNotice(type, { cause, fresh, ofType, now: facts.now });
  return opened ? [...created, opened] : created;
}

function announceEnd(row: NewNotice, type: NoticeKind, facts: Facts): NewNotice | null {
  const { wellAgain, isWell = () => true }: Kind = noticeTable[type];
  if (!wellAgain || !row.toldAt || !isWell(facts)) return null;
  return newNotice({
    type: wellAgain,
    cause: row.cause,
    data: { since: row.openedAt.toISOString() },
    now: facts.now,
  });
}

/**
 * Has the notice sent again if a reminder is due, or if its reason has changed to an
 * urgent one.
 */
function remind(row: NewNotice, type: NoticeKind, { state }: Cause, now: Date): void {
  const isReminderDue =
    !isWaiting(row) && msSince(row.toldAt, now) >= dayMs && mayRemind(row, type);
  // A cause that only the owner can end is told at once, even if another reason was told
  // before.
  const isUrgent = state?.afterMs === 0 && state.data.reason !== row.data.reason;
  if (!isReminderDue && !isUrgent) return;
  row.tellAt = now;
  const { isReminder: _, ...data } = row.data;
  row.data = isReminderDue ? { ...data, isReminder: true } : data;
}

function mayRemind({ data }: NewNotice, type: NoticeKind): boolean {
  const { reminders }: Kind = noticeTable[type];
  if (reminders === 'never') return false;
  return reminders !== 'once' || !data.isReminder;
}

/**
 * Brings a notice that is not sent yet up to date: comments and replies whose cause is
 * over are left out.
 */
function update(row: NewNotice, { state, subjects }: Cause, now: Date): void {
  const isOtherReason = state?.data.reason !== row.data.reason;
  const still = state?.data ?? {
    subjects: subjectsOf(row).filter((id) => subjects.has(id)),
  };
  row.data = { ...row.data, ...still };
  if (isOtherReason) row.data.since = now.toISOString();
}

interface NewCause {
  cause: Cause;
  /** Subjects that no open notice is about. */
  fresh: readonly number[];
  ofType: readonly NewNotice[];
  now: Date;
}

/** Returns a notice for the new subjects, or null if a stored notice takes them in. */
function openNotice(
  type: NoticeKind,
  { cause, fresh, ofType, now }: NewCause,
): NewNotice | null {
  const { wellAgain }: Kind = noticeTable[type];
  const { state } = cause;
  const at = now.toISOString();
  const waiting = ofType.find((row) => isWaiting(row) && !row.data.isReminder);
  if (waiting) {
    waiting.data = { subjects: [...subjectsOf(waiting), ...fresh] };
    return null;
  }
  const name = `${type}:${at}`;
  if (!state) {
    const tellInMs = delayAfter(ofType, now);
    return newNotice({
      type,
      cause: name,
      data: { subjects: [...fresh] },
      now,
      tellInMs,
    });
  }
  // If its end is not announced, a state that returns within a day continues the same
  // notice.
  const lately = ofType.findLast(({ tellAt }) => msSince(tellAt, now) < dayMs);
  if (lately && !wellAgain) {
    lately.resolvedAt = null;
    return null;
  }
  return newNotice({
    type,
    cause: name,
    data: { since: at, ...state.data },
    now,
    tellInMs: state.afterMs,
  });
}

/**
 * Returns how long a notice about comments or replies waits: the first one a minute, and
 * later ones until an hour after the last one, so that they are told together.
 */
function delayAfter(ofType: readonly NewNotice[], now: Date): number {
  const last = ofType.findLast(({ toldAt }) => toldAt);
  return Math.max(minuteMs, last ? hourMs - msSince(last.toldAt, now) : 0);
}

const msSince = (then: Date | null, now: Date) =>
  then ? now.getTime() - then.getTime() : 0;

/** Stands for the state itself in a notice that is not about comments or replies. */
const theState = 0;
const subjectsOf = ({ data }: NewNotice) => data.subjects ?? [theState];

const isOpen = ({ resolvedAt }: NewNotice) => resolvedAt === null;

/**
 * Returns true if the notice is still to be sent, or sent again. A resolved notice is
 * not.
 */
export const isWaiting = ({ resolvedAt, toldAt, tellAt }: NewNotice) =>
  resolvedAt === null && (toldAt === null || toldAt < tellAt);
