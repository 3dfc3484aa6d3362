import { tomorrowMorning } from '#shared/rules/schedule.ts';
import { useNextFreeSlot, viewersZone } from '../../../api/posting.ts';
import { useNow } from '../../../lib/browser.ts';

/** The next free slot, else tomorrow morning; null until it is known. */
export function useNextSlot(): Date | null {
  const slot = useNextFreeSlot();
  const now = useNow();
  return slot === undefined ? null : (slot ?? tomorrowMorning(now, viewersZone()));
}
