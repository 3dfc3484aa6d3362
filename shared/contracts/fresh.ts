import { z } from 'zod';

export const freshSummarySchema = z.object({
  total: z.int(),
  unseen: z.int(),
  leftOut: z.object({ shorts: z.int(), commentsOff: z.int() }),
});
export type FreshSummary = z.infer<typeof freshSummarySchema>;
