import { z } from 'zod';

/** Never name searches: refreshing one costs quota. */
export const eventResources = [
  'auth',
  'comments',
  'queue',
  'stats',
  'voice-profiles',
  'user-settings',
  'analytics',
  'quota',
  'posting-status',
  'backups',
] as const;
export const eventResourceSchema = z.enum(eventResources);
export type EventResource = z.infer<typeof eventResourceSchema>;

export const refreshEventSchema = z.object({ resources: z.array(eventResourceSchema) });
export type RefreshEvent = z.infer<typeof refreshEventSchema>;
