import { z } from 'zod';
import { problemCodes } from './problem-codes.ts';

/** RFC 9457. */
export const problemSchema = z.looseObject({
  status: z.int(),
  title: z.string(),
  detail: z.string(),
  code: z.enum(problemCodes).or(z.string()),
});
export type Problem = z.infer<typeof problemSchema>;
