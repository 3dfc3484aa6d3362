const hourMs = 3_600_000;

/** The calendar day of an instant in a time zone, as YYYY-MM-DD. Throws RangeError for an unknown zone. */
export function calendarDays(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (at) => format.format(at);
}

/** Whether this is a zone that days can be counted in: an IANA name such as Europe/Berlin, or UTC. */
export function isTimeZone(timeZone: string): boolean {
  try {
    calendarDays(timeZone);
    return true;
  } catch {
    return false;
  }
}

/** The calendar day `days` after `day`, both YYYY-MM-DD: a matter of the calendar, of no zone. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/**
 * The first instant of `day` in the zone. Searched for rather than computed, so that zones whose clocks change
 * at midnight, and islands that skip a day, come out right.
 */
export function startOfDay(day: string, timeZone: string): Date {
  const dayOf = calendarDays(timeZone);
  const utcMidnight = Date.parse(`${day}T00:00:00Z`);
  // No zone is, or was, more than 26 hours away from UTC in either direction.
  let before = utcMidnight - 26 * hourMs;
  let after = utcMidnight + 26 * hourMs;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayOf(new Date(middle)) < day) before = middle;
    else after = middle;
  }
  return new Date(after);
}
