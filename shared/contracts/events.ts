import { z } from 'zod';

/** Never name searches: refreshing one costs quota. `assessments` are those of found videos that came after their search. */
export const eventResources = [
  'auth',
  'comments',
  'queue',
  'replies',
  'commented-channels',
  'stats',
  'voice-profiles',
  'user-settings',
  'model-settings',
  'analytics',
  'assessments',
  'quota',
  'posting-status',
  'backups',
] as const;
export const eventResourceSchema = z.enum(eventResources);
export type EventResource = z.infer<typeof eventResourceSchema>;

/**
 * `comments` are the comments whose row, queue item or attempt changed, `videos` the videos of new comments and
 * those whose details changed. The resources `comments` and `queue` mean any row (rule 10.5).
 */
export const refreshEventSchema = z.object({
  resources: z.array(eventResourceSchema),
  comments: z.array(z.int()),
  videos: z.array(z.int()),
});
export type RefreshEvent = z.infer<typeof refreshEventSchema>;
