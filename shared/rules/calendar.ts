const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Caches the format of each time zone, because loading one is slow. Throws RangeError for
 * an unknown time zone.
 */
function wallFormat(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    formats.set(timeZone, format);
  }
  return format;
}

export interface WallTime {
  /** YYYY-MM-DD */
  day: string;
  /** HH:MM */
  time: string;
}

/** Returns the local date and time of a time zone at a timestamp. */
export function wallTime(at: Date, timeZone: string): WallTime {
  const [day = '', time = ''] = wallFormat(timeZone).format(at).split(' ');
  return { day, time };
}

/**
 * Returns a function that formats timestamps as YYYY-MM-DD. Throws RangeError for an
 * unknown time zone.
 */
export function calendarDays(timeZone: string): (at: Date) => string {
  const format = wallFormat(timeZone);
  return (at) => format.format(at).slice(0, 10);
}

export function isTimeZone(timeZone: string): boolean {
  try {
    wallFormat(timeZone);
    return true;
  } catch {
    return false;
  }
}

export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** 0 is Sunday. */
export const weekdayOf = (day: string): number =>
  new Date(`${day}T00:00:00Z`).getUTCDay();

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Returns how many milliseconds the time zone is ahead of UTC. */
function offset(at: number, timeZone: string): number {
  const { day, time } = wallTime(new Date(at), timeZone);
  return Date.parse(`${day}T${time}Z`) - Math.floor(at / minuteMs) * minuteMs;
}

/**
 * Returns the timestamp at which clocks in the time zone show this local time: the first
 * one if they show it twice, and the first one after the gap if they skip it.
 */
export function instantAt({ day, time }: WallTime, timeZone: string): Date {
  const wall = Date.parse(`${day}T${time}Z`);
  const before = offset(wall - dayMs, timeZone);
  const after = offset(wall + dayMs, timeZone);
  const early = wall - Math.max(before, after);
  const late = wall - Math.min(before, after);
  const shown = [early, late].find((at) => at + offset(at, timeZone) === wall);
  if (shown !== undefined) return new Date(shown);
  let last = early;
  let first = late;
  while (first - last > 1) {
    const middle = Math.floor((last + first) / 2);
    if (offset(middle, timeZone) === before) last = middle;
    else first = middle;
  }
  return new Date(first);
}

export const startOfDay = (day: string, timeZone: string): Date =>
  instantAt({ day, time: '00:00' }, timeZone);

export const dayStart = (at: Date, timeZone: string): Date =>
  startOfDay(wallTime(at, timeZone).day, timeZone);

export const nextDayStart = (at: Date, timeZone: string): Date =>
  startOfDay(addDays(wallTime(at, timeZone).day, 1), timeZone);

/** Google's quota day starts at midnight in this time zone. */
export const pacificZone = 'America/Los_Angeles';

export const pacificDay = (at: Date): string => wallTime(at, pacificZone).day;

export const nextPacificMidnight = (at: Date): Date => nextDayStart(at, pacificZone);

export const pacificMidnight = (at: Date): Date => dayStart(at, pacificZone);
