import { instantAt, isTimeZone, wallTime } from '#shared/rules/calendar.ts';
import { isViewersZoneKnown, showIn } from './time-zone.ts';

/**
 * Shows times in the time zone of the server's settings if the browser does not know its
 * own (rule 5.10). Does nothing if `zone` is null or unknown to this browser.
 */
export function standInWith(zone: string | null): void {
  if (zone === null || !isTimeZone(zone) || isViewersZoneKnown()) return;
  showIn({
    zone,
    toLocal(at) {
      const { day, time } = wallTime(at, zone);
      return `${day}T${time}`;
    },
    fromLocal(local) {
      const [day = '', time = ''] = local.split('T');
      return instantAt({ day, time: time.slice(0, 'HH:MM'.length) }, zone);
    },
  });
}
