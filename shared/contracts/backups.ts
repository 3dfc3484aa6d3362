import { z } from 'zod';
import { instantSchema } from './primitives.ts';

export const backupsSchema = z.object({
  last: z.object({ madeAt: instantSchema, bytes: z.int() }).nullable(),
  failure: z.object({ at: instantSchema, reason: z.string() }).nullable(),
  folder: z.string(),
});
export type Backups = z.infer<typeof backupsSchema>;
