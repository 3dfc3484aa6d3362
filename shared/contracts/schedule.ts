import { z } from 'zod';
import { instantSchema } from './primitives.ts';

const longestRangeMs = 32 * 24 * 60 * 60_000;

/** `to` is exclusive. */
export const scheduleQuerySchema = z
  .object({ from: instantSchema, to: instantSchema })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { path: ['to'], error: 'must be after from' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= longestRangeMs, {
    path: ['to'],
    error: 'must be at most 32 days after from',
  });

export const scheduleEntrySchema = z.object({
  commentId: z.int(),
  /** Of the queue item; null for a posted comment. */
  queueId: z.int().nullable(),
  at: z.string(),
  state: z.enum(['scheduled', 'posted']),
  title: z.string(),
  channelTitle: z.string(),
});
export type ScheduleEntry = z.infer<typeof scheduleEntrySchema>;

/** A calendar day, in the zone of the daily cap. */
export const scheduleDaySchema = z.object({
  day: z.string(),
  posted: z.int(),
  /** Due and not posted yet; what is late counts for today. */
  due: z.int(),
  /** Scheduled comments that the entries leave out. */
  unlisted: z.int(),
});
export type ScheduleDay = z.infer<typeof scheduleDaySchema>;

export const scheduleOverviewSchema = z.object({
  /** Scheduled ones of before the range too where the range holds now: they are overdue. */
  entries: z.array(scheduleEntrySchema),
  days: z.array(scheduleDaySchema),
  dailyCap: z.int(),
  /** Slots of the range that could each take one more comment. */
  free: z.array(z.string()),
});
export type ScheduleOverview = z.infer<typeof scheduleOverviewSchema>;

export const freeSlotsQuerySchema = z.object({
  count: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(500)),
});

/** Times for that many comments, soonest first; fewer where a year has no more. */
export const freeSlotsSchema = z.object({ times: z.array(z.string()) });
