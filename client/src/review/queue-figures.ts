import { workQuery } from '../api/work.ts';
import { viewersZone } from '../lib/time-zone.ts';
import type { Work } from './counts.ts';
import { plannedDays, queueSummary } from './select.ts';

/** What the Review Queue and Scheduled show above their lists. */
export const queueSummaryQuery = { ...workQuery, select: queueSummary };

/** How many comments are due on each day of the viewer's time zone. */
export const plannedDaysQuery = {
  ...workQuery,
  select: (work: Work) => plannedDays(work, viewersZone(), new Date()),
};
