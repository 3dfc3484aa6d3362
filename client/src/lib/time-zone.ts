import { isTimeZone } from '#shared/rules/calendar.ts';

/** The zone that every browser and every server knows. */
export const ZONE_EVERYWHERE = 'UTC';

/** What stands in for a browser's time zone until the server's is known. */
let serversZone: string = ZONE_EVERYWHERE;

/** Browsers report "Etc/Unknown", "undefined" or names that they do not know themselves where the system has none. */
const reportedZone = (): string => String(Intl.DateTimeFormat().resolvedOptions().timeZone);

export const isViewersZoneKnown = (): boolean => isTimeZone(reportedZone());

/** Takes the zone of the server's settings for a browser without one. Null, or a zone unknown here, changes nothing. */
export function standInWith(zone: string | null): void {
  if (zone !== null && isTimeZone(zone)) serversZone = zone;
}

/** The zone in which times are shown in place of the browser's; null where the browser's is known. */
export const standInZone = (): string | null => (isViewersZoneKnown() ? null : serversZone);

export const viewersZone = (): string => standInZone() ?? reportedZone();

/** A zone from the server as this browser can use it: the browser may be older and not know it. */
export const usableZone = (zone: string): string => (isTimeZone(zone) ? zone : viewersZone());
