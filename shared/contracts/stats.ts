import { z } from 'zod';

export const statsSchema = z.object({
  videosFound: z.int(),
  inQueue: z.int(),
  commentsPosted: z.int(),
  /** Percent, posted over all comments, one decimal; the client shows 94 when it is absent (SPEC §2). */
  successRate: z.number().optional(),
});
export type Stats = z.infer<typeof statsSchema>;
