import { z } from 'zod';
import { draftCheckSchema, previousTextSchema, scorePartSchema } from './comment-analysis.ts';

/** Most approved or own texts that go along with one prompt. */
export const mostExamples = 6;

const tokensSchema = z.object({ input: z.int(), output: z.int() });
export type Tokens = z.infer<typeof tokensSchema>;

/** "Why this draft": everything the model was given, and what it took. */
export const draftWhySchema = z.object({
  promptVersion: z.string(),
  /** The prompt as it was sent, in its named parts, in order. */
  parts: z.array(z.object({ name: z.string(), text: z.string() })),
  /** null where it was written in a neutral voice. */
  profile: z.object({ id: z.int(), name: z.string(), version: z.int() }).nullable(),
  /** `own`: imported, by the id of own-comments; `approved`: by the id of the comment. */
  examples: z.array(z.object({ kind: z.enum(['own', 'approved']), id: z.int(), text: z.string() })),
  rules: z.array(z.object({ id: z.int(), text: z.string() })),
  model: z.string(),
  /** Of all calls this draft took; null where the model's server does not say. */
  tokens: tokensSchema.nullable(),
  /** By the list prices known to this version; null for a model without one, as your own server's. */
  costUsd: z.number().nullable(),
});
export type DraftWhy = z.infer<typeof draftWhySchema>;

/** Another draft for the same video, with another opening and another angle. */
export const alternativeSchema = z.object({
  content: z.string(),
  /** What it takes up, in a few words; empty for the first draft. */
  angle: z.string(),
  qualityScore: z.int(),
  platformCompliance: z.boolean(),
  checks: z.array(draftCheckSchema),
  scoreParts: z.array(scorePartSchema),
});
export type Alternative = z.infer<typeof alternativeSchema>;

/** GET /api/comments/:id/draft. `why` is null for comments older than this record. */
export const draftRecordSchema = z.object({
  why: draftWhySchema.nullable(),
  alternatives: z.array(alternativeSchema),
  /** Texts that another draft replaced, oldest first. */
  previousTexts: z.array(previousTextSchema),
});
export type DraftRecord = z.infer<typeof draftRecordSchema>;

/** POST /api/comments/:id/pick: the alternative takes the draft's place, and the draft becomes one. */
export const pickRequestSchema = z.object({
  /** Its place in `alternatives`, from 0. */
  alternative: z.int().min(0).max(9),
  revision: z.int().min(1).optional(),
});
