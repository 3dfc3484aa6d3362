import { noticeKinds } from '#shared/contracts/notices.ts';
import { addDays, instantAt, wallTime, weekdayOf } from '#shared/rules/calendar.ts';
import type { noticeSettings, notices } from '#shared/schema.ts';
import { dayMs, type Facts, hourMs, minuteMs, noticeKindTable } from './notice-kinds.rules.ts';

export type NoticeRow = typeof notices.$inferSelect;
export type NewNotice = Pick<NoticeRow, 'type' | 'cause' | 'data' | 'openedAt' | 'tellAt'>;
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

/** The first after a minute, what follows within the hour of the last one together. */
export function bundleTellAt(last: NoticeRow | undefined, now: Date): Date {
  const { toldAt = null, tellAt } = last ?? {};
  const hourIsOver = toldAt ? toldAt.getTime() + hourMs : (tellAt?.getTime() ?? 0);
  return new Date(Math.max(now.getTime() + minuteMs, hourIsOver));
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

/** Over before anybody was to hear of it: `dropped`. */
export interface NoticeChanges {
  opened: NewNotice[];
  changed: (Pick<NoticeRow, 'id'> & Partial<NoticeRow>)[];
  dropped: number[];
}

/** What follows from what holds now. `known`: what is open, and what was told within a day. */
export function followStates(known: readonly NoticeRow[], facts: Facts): NoticeChanges {
  const { now } = facts;
  const changes: NoticeChanges = { opened: [], changed: [], dropped: [] };
  for (const type of noticeKinds) {
    const { holds, wellAgain, reminders = Number.POSITIVE_INFINITY } = noticeKindTable[type];
    const state = holds?.(facts);
    const story = [type, ...(state?.key ? [state.key] : []), ''].join(':');
    const isSame = ({ cause }: NoticeRow) => !holds || (state && cause.startsWith(story));
    const ofType = known.filter((notice) => notice.type === type);
    // Without an end that was told, what holds again within a day is still the same story.
    const current = ofType.filter((each) => isSame(each) && (isOpen(each) || (state && !wellAgain)));
    for (const { id, data, toldAt, resolvedAt } of state ? current : []) {
      const fresh = toldAt ? data : { ...data, ...state?.data };
      if (resolvedAt || JSON.stringify(fresh) !== JSON.stringify(data))
        changes.changed.push({ id, data: fresh, resolvedAt: null });
    }
    if (state && current.length === 0) {
      const tellAt = new Date(now.getTime() + (state.afterMs ?? 0));
      const data = { since: now.toISOString(), ...state.data };
      changes.opened.push({ type, cause: `${story}${now.toISOString()}`, data, openedAt: now, tellAt });
    }
    for (const first of current.filter(({ data }) => !data.isReminder)) {
      const told = current.filter(({ cause }) => cause === first.cause);
      const isDue = told.every(({ toldAt }) => toldAt && now.getTime() - toldAt.getTime() >= dayMs);
      const { cause, openedAt } = first;
      const data = { ...first.data, ...state?.data, isReminder: true };
      if (isDue && told.length <= reminders)
        changes.opened.push({ type, cause, data, openedAt, tellAt: now });
    }
    const over = ofType.filter((each) => isOpen(each) && !current.includes(each));
    for (const { id, tellAt } of over)
      if (tellAt > now) changes.dropped.push(id);
      else changes.changed.push({ id, resolvedAt: now });
    // One end for all that was told since the last one.
    const last = known.findLast((each) => each.type === wellAgain || (each.type === type && each.toldAt));
    if (wellAgain && !state && over.length > 0 && last?.type === type) {
      const { cause, openedAt, data } = last;
      const { since = openedAt.toISOString() } = data;
      changes.opened.push({ type: wellAgain, cause, data: { since }, openedAt: now, tellAt: now });
    }
  }
  return changes;
}

const isOpen = ({ resolvedAt }: NoticeRow) => resolvedAt === null;
