import { z } from 'zod';
import { commentStyleSchema } from './enums.ts';
import { groundingSchema } from './grounding.ts';
import { readingSchema } from './reading.ts';

export const draftCheckSchema = z.object({
  name: z.enum([
    'length',
    'links',
    'profile_text',
    'avoided_words',
    'repetition',
    'quotation',
    // In analyses of earlier versions.
    'about_video',
    'already_said',
    'empty_praise',
  ]),
  passed: z.boolean(),
  detail: z.string(),
});
export type DraftCheck = z.infer<typeof draftCheckSchema>;

/** In analyses of earlier versions. */
export const scorePartSchema = z.object({
  name: z.string(),
  points: z.number(),
  outOf: z.number(),
  detail: z.string(),
});
export type ScorePart = z.infer<typeof scorePartSchema>;

export const commentAnalysisSchema = z.object({
  /** The reader's words; empty until it has read. */
  engagementPotential: z.string().default(''),
  technicalAccuracy: z.string().default(''),
  tone: z.string().default(''),
  platformCompliance: z.boolean(),
  checks: z.array(draftCheckSchema),
  scoreParts: z.array(scorePartSchema).default([]),
  ...groundingSchema.shape,
  /** Null where the draft was not read a second time. */
  reading: readingSchema.nullable().default(null),
});
export type CommentAnalysis = z.infer<typeof commentAnalysisSchema>;

export const previousTextSchema = z.object({
  content: z.string(),
  style: commentStyleSchema,
  replacedAt: z.string(),
});
export type PreviousText = z.infer<typeof previousTextSchema>;
