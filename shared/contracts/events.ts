import { z } from 'zod';

/** What may have changed; the browser refreshes these. Searches are never named: they cost quota. */
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

/** The data of a server-sent event named `refresh`. */
export const refreshEventSchema = z.object({ resources: z.array(eventResourceSchema) });
export type RefreshEvent = z.infer<typeof refreshEventSchema>;
