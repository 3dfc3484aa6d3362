import { z } from 'zod';
import { generateResponseSchema } from './drafts.ts';

/** `waiting` tells what the model does before its first word. `done` brings the stored draft, `judged` the same with its reading. `reset` discards all words; the text of `problem` can be sent as `begun` to continue (decision 010). */
export const draftStreamEvents = {
  waiting: z.object({
    name: z.enum(['loading', 'reading', 'thinking']),
    /** Of the prompt, while it is read. */
    tokens: z.int().nullable(),
  }),
  words: z.object({ text: z.string() }),
  reset: z.object({ reason: z.string() }),
  done: generateResponseSchema,
  judged: generateResponseSchema,
  problem: z.object({
    status: z.int(),
    code: z.string(),
    detail: z.string(),
    text: z.string(),
  }),
} as const;

export type DraftStreamEvent = {
  [Name in keyof typeof draftStreamEvents]: { name: Name; data: z.infer<(typeof draftStreamEvents)[Name]> };
}[keyof typeof draftStreamEvents];
