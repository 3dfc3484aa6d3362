/** The zone that every browser and every server knows. */
export const ZONE_EVERYWHERE = 'UTC';

/** How times are shown and read in a browser whose own time zone is unknown. */
export interface StandIn {
  zone: string;
  /** Returns YYYY-MM-DDTHH:MM, as a field of a form takes it. */
  toLocal(at: Date): string;
  fromLocal(local: string): Date;
}

let standIn: StandIn | null = null;

/** Shows times in this zone in place of the browser's; null returns to the browser's own. */
export function showIn(next: StandIn | null): void {
  standIn = next;
}

/** Null where the browser's own clock serves. */
export const standInClock = (): StandIn | null => standIn;

/** As isTimeZone says, without the rules of calendars, which the first page does not need. */
function isKnownHere(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }));
  } catch {
    return false;
  }
}

/** Browsers report "Etc/Unknown", "undefined" or names that they do not know themselves where the system has none. */
const reportedZone = (): string => String(Intl.DateTimeFormat().resolvedOptions().timeZone);

export const isViewersZoneKnown = (): boolean => isKnownHere(reportedZone());

export function viewersZone(): string {
  const reported = reportedZone();
  return isKnownHere(reported) ? reported : (standIn?.zone ?? ZONE_EVERYWHERE);
}

/** A zone from the server as this browser can use it: the browser may be older and not know it. */
export const usableZone = (zone: string): string => (isKnownHere(zone) ? zone : viewersZone());
