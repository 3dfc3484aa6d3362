import { type NoticeType, noticeTypes } from '#shared/contracts/notices.ts';
import { addDays, instantAt, wallTime, weekdayOf } from '#shared/rules/calendar.ts';
import type { noticeSettings, notices } from '#shared/schema.ts';
import {
  dayMs,
  type Facts,
  hourMs,
  type Kind,
  minuteMs,
  noticeTable,
  type Subject,
} from './notice-kinds.rules.ts';

export type NoticeRow = typeof notices.$inferSelect;
/** Without an id until it is stored. */
export type NewNotice = Omit<NoticeRow, 'id' | 'webhookId'> & Partial<NoticeRow>;
export type NoticeSettingsRow = typeof noticeSettings.$inferSelect;
/** In the person's own zone. */
type Zoned = NoticeSettingsRow & { timeZone: string };

/** For so long the bell shows what was told. */
export const keptMs = 30 * dayMs;
const retryMs = [1, 5, 30, 120, 480].map((minutes) => minutes * minuteMs);

/** After that many failed attempts; null once it is given up. */
export function nextTry(attempts: number, now: Date): string | null {
  const wait = retryMs[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait).toISOString();
}

export function isQuiet({ quietOn, quietFrom, quietTo, timeZone }: Zoned, now: Date): boolean {
  const hour = Number(wallTime(now, timeZone).time.slice(0, 2));
  if (!quietOn) return false;
  return quietFrom <= quietTo ? hour >= quietFrom && hour < quietTo : hour >= quietFrom || hour < quietTo;
}

/** Later it would be no morning letter: the app was off, or the letter was switched on. */
const letterHours = 4;

/** The day of the letter that is due, with where it and the days beside it begin; null while none is. */
export function dueLetter({ letterOn, letterHour, letterDays, timeZone }: Zoned, now: Date) {
  const { day, time } = wallTime(now, timeZone);
  const hoursLate = Number(time.slice(0, 2)) - letterHour;
  const isTime = hoursLate >= 0 && hoursLate < letterHours;
  if (!letterOn || !letterDays.includes(weekdayOf(day)) || !isTime) return null;
  const begins = (offset: number) => instantAt({ day: addDays(day, offset), time: '00:00' }, timeZone);
  return { day, yesterday: begins(-1), today: begins(0), tomorrow: begins(1) };
}
export type LetterDay = NonNullable<ReturnType<typeof dueLetter>>;

/** Opens and ends notices by what holds now; `known` is what is open, and what was to be told within a day. */
export function followUp(
  known: readonly NoticeRow[],
  causes: readonly { type: NoticeType; subjectId: number | null }[],
  subjectsOf: (type: NoticeType) => readonly Subject[],
  facts: Facts,
): NewNotice[] {
  const { now, letter } = facts;
  const rows: NewNotice[] = known.map((notice) => ({ ...notice }));
  const open = (notice: Pick<NewNotice, 'type' | 'cause' | 'data'> & Partial<NewNotice>) =>
    rows.push({ openedAt: now, tellAt: now, toldAt: null, resolvedAt: null, deliveries: {}, ...notice });
  const msSince = (at: Date | null) => (at ? now.getTime() - at.getTime() : 0);
  const later = (ms: number) => new Date(now.getTime() + ms);

  if (letter) open({ type: 'letter.daily', ...letter });
  for (const type of noticeTypes) {
    const kind: Partial<Kind> = noticeTable[type];
    const { holds, stillSo, wellAgain, reminders = Number.POSITIVE_INFINITY } = kind;
    const ofType = rows.filter((row) => row.type === type);

    // The first cause after a minute, what follows within the hour of the last one together.
    const raised = causes.flatMap((cause) => (cause.type === type ? (cause.subjectId ?? []) : []));
    const last = ofType.findLast((row) => !row.data.isReminder && (row.toldAt || isOpen(row)));
    const waiting = last?.toldAt ? null : last;
    const subjects = [...new Set([...(waiting?.data.subjects ?? []), ...raised])];
    if (raised.length > 0 && waiting) waiting.data = { subjects };
    else if (raised.length > 0) {
      const wait = last ? hourMs - msSince(last.toldAt) : 0;
      const cause = `${type}:${raised[0]}:${now.toISOString()}`;
      open({ type, cause, data: { subjects }, tellAt: later(Math.max(minuteMs, wait)) });
    }

    const state = holds?.(facts) ?? null;
    const story = [type, ...(state?.key ? [state.key] : []), ''].join(':');
    const undecided = new Set(
      stillSo &&
        subjectsOf(type)
          .filter(stillSo)
          .map(({ id }) => id),
    );
    const isSo = ({ cause, data, tellAt, toldAt }: NewNotice) => {
      if (holds) return state !== null && cause.startsWith(story);
      if (!stillSo) return msSince(toldAt) < minuteMs;
      return msSince(tellAt) < keptMs && data.subjects?.some((id) => undecided.has(id));
    };
    // Without an end that was told, what holds again within a day is still the same story.
    const current = ofType.filter((row) => isSo(row) && (isOpen(row) || (state && !wellAgain)));
    const over = ofType.filter((row) => isOpen(row) && !current.includes(row));
    for (const row of over) row.resolvedAt = now;
    for (const row of state ? current : []) {
      row.resolvedAt = null;
      if (!row.toldAt) row.data = { ...row.data, ...state?.data };
    }
    if (state && current.length === 0) {
      const data = { since: now.toISOString(), ...state.data };
      open({ type, cause: `${story}${now.toISOString()}`, data, tellAt: later(state.afterMs ?? 0) });
    }
    for (const { cause, data, openedAt } of current.filter((row) => !row.data.isReminder)) {
      const told = current.filter((row) => row.cause === cause);
      if (told.length <= reminders && told.every(({ toldAt }) => msSince(toldAt) >= dayMs))
        open({ type, cause, data: { ...data, ...state?.data, isReminder: true }, openedAt });
    }
    // One end for all that was told since the last one.
    const told = known.findLast((row) => row.type === wellAgain || (row.type === type && row.toldAt));
    if (wellAgain && !state && over.length > 0 && told?.type === type) {
      const { since = told.openedAt.toISOString() } = told.data;
      open({ type: wellAgain, cause: told.cause, data: { since } });
    }
  }
  return rows;
}

export const isOpen = ({ resolvedAt }: NewNotice) => resolvedAt === null;
