/** Made when first needed: the first format loads the zones and languages, which the first paint need not wait for. */
function formatter(options: Intl.DateTimeFormatOptions): (at: string | number) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (at) => {
    format ??= new Intl.DateTimeFormat('en-US', options);
    return format.format(new Date(at));
  };
}

/** All take ISO text or ms and tell the viewer's zone: "Nov 20, 2026". */
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
/** With weekday, seconds and zone; for a title. */
export const formatExact = formatter({ dateStyle: 'full', timeStyle: 'long' });
/** "Friday, November 20" */
export const formatLongDay = formatter({ weekday: 'long', month: 'long', day: 'numeric' });
/** A calendar day, YYYY-MM-DD, whatever the viewer's zone: "Nov 20" */
export const formatDay = formatter({ month: 'short', day: 'numeric', timeZone: 'UTC' });
/** The same with its weekday: "20 Fri" */
export const formatWeekday = formatter({ weekday: 'short', day: 'numeric', timeZone: 'UTC' });
