import { z } from 'zod';
import { generateResponseSchema } from './comments.ts';
import { problemCodes } from './problem-codes.ts';

/**
 * Events of POST /api/comments/generate as text/event-stream (decision 010). `words` are appended, `reset` discards
 * them, `problem` carries the text so far; sent again as `begun`, the draft goes on from there.
 */
export const draftStreamEvents = {
  words: z.object({ text: z.string() }),
  reset: z.object({ reason: z.string() }),
  done: generateResponseSchema,
  problem: z.object({
    status: z.int(),
    code: z.enum(problemCodes),
    detail: z.string(),
    text: z.string(),
  }),
} as const;

export type DraftStreamEvent = {
  [Name in keyof typeof draftStreamEvents]: { name: Name; data: z.infer<(typeof draftStreamEvents)[Name]> };
}[keyof typeof draftStreamEvents];
