import type { NoticeData, NoticeType } from '#shared/contracts/notices.ts';
import { addDays, instantAt, wallTime, weekdayOf } from '#shared/rules/calendar.ts';
import type { noticeSettings, notices } from '#shared/schema.ts';
import { noticeWords } from './notice-kinds.rules.ts';

export type NoticeRow = typeof notices.$inferSelect;
export type NewNotice = Pick<NoticeRow, 'type' | 'cause' | 'data' | 'openedAt' | 'tellAt'>;

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** For so long the bell shows what was told. */
export const keptMs = 30 * dayMs;

/** Causes of one moment, such as a thread full of replies, are one notice. */
export const gatherMs = minuteMs;
const bundleMs = hourMs;

const retryMs = [1, 5, 30, 120, 480].map((minutes) => minutes * minuteMs);

/** After that many failed attempts; null once it is given up. */
export function nextTry(attempts: number, now: Date): Date | null {
  const wait = retryMs[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait);
}

/** The first after a minute, what follows within the hour of the last one together. */
export const bundleTellAt = (lastToldAt: Date | null, now: Date): Date =>
  new Date(Math.max(now.getTime() + gatherMs, (lastToldAt?.getTime() ?? 0) + bundleMs));

type Quiet = Pick<typeof noticeSettings.$inferSelect, 'quietOn' | 'quietFrom' | 'quietTo'>;

export function isQuiet({ quietOn, quietFrom, quietTo }: Quiet, timeZone: string, now: Date): boolean {
  const hour = Number(wallTime(now, timeZone).time.slice(0, 2));
  if (!quietOn) return false;
  return quietFrom <= quietTo ? hour >= quietFrom && hour < quietTo : hour >= quietFrom || hour < quietTo;
}

/** Later it would be no morning letter: the app was off, or the letter was switched on. */
const letterHours = 4;

type LetterPlan = Pick<typeof noticeSettings.$inferSelect, 'letterOn' | 'letterHour' | 'letterDays'>;

/** The day of the letter that is due, with where it and the day before begin; null while none is. */
export function dueLetter({ letterOn, letterHour, letterDays }: LetterPlan, timeZone: string, now: Date) {
  const { day, time } = wallTime(now, timeZone);
  const hoursLate = Number(time.slice(0, 2)) - letterHour;
  const isTime = hoursLate >= 0 && hoursLate < letterHours;
  if (!letterOn || !letterDays.includes(weekdayOf(day)) || !isTime) return null;
  const begins = (offset: number) => instantAt({ day: addDays(day, offset), time: '00:00' }, timeZone);
  return { day, yesterday: begins(-1), today: begins(0), tomorrow: begins(1) };
}

export const stateTypes = ['posting.paused', 'backup.failed', 'disk.low', 'schedule.endangered'] as const;
export type StateType = (typeof stateTypes)[number];

/** Something that holds now. */
export interface Standing {
  type: StateType;
  /** Tells two causes of one type apart. */
  key: string;
  data: NoticeData;
  tellAt: Date;
}

const wellAgain: Partial<Record<NoticeType, NoticeType>> = {
  'posting.paused': 'posting.resumed',
  'backup.failed': 'backup.resumed',
};

const isOf = ({ type, cause }: Pick<NoticeRow, 'type' | 'cause'>, { type: of, key }: Standing) =>
  type === of && cause.startsWith(`${type}:${key}:`);

export interface StateChanges {
  /** Causes that are over. */
  resolved: string[];
  /** Over before anybody was to hear of them. */
  dropped: number[];
  reopened: string[];
  renewed: { id: number; data: NoticeData }[];
  opened: NewNotice[];
}

/**
 * What follows from what holds now for what is told. `known` are the notices of states that are open or were told
 * within a day.
 */
export function followStates(
  known: readonly NoticeRow[],
  standing: readonly Standing[],
  now: Date,
): StateChanges {
  const changes: StateChanges = { resolved: [], dropped: [], reopened: [], renewed: [], opened: [] };
  const firsts = known.filter(({ data }) => !data.isReminder);
  const open = firsts.filter(({ resolvedAt }) => resolvedAt === null);
  const tellable = open.filter(({ tellAt }) => tellAt <= now);
  for (const state of standing) {
    const before = open.find((notice) => isOf(notice, state));
    if (before) {
      const data = { ...before.data, ...state.data };
      if (JSON.stringify(data) !== JSON.stringify(before.data)) changes.renewed.push({ id: before.id, data });
      continue;
    }
    // Without an end that was told it is still the same story.
    const again = firsts.find((notice) => notice.toldAt && isOf(notice, state) && !wellAgain[state.type]);
    if (again) changes.reopened.push(again.cause);
    else
      changes.opened.push(
        opening(
          state,
          now,
          tellable.some(({ type }) => type === state.type),
        ),
      );
  }
  for (const notice of open) {
    if (standing.some((state) => isOf(notice, state))) continue;
    if (notice.tellAt > now) changes.dropped.push(notice.id);
    else changes.resolved.push(notice.cause);
    const end = wellAgain[notice.type];
    const wasTold = notice.toldAt !== null || notice.data.wasTold;
    if (!end || !wasTold || standing.some(({ type }) => type === notice.type)) continue;
    const data = { since: notice.data.since ?? notice.openedAt.toISOString() };
    changes.opened.push({ type: end, cause: notice.cause, data, openedAt: now, tellAt: now });
  }
  return changes;
}

function opening({ type, key, data, tellAt }: Standing, now: Date, wasTold: boolean): NewNotice {
  return {
    type,
    cause: `${type}:${key}:${now.toISOString()}`,
    data: { since: now.toISOString(), ...data, ...(wasTold && { wasTold }) },
    openedAt: now,
    tellAt,
  };
}

/** Of what is open and told; the same cause again after a day in which it still holds. */
export function dueReminders(open: readonly NoticeRow[], now: Date): NewNotice[] {
  return [...Map.groupBy(open, ({ cause }) => cause).values()].flatMap((told) => {
    const [first] = told;
    if (!first || first.type === 'test' || !('reminds' in noticeWords[first.type])) return [];
    const { reminds } = noticeWords[first.type] as { reminds: string };
    const isDue = told.every(({ toldAt }) => toldAt && now.getTime() - toldAt.getTime() >= dayMs);
    if (!isDue || reminds === 'never' || (reminds === 'once' && told.length > 1)) return [];
    const { type, cause, data, openedAt } = told.find((notice) => !notice.data.isReminder) ?? first;
    return [{ type, cause, data: { ...data, isReminder: true }, openedAt, tellAt: now }];
  });
}
