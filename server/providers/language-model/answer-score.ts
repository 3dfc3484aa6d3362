import { z } from 'zod';

/** A score as models write it, a number or its digits, brought to a whole number from 0 to 100. */
export const answerScore = z
  .union([z.number(), z.string().regex(/^\s*-?\d+(\.\d+)?\s*$/)])
  .transform((score) => Math.round(Math.min(100, Math.max(0, Number(score)))));
