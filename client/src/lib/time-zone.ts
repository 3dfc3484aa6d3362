/** A time zone that every browser and every server knows. */
export const ZONE_EVERYWHERE = 'UTC';

/** Shows and reads times in a browser whose own time zone is unknown. */
export interface StandIn {
  zone: string;
  /** Returns YYYY-MM-DDTHH:MM, the value of a datetime-local input. */
  toLocal(at: Date): string;
  fromLocal(local: string): Date;
}

let standIn: StandIn | null = null;

/**
 * Shows times in this time zone instead of the browser's; null returns to the browser's
 * own.
 */
export function showIn(next: StandIn | null): void {
  standIn = next;
}

/** Returns null if the browser knows its own time zone. */
export const standInClock = (): StandIn | null => standIn;

/**
 * Does the same as isTimeZone, without importing the calendar rules, which the first page
 * does not need.
 */
function isKnownHere(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }));
  } catch {
    return false;
  }
}

/**
 * If the system has no time zone, browsers report "Etc/Unknown",
 * "undefined" or a name that they do not know themselves.
 */
const reportedZone = (): string =>
  String(Intl.DateTimeFormat().resolvedOptions().timeZone);

export const isViewersZoneKnown = (): boolean => isKnownHere(reportedZone());

export function viewersZone(): string {
  const reported = reportedZone();
  return isKnownHere(reported) ? reported : (standIn?.zone ?? ZONE_EVERYWHERE);
}

/**
 * Returns a time zone from the server if this browser knows
 * it, or else the viewer's: an old browser may lack new zones.
 */
export const usableZone = (zone: string): string =>
  isKnownHere(zone) ? zone : viewersZone();
