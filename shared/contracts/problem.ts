import { z } from 'zod';
import { problemCodes } from './problem-codes.ts';

/** application/problem+json (RFC 9457), the shape of every error this API answers. */
export const problemSchema = z.looseObject({
  status: z.int(),
  title: z.string(),
  /** A sentence for a person: what happened and what to do next. */
  detail: z.string(),
  code: z.enum(problemCodes).or(z.string()),
});
export type Problem = z.infer<typeof problemSchema>;
