import { z } from 'zod';
import { sentenceSourceSchema } from './grounding.ts';

/** What a second call of the model found as a reader; only what was looked up and found is kept. */
export const readingSchema = z.object({
  /** The text that was read; another one is "judged before your edit". */
  text: z.string(),
  /** The words of the text that speak most for and most against it. */
  for: z.string().nullable(),
  against: z.string().nullable(),
  wrong: z.array(
    z.object({
      /** A sentence of the text, word for word. */
      sentence: z.string(),
      /** The passage that contradicts it; null where nothing given says it. */
      passage: sentenceSourceSchema.nullable(),
    }),
  ),
});
export type Reading = z.infer<typeof readingSchema>;

export const readRequestSchema = z.strictObject({ revision: z.int().min(1).optional() });
