import { z } from 'zod';
import { draftCheckSchema, previousTextSchema, scorePartSchema } from './comment-analysis.ts';

export const mostExamples = 6;

const tokensSchema = z.object({ input: z.int(), output: z.int() });
export type Tokens = z.infer<typeof tokensSchema>;

export const draftWhySchema = z.object({
  promptVersion: z.string(),
  parts: z.array(z.object({ name: z.string(), text: z.string() })),
  profile: z.object({ id: z.int(), name: z.string(), version: z.int() }).nullable(),
  /** `own` ids are of own-comments, `approved` ids of comments. */
  examples: z.array(z.object({ kind: z.enum(['own', 'approved']), id: z.int(), text: z.string() })),
  rules: z.array(z.object({ id: z.int(), text: z.string() })),
  model: z.string(),
  /** All calls together; null where the model's server does not say. */
  tokens: tokensSchema.nullable(),
  costUsd: z.number().nullable(),
});
export type DraftWhy = z.infer<typeof draftWhySchema>;

export const alternativeSchema = z.object({
  content: z.string(),
  /** Empty for the first draft. */
  angle: z.string(),
  qualityScore: z.int(),
  platformCompliance: z.boolean(),
  checks: z.array(draftCheckSchema),
  scoreParts: z.array(scorePartSchema),
});
export type Alternative = z.infer<typeof alternativeSchema>;

/** GET /api/comments/:id/draft. `why` is null for older comments. */
export const draftRecordSchema = z.object({
  why: draftWhySchema.nullable(),
  alternatives: z.array(alternativeSchema),
  previousTexts: z.array(previousTextSchema),
});
export type DraftRecord = z.infer<typeof draftRecordSchema>;

/** POST /api/comments/:id/pick swaps draft and alternative. */
export const pickRequestSchema = z.object({
  alternative: z.int().min(0).max(9),
  revision: z.int().min(1).optional(),
});
