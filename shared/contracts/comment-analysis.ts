import { z } from 'zod';
import { commentStyleSchema } from './enums.ts';
import { groundingSchema } from './grounding.ts';

export const draftCheckSchema = z.object({
  name: z.enum([
    'length',
    'links',
    'profile_text',
    'avoided_words',
    'repetition',
    'about_video',
    'already_said',
    // In analyses that were stored before `about_video`.
    'empty_praise',
  ]),
  passed: z.boolean(),
  detail: z.string(),
});
export type DraftCheck = z.infer<typeof draftCheckSchema>;

export const scorePartSchema = z.object({
  name: z.string(),
  points: z.number(),
  outOf: z.number(),
  detail: z.string(),
});
export type ScorePart = z.infer<typeof scorePartSchema>;

export const commentAnalysisSchema = z.object({
  engagementPotential: z.string(),
  technicalAccuracy: z.string(),
  tone: z.string(),
  platformCompliance: z.boolean(),
  checks: z.array(draftCheckSchema),
  scoreParts: z.array(scorePartSchema),
  ...groundingSchema.shape,
});
export type CommentAnalysis = z.infer<typeof commentAnalysisSchema>;

export const previousTextSchema = z.object({
  content: z.string(),
  style: commentStyleSchema,
  replacedAt: z.string(),
});
export type PreviousText = z.infer<typeof previousTextSchema>;
