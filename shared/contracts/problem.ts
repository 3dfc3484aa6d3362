import { z } from 'zod';

/** RFC 9457. */
export const problemSchema = z.looseObject({
  status: z.int(),
  title: z.string(),
  detail: z.string(),
  code: z.string(),
});
export type Problem = z.infer<typeof problemSchema>;
