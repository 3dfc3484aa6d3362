import { type NoticeData, type NoticeType, noticeKinds } from '#shared/contracts/notices.ts';
import { addDays, instantAt, wallTime, weekdayOf } from '#shared/rules/calendar.ts';
import type { noticeSettings, notices } from '#shared/schema.ts';
import { dayMs, type Facts, hourMs, minuteMs, noticeKindTable } from './notice-kinds.rules.ts';

export type NoticeRow = typeof notices.$inferSelect;
type Rows = readonly NoticeRow[];
export type NewNotice = Pick<NoticeRow, 'type' | 'cause' | 'data' | 'openedAt' | 'tellAt'>;
export type NoticeSettingsRow = typeof noticeSettings.$inferSelect;

/** For so long the bell shows what was told. */
export const keptMs = 30 * dayMs;
const retryMs = [1, 5, 30, 120, 480].map((minutes) => minutes * minuteMs);

/** After that many failed attempts; null once it is given up. */
export function nextTry(attempts: number, now: Date): Date | null {
  const wait = retryMs[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait);
}

/** The first after a minute, what follows within the hour of the last one together. */
export function bundleTellAt(last: NoticeRow | undefined, now: Date): Date {
  const { toldAt = null, tellAt } = last ?? {};
  const hourIsOver = toldAt ? toldAt.getTime() + hourMs : (tellAt?.getTime() ?? 0);
  return new Date(Math.max(now.getTime() + minuteMs, hourIsOver));
}

export function isQuiet(settings: NoticeSettingsRow, timeZone: string, now: Date): boolean {
  const { quietOn, quietFrom, quietTo } = settings;
  const hour = Number(wallTime(now, timeZone).time.slice(0, 2));
  if (!quietOn) return false;
  return quietFrom <= quietTo ? hour >= quietFrom && hour < quietTo : hour >= quietFrom || hour < quietTo;
}

/** Later it would be no morning letter: the app was off, or the letter was switched on. */
const letterHours = 4;

/** The day of the letter that is due, with where it and the days beside it begin; null while none is. */
export function dueLetter(settings: NoticeSettingsRow, timeZone: string, now: Date) {
  const { letterOn, letterHour, letterDays } = settings;
  const { day, time } = wallTime(now, timeZone);
  const hoursLate = Number(time.slice(0, 2)) - letterHour;
  const isTime = hoursLate >= 0 && hoursLate < letterHours;
  if (!letterOn || !letterDays.includes(weekdayOf(day)) || !isTime) return null;
  const begins = (offset: number) => instantAt({ day: addDays(day, offset), time: '00:00' }, timeZone);
  return { day, yesterday: begins(-1), today: begins(0), tomorrow: begins(1) };
}
export type LetterDay = NonNullable<ReturnType<typeof dueLetter>>;

export interface NoticeChanges {
  opened: NewNotice[];
  over: NoticeRow[];
  /** Causes that hold again within a day: without an end that was told it is still the same story. */
  again: string[];
  renewed: Pick<NoticeRow, 'id' | 'data'>[];
}

/** What follows from what holds now. `known`: what is open, and what of states was told within a day. */
export function followStates(known: Rows, facts: Facts): NoticeChanges {
  const { now } = facts;
  const changes: NoticeChanges = { opened: [], over: [], again: [], renewed: [] };
  const holding = new Map<string, NoticeData>();
  for (const type of noticeKinds) {
    const { holds, wellAgain } = noticeKindTable[type];
    if (!holds) continue;
    const state = holds(facts);
    const cause = [type, ...(state?.key ? [state.key] : [])].join(':');
    const ofType = known.filter((notice) => notice.type === type);
    const story = state ? ofType.filter((notice) => notice.cause.startsWith(`${cause}:`)) : [];
    const open = story.find(isOpen);
    const told = story.find(({ toldAt }) => toldAt !== null);
    if (state && open) {
      const data = { ...open.data, ...state.data };
      holding.set(open.cause, data);
      const isNews = JSON.stringify(data) !== JSON.stringify(open.data);
      if (isNews && open.toldAt === null) changes.renewed.push({ id: open.id, data });
    } else if (told && !wellAgain) {
      changes.again.push(told.cause);
    } else if (state) {
      const data = { since: now.toISOString(), ...state.data };
      const tellAt = new Date(now.getTime() + (state.afterMs ?? 0));
      changes.opened.push({ type, cause: `${cause}:${now.toISOString()}`, data, openedAt: now, tellAt });
    }
    const over = ofType.filter((notice) => isOpen(notice) && notice.cause !== open?.cause);
    changes.over.push(...over);
    if (wellAgain && !state && over.length > 0) changes.opened.push(...endOf(wellAgain, ofType, known, now));
  }
  const stillOpen = known.filter((notice) => isOpen(notice) && !changes.over.includes(notice));
  changes.opened.push(...reminders(stillOpen, holding, now));
  return changes;
}

const isOpen = ({ resolvedAt }: NoticeRow) => resolvedAt === null;

/** One end for all that was told since the last one; none where nothing was. */
function endOf(type: NoticeType, ofType: Rows, known: Rows, now: Date): NewNotice[] {
  const lastEnd = known.findLast((notice) => notice.type === type)?.id ?? 0;
  const told = ofType.find(({ id, toldAt }) => id > lastEnd && toldAt !== null);
  if (!told) return [];
  const data = { since: told.data.since ?? told.openedAt.toISOString() };
  return [{ type, cause: told.cause, data, openedAt: now, tellAt: now }];
}

/** The same cause again after a day in which it holds, as it is then. */
function reminders(open: Rows, holding: Map<string, NoticeData>, now: Date): NewNotice[] {
  return [...Map.groupBy(open, ({ cause }) => cause)].flatMap(([cause, told]) => {
    const [first] = told;
    const kind = noticeKinds.find((each) => each === first?.type);
    if (!first || !kind || told.length > noticeKindTable[kind].reminders) return [];
    if (!told.every(({ toldAt }) => toldAt && now.getTime() - toldAt.getTime() >= dayMs)) return [];
    const data = { ...(holding.get(cause) ?? first.data), isReminder: true };
    return [{ type: kind, cause, data, openedAt: first.openedAt, tellAt: now }];
  });
}
