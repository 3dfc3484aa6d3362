const DATE = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' });
const TIME = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const DATE_TIME = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const EXACT = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' });

/** All in the viewer's zone: "Nov 20, 2026". */
export const formatDate = (iso: string): string => DATE.format(new Date(iso));
/** "3:04 PM" */
export const formatTime = (iso: string): string => TIME.format(new Date(iso));
/** "Nov 20, 2026, 3:04 PM" */
export const formatDateTime = (iso: string): string => DATE_TIME.format(new Date(iso));
/** With weekday, seconds and zone; for a title. */
export const formatExact = (iso: string): string => EXACT.format(new Date(iso));
