import { z } from 'zod';
import { generateResponseSchema } from './comments.ts';
import { problemCodes } from './problem-codes.ts';

/**
 * POST /api/comments/generate with Accept: text/event-stream. Each event's name is the key here, its data JSON:
 * `words` are to be appended; `reset` says that what came is replaced by a better draft whose words follow;
 * the stream ends with `done` or with `problem`, whose `text` is what had come when it broke.
 * To go on after a break, the same call is sent with `begun` set to the kept text.
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
