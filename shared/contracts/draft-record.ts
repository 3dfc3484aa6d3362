import { z } from 'zod';
import { commentAnalysisSchema, previousTextSchema } from './comment-analysis.ts';
import { keptMaterialSchema, stretchSchema } from './material.ts';

export const mostExamples = 6;
/** Of them, comments that the owner marked to learn from. */
export const mostMarkedExamples = 5;

const tokensSchema = z.object({ input: z.int(), output: z.int() });
export type Tokens = z.infer<typeof tokensSchema>;

export const draftWhySchema = z.object({
  promptVersion: z.string(),
  parts: z.array(z.object({ name: z.string(), text: z.string() })),
  profile: z.object({ id: z.int(), name: z.string(), version: z.int() }).nullable(),
  examples: z.array(z.object({ kind: z.enum(['marked', 'own', 'approved']), id: z.int(), text: z.string() })),
  rules: z.array(z.object({ id: z.int(), text: z.string() })),
  model: z.string(),
  tokens: tokensSchema.nullable(),
  costUsd: z.number().nullable(),
  /** Words of the pasted transcript, and of those the prompt had room for; null without one. */
  transcript: z
    .object({
      words: z.int(),
      usedWords: z.int(),
      /** Seconds of the whole; null without times. */
      seconds: z.int().nullable().optional(),
      /** What the prompt held of it, word for word; null for all of it. */
      stretches: z.array(stretchSchema).nullable().optional(),
    })
    .nullable()
    .optional(),
});
export type DraftWhy = z.infer<typeof draftWhySchema>;

export const alternativeSchema = z.object({
  content: z.string(),
  angle: z.string(),
  qualityScore: z.int(),
  ...commentAnalysisSchema.shape,
});
export type Alternative = z.infer<typeof alternativeSchema>;

export const draftRecordSchema = z.object({
  why: draftWhySchema.nullable(),
  alternatives: z.array(alternativeSchema),
  previousTexts: z.array(previousTextSchema),
  material: keptMaterialSchema.nullable(),
});
export type DraftRecord = z.infer<typeof draftRecordSchema>;

export const pickRequestSchema = z.strictObject({
  alternative: z.int().min(0).max(9),
  revision: z.int().min(1).optional(),
});
