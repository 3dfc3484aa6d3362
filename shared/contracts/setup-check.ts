import { z } from 'zod';

export const setupLineSchema = z.object({
  name: z.string(),
  /** `unknown`: it could not be tried, and `found` says why. */
  state: z.enum(['ok', 'warning', 'failed', 'unknown']),
  tried: z.string(),
  found: z.string(),
  /** Where it is looked at or mended. */
  page: z.string().nullable(),
  command: z.string().nullable(),
});
export type SetupLine = z.infer<typeof setupLineSchema>;
