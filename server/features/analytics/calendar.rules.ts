const hourMs = 3_600_000;

/** Formats instants as YYYY-MM-DD. Throws RangeError for an unknown zone. */
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

export function isTimeZone(timeZone: string): boolean {
  try {
    calendarDays(timeZone);
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

/** By bisection: some clocks change at midnight, and some islands skipped a day. */
export function startOfDay(day: string, timeZone: string): Date {
  const dayOf = calendarDays(timeZone);
  const utcMidnight = Date.parse(`${day}T00:00:00Z`);
  // No zone was ever more than 26 hours from UTC.
  let before = utcMidnight - 26 * hourMs;
  let after = utcMidnight + 26 * hourMs;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayOf(new Date(middle)) < day) before = middle;
    else after = middle;
  }
  return new Date(after);
}
