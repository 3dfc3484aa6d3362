/** Created on first use: loading zones and languages would delay the first paint. */
function formatter(options: Intl.DateTimeFormatOptions): (at: string | number) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (at) => {
    format ??= new Intl.DateTimeFormat('en-US', options);
    return format.format(new Date(at));
  };
}

/** "Nov 20, 2026"; this and the next five are in the viewer's zone. */
export const formatDate = formatter({ year: 'numeric', month: 'short', day: 'numeric' });
/** "3:04 PM" */
export const formatTime = formatter({ hour: 'numeric', minute: '2-digit' });
/** "3:04:05 PM" */
export const formatClock = formatter({ hour: 'numeric', minute: '2-digit', second: '2-digit' });
/** "Nov 20, 2026, 3:04 PM" */
export const formatDateTime = formatter({
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
export const formatExact = formatter({ dateStyle: 'full', timeStyle: 'long' });
/** "Friday, November 20" */
export const formatLongDay = formatter({ weekday: 'long', month: 'long', day: 'numeric' });
/** "Nov 20" for a calendar day, YYYY-MM-DD */
export const formatDay = formatter({ month: 'short', day: 'numeric', timeZone: 'UTC' });
/** "20 Fri" for a calendar day */
export const formatWeekday = formatter({ weekday: 'short', day: 'numeric', timeZone: 'UTC' });
