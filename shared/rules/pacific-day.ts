import { dayStart, nextDayStart, wallTime } from './calendar.ts';

/** Google's quota day starts at midnight in this zone. */
export const pacificZone = 'America/Los_Angeles';

export const pacificDay = (at: Date): string => wallTime(at, pacificZone).day;

export const nextPacificMidnight = (at: Date): Date => nextDayStart(at, pacificZone);

export const pacificMidnight = (at: Date): Date => dayStart(at, pacificZone);
