import { z } from 'zod';
import { commentAnalysisSchema } from './comment-analysis.ts';
import { commentSchema } from './comment-detail.ts';
import { alternativeSchema, draftWhySchema } from './draft-record.ts';

export const bulkLimit = 50;
/** Characters of a wish for another version. */
export const instructionLimit = 500;

export const generateResponseSchema = z.object({
  comment: commentSchema,
  analysis: commentAnalysisSchema.extend({ why: draftWhySchema.optional() }),
  alternatives: z.array(alternativeSchema).optional(),
});
export type GenerateResponse = z.infer<typeof generateResponseSchema>;

export const generateBulkResponseSchema = z.object({
  results: z.array(
    z.object({
      videoId: z.int(),
      success: z.boolean(),
      addedToQueue: z.boolean(),
      skipped: z.boolean(),
      reason: z.string().nullable(),
      commentId: z.int().nullable(),
    }),
  ),
  errors: z.array(z.object({ videoId: z.int(), error: z.string() })),
  summary: z.object({ successful: z.int(), skipped: z.int(), failed: z.int(), addedToQueue: z.int() }),
});
export type GenerateBulkResponse = z.infer<typeof generateBulkResponseSchema>;
