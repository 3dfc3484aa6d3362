import { z } from 'zod';

export const statsSchema = z.object({
  videosFound: z.int(),
  inQueue: z.int(),
  commentsPosted: z.int(),
  /** Percent; the page shows 94 if it is missing (rule 2.3). */
  successRate: z.number().optional(),
});
export type Stats = z.infer<typeof statsSchema>;
